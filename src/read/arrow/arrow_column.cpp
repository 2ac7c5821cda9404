#include "read/arrow/arrow_column.hpp"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/closest_name.hpp"
#include "read/field_names.hpp"

namespace cento {

namespace {

constexpr std::int64_t kInlineBytesMost = 12;  // of a string view: a longer string is in a buffer of its own

/// A string view as it is laid out when its string is longer than kInlineBytesMost.
struct LongView {
  std::int32_t size;
  std::array<char, 4> prefix;
  std::int32_t buffer;
  std::int32_t offset;
};

std::string_view name_of(const ArrowSchema& column) {
  return column.name == nullptr ? std::string_view() : std::string_view(column.name);
}

bool is_struct(const ArrowSchema& column) {
  return column.dictionary == nullptr && arrow_value_layout(column) == ArrowLayout::structure;
}

bool bit_at(const std::uint8_t* bits, std::int64_t at) {
  return (bits[at / 8] >> (at % 8) & 1U) != 0;
}

bool may_have_nulls(const ArrowArray& array) {
  return array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr;
}

template <typename Value>
Value value_at(const ArrowArray& array, int buffer, std::int64_t at) {
  Value value;
  const auto* bytes = static_cast<const char*>(array.buffers[buffer]);
  std::memcpy(&value, bytes + at * static_cast<std::int64_t>(sizeof(Value)), sizeof(Value));
  return value;
}

template <typename Offset>
std::string_view string_at(const ArrowArray& array, std::int64_t at) {
  const auto begin = value_at<Offset>(array, 1, at);
  const auto end = value_at<Offset>(array, 1, at + 1);
  if (end <= begin) return {};  // the buffer may be null when all strings are empty
  return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

std::string_view viewed_at(const ArrowArray& array, std::int64_t at) {
  const auto view = value_at<LongView>(array, 1, at);
  const auto size = static_cast<std::size_t>(view.size);
  if (view.size <= kInlineBytesMost) {
    const auto* own = static_cast<const char*>(array.buffers[1]) + at * static_cast<std::int64_t>(sizeof(LongView));
    return {own + sizeof(view.size), size};
  }
  return {static_cast<const char*>(array.buffers[2 + view.buffer]) + view.offset, size};
}

std::string_view text_at(const ArrowArray& array, ArrowLayout layout, std::int64_t at) {
  switch (layout) {
    case ArrowLayout::strings: return string_at<std::int32_t>(array, at);
    case ArrowLayout::large_strings: return string_at<std::int64_t>(array, at);
    default: return viewed_at(array, at);
  }
}

/// Calls `use` with the integer.
template <typename Use>
auto with_integer(const ArrowArray& array, ArrowLayout layout, std::int64_t at, const Use& use) {
  switch (layout) {
    case ArrowLayout::int8: return use(value_at<std::int8_t>(array, 1, at));
    case ArrowLayout::uint8: return use(value_at<std::uint8_t>(array, 1, at));
    case ArrowLayout::int16: return use(value_at<std::int16_t>(array, 1, at));
    case ArrowLayout::uint16: return use(value_at<std::uint16_t>(array, 1, at));
    case ArrowLayout::int32: return use(value_at<std::int32_t>(array, 1, at));
    case ArrowLayout::uint32: return use(value_at<std::uint32_t>(array, 1, at));
    case ArrowLayout::int64: return use(value_at<std::int64_t>(array, 1, at));
    default: return use(value_at<std::uint64_t>(array, 1, at));
  }
}

void append_column_names(const ArrowSchema& table, const std::string& before, std::vector<std::string>& names) {
  for (std::int64_t i = 0; i < table.n_children; ++i) {
    const ArrowSchema& column = *table.children[i];
    const std::string name = before + std::string(name_of(column));
    if (is_struct(column) && column.n_children > 0) {
      append_column_names(column, name + ".", names);
    } else {
      names.push_back(name);
    }
  }
}

/// The schema of the column with that name, and its path; null when there is none.
const ArrowSchema* find_schema(const ArrowSchema& table, std::string_view name, std::vector<std::int64_t>& path) {
  for (std::int64_t i = 0; i < table.n_children; ++i) {
    if (name_of(*table.children[i]) != name) continue;
    path.push_back(i);
    return table.children[i];
  }
  for (std::int64_t i = 0; i < table.n_children; ++i) {
    const ArrowSchema& column = *table.children[i];
    const std::string_view outer = name_of(column);
    const bool leads_inside = name.size() > outer.size() && name.starts_with(outer) && name[outer.size()] == '.';
    if (!leads_inside || !is_struct(column)) continue;
    path.push_back(i);
    if (const ArrowSchema* found = find_schema(column, name.substr(outer.size() + 1), path)) return found;
    path.pop_back();
  }
  return nullptr;
}

[[noreturn]] void fail_without_column(const ArrowSchema& table, std::string_view name) {
  const std::vector<std::string> names = arrow_column_names(table);
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw Error(fmt::format("there is no column \"{}\"; columns: {}{}", name, list_field_names(views),
                          did_you_mean(name, names)));
}

}  // namespace

std::vector<std::string> arrow_column_names(const ArrowSchema& table) {
  std::vector<std::string> names;
  append_column_names(table, {}, names);
  return names;
}

std::optional<ArrowColumn> find_arrow_column(const ArrowSchema& table, std::string_view name) {
  ArrowColumn column{std::string(name), {}, ArrowLayout::other, std::nullopt};
  const ArrowSchema* found = find_schema(table, name, column.path);
  if (found == nullptr) return std::nullopt;
  column.layout = arrow_value_layout(*found);
  if (found->dictionary != nullptr) column.indices = arrow_layout(found->format);
  return column;
}

ArrowColumn need_arrow_column(const ArrowSchema& table, std::string_view name, bool may_be_number) {
  std::optional<ArrowColumn> column = find_arrow_column(table, name);
  if (!column) fail_without_column(table, name);
  if (is_text_layout(column->layout) || (may_be_number && is_integer_layout(column->layout))) return *std::move(column);
  std::vector<std::int64_t> path;
  const ArrowSchema& found = *find_schema(table, name, path);
  throw Error(fmt::format("the column \"{}\" has the type {}; it must be {}", name, arrow_type_name(found),
                          may_be_number ? "string or integer" : "string"));
}

ArrowValues::ArrowValues(const ArrowColumn& column, const ArrowArray& batch) : layout_(column.layout) {
  const ArrowArray* array = &batch;
  enter(*array);
  for (const std::int64_t child : column.path) {
    array = array->children[child];
    enter(*array);
  }
  values_ = array;
  if (!column.indices) return;
  index_layout_ = *column.indices;
  indices_ = array;
  values_ = array->dictionary;
}

/// The offset of a struct counts rows of its fields, too.
void ArrowValues::enter(const ArrowArray& array) {
  first_ += array.offset;
  if (may_have_nulls(array)) valid_.push_back({static_cast<const std::uint8_t*>(array.buffers[0]), first_});
}

/// Where a row's value is in the buffers of values_; empty if it is null.
std::optional<std::int64_t> ArrowValues::position(std::int64_t row) const {
  for (const ValidBits& valid : valid_) {
    if (!bit_at(valid.bits, valid.first + row)) return std::nullopt;
  }
  if (indices_ == nullptr) return first_ + row;
  const auto index =
      with_integer(*indices_, index_layout_, first_ + row, [](auto value) { return static_cast<std::int64_t>(value); });
  if (index < 0 || index >= values_->length) return std::nullopt;
  const std::int64_t at = values_->offset + index;
  if (may_have_nulls(*values_) && !bit_at(static_cast<const std::uint8_t*>(values_->buffers[0]), at)) {
    return std::nullopt;
  }
  return at;
}

std::optional<std::string_view> ArrowValues::text(std::int64_t row) const {
  const std::optional<std::int64_t> at = position(row);
  if (!at) return std::nullopt;
  return text_at(*values_, layout_, *at);
}

std::optional<std::string> ArrowValues::digits(std::int64_t row) const {
  const std::optional<std::int64_t> at = position(row);
  if (!at) return std::nullopt;
  return with_integer(*values_, layout_, *at, [](auto value) { return fmt::format("{}", +value); });
}

bool ArrowValues::bit(std::int64_t row) const {
  return bit_at(static_cast<const std::uint8_t*>(values_->buffers[1]), position(row).value());
}

const char* ArrowValues::fixed(std::int64_t row, std::size_t width) const {
  return static_cast<const char*>(values_->buffers[1]) + position(row).value() * static_cast<std::int64_t>(width);
}

}  // namespace cento
