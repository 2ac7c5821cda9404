#include "read/table/csv_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/field_names.hpp"

namespace cento {

namespace {

constexpr std::string_view kHtmlField = "html";

bool equal_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view name) {
  const std::size_t begin = std::min(name.find_first_not_of(" \t"), name.size());
  return name.substr(begin, name.find_last_not_of(" \t") + 1 - begin);
}

std::optional<std::size_t> column_named(const std::vector<std::string>& columns, std::string_view name) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

/// The column with the first usual name that exists.
std::optional<std::size_t> usual_column(const std::vector<std::string>& columns,
                                        std::span<const std::string_view> usual) {
  for (const std::string_view name : usual) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const std::string& column) { return equal_but_for_case(column, name); });
    if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  }
  return std::nullopt;
}

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
           c == '.';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_plain);
}

}  // namespace

std::string CsvColumns::assign(std::span<const std::string_view> names, const ReadOptions& options) {
  for (const std::string_view name : names) names_.emplace_back(trimmed(name));
  choose_texts(options);
  if (texts_.empty() && options.text_fields.empty()) {
    return fmt::format("no column holds the text; columns: {}; name one with `text_fields`", list_field_names(names));
  }
  if (texts_.empty()) {
    return fmt::format("no column is named \"{}\"; columns: {}", options.text_fields.front(), list_field_names(names));
  }
  id_ = options.id_field.empty() ? usual_column(names_, usual_id_fields()) : column_named(names_, options.id_field);
  if (!id_ && !options.id_field.empty()) {
    return fmt::format("no column is named \"{}\"; columns: {}", options.id_field, list_field_names(names));
  }
  for (std::size_t column = 0; column < names_.size(); ++column) {
    const bool is_text = std::any_of(texts_.begin(), texts_.end(), [&](const auto& t) { return t.index == column; });
    if (!is_text && id_ != column) others_.push_back(column);
  }
  return {};
}

void CsvColumns::choose_texts(const ReadOptions& options) {
  if (options.text_fields.empty()) {
    if (const auto column = usual_column(names_, usual_text_fields())) add_text(*column, kTextPart);
    return;
  }
  const bool text_is_named =
      std::find(options.text_fields.begin(), options.text_fields.end(), kTextPart) != options.text_fields.end();
  for (const std::string& field : options.text_fields) {
    // The text of an HTML field is a part named "text", so that it can be written and read again as text.
    const bool is_renamed = field == kHtmlField && !text_is_named;
    if (const auto column = column_named(names_, field)) add_text(*column, is_renamed ? kTextPart : field);
  }
}

void CsvColumns::add_text(std::size_t index, std::string_view part) {
  texts_.push_back({index, std::string(part), equal_but_for_case(names_[index], kHtmlField)});
}

bool are_certainly_columns(std::span<const std::string_view> names) {
  if (names.size() < 2 || !std::all_of(names.begin(), names.end(), is_plain_name)) return false;
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return false;
  const std::vector<std::string> columns(names.begin(), names.end());
  return usual_column(columns, usual_text_fields()).has_value();
}

}  // namespace cento
