#include "read/arrow/arrow_metadata.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/json/json_text.hpp"
#include "core/utf8.hpp"

namespace cento {

namespace {

constexpr std::string_view kDays = "tdD";
constexpr std::string_view kMilliseconds = "tdm";
constexpr std::string_view kTimestamp = "ts";

bool is_bytes(std::string_view format) {
  return format == "z" || format == "Z" || format == "vz";
}

bool is_metadata_format(std::string_view format) {
  if (is_bytes(format)) return false;
  const ArrowLayout layout = arrow_layout(format);
  if (is_text_layout(layout) || is_integer_layout(layout)) return true;
  return format == "b" || format == "f" || format == "g" || format == kDays || format == kMilliseconds ||
         format.starts_with(kTimestamp);
}

/// How many of the units of a time are in a second.
std::int64_t units_in_second(std::string_view format) {
  if (format == kMilliseconds) return 1'000;
  switch (format[kTimestamp.size()]) {
    case 's': return 1;
    case 'm': return 1'000;
    case 'u': return 1'000'000;
    default: return 1'000'000'000;
  }
}

/// Whether a time is in UTC: it has a zone, in which it would be shown.
bool has_zone(std::string_view format) {
  return format.starts_with(kTimestamp) && !format.ends_with(':');
}

std::int64_t floor_divided(std::int64_t number, std::int64_t by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

/// "2024-05-31"; empty when the year has not four digits.
std::string date_text(std::int64_t days) {
  constexpr std::int64_t kDaysMost = 2'932'896;  // 9999-12-31
  constexpr std::int64_t kDaysLeast = -719'528;  // 0000-01-01
  if (days < kDaysLeast || days > kDaysMost) return {};
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string time_text(std::int64_t time, std::string_view format) {
  constexpr std::int64_t kSecondsInDay = 86'400;
  const std::int64_t in_second = units_in_second(format);
  const std::int64_t seconds = floor_divided(time, in_second);
  const std::int64_t days = floor_divided(seconds, kSecondsInDay);
  const std::string date = date_text(days);
  if (date.empty()) return {};
  const std::int64_t of_day = seconds - days * kSecondsInDay;
  std::string text = fmt::format("{}T{:02}:{:02}:{:02}", date, of_day / 3600, of_day / 60 % 60, of_day % 60);
  // Not the time less its seconds: of the earliest times these do not fit in 64 bits.
  if (const std::int64_t part = (time % in_second + in_second) % in_second; part != 0) {
    const std::string digits = fmt::format("{}", in_second + part);  // with a 1 before it, for its zeros
    text += "." + digits.substr(1);
  }
  return has_zone(format) ? text + "Z" : text;
}

void append_quoted(std::string& out, std::string_view text) {
  if (is_valid_utf8(text)) {
    out += json_string(text);
  } else {
    out += "null";
  }
}

void append_float(std::string& out, double number) {
  out += std::isfinite(number) ? fmt::format("{}", number) : "null";
}

template <typename Value>
Value value_in(const char* bytes) {
  Value value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

void append_time(std::string& out, const char* bytes, std::string_view format) {
  const bool is_days = format == kDays;
  const std::int64_t number = is_days ? value_in<std::int32_t>(bytes) : value_in<std::int64_t>(bytes);
  const std::string text = is_days ? date_text(number) : time_text(number, format);
  out += text.empty() ? fmt::format("{}", number) : fmt::format("\"{}\"", text);
}

std::size_t width_of(std::string_view format) {
  return format == "f" || format == kDays ? 4 : 8;
}

bool is_used(const std::vector<ArrowColumn>& used, const std::vector<std::int64_t>& path) {
  return std::any_of(used.begin(), used.end(), [&](const ArrowColumn& column) { return column.path == path; });
}

std::vector<ArrowMetadata::Field> fields_of(const ArrowSchema& table, const std::vector<std::int64_t>& before,
                                            const std::vector<ArrowColumn>& used) {
  std::vector<ArrowMetadata::Field> fields;
  for (std::int64_t i = 0; i < table.n_children; ++i) {
    const ArrowSchema& column = *table.children[i];
    const ArrowSchema& values = column.dictionary == nullptr ? column : *column.dictionary;
    ArrowMetadata::Field field;
    const std::string_view name = column.name == nullptr ? "" : column.name;
    if (!is_valid_utf8(name)) continue;
    field.key = json_string(name) + ":";
    field.format = values.format;
    field.column.path = before;
    field.column.path.push_back(i);
    field.column.layout = arrow_value_layout(column);
    if (column.dictionary != nullptr) field.column.indices = arrow_layout(column.format);
    if (is_used(used, field.column.path)) continue;
    if (field.column.layout == ArrowLayout::structure && column.dictionary == nullptr) {
      field.fields = fields_of(column, field.column.path, used);
      if (field.fields.empty()) continue;
    } else if (!is_metadata_format(field.format)) {
      continue;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

void append_paths(const std::vector<ArrowMetadata::Field>& fields, std::vector<std::vector<std::int64_t>>& paths) {
  for (const ArrowMetadata::Field& field : fields) {
    if (field.fields.empty()) paths.push_back(field.column.path);
    append_paths(field.fields, paths);
  }
}

}  // namespace

ArrowMetadata::ArrowMetadata(const ArrowSchema& table, const std::vector<ArrowColumn>& used)
    : fields_(fields_of(table, {}, used)) {}

std::vector<std::vector<std::int64_t>> ArrowMetadata::paths() const {
  std::vector<std::vector<std::int64_t>> paths;
  append_paths(fields_, paths);
  return paths;
}

ArrowMetadata::Batch::Batch(const ArrowMetadata& metadata, const ArrowArray& array)
    : values_(bind(metadata.fields_, array)) {}

std::vector<ArrowMetadata::Batch::Value> ArrowMetadata::Batch::bind(const std::vector<Field>& fields,
                                                                    const ArrowArray& array) {
  std::vector<Value> values;
  values.reserve(fields.size());
  for (const Field& field : fields) {
    values.push_back({&field, ArrowValues(field.column, array), bind(field.fields, array)});
  }
  return values;
}

void ArrowMetadata::Batch::append(std::int64_t row, std::string& out) const {
  append_object(values_, row, out);
}

void ArrowMetadata::Batch::append_object(const std::vector<Value>& values, std::int64_t row, std::string& out) {
  out.push_back('{');
  for (const Value& value : values) {
    if (out.back() != '{') out.push_back(',');
    out += value.field->key;
    append_value(value, row, out);
  }
  out.push_back('}');
}

void ArrowMetadata::Batch::append_value(const Value& value, std::int64_t row, std::string& out) {
  const ArrowLayout layout = value.field->column.layout;
  const std::string_view format = value.field->format;
  if (value.values.is_null(row)) {
    out += "null";
  } else if (layout == ArrowLayout::structure) {
    append_object(value.inner, row, out);
  } else if (is_text_layout(layout)) {
    append_quoted(out, *value.values.text(row));
  } else if (is_integer_layout(layout)) {
    out += *value.values.digits(row);
  } else if (format == "b") {
    out += value.values.bit(row) ? "true" : "false";
  } else {
    const char* bytes = value.values.fixed(row, width_of(format));
    if (format == "f") return append_float(out, value_in<float>(bytes));
    if (format == "g") return append_float(out, value_in<double>(bytes));
    append_time(out, bytes, format);
  }
}

}  // namespace cento
