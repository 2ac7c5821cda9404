#include "engine/source/arrow_rows.hpp"

#include <cstring>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "engine/source/memory_collection.hpp"

namespace cento {

namespace {

constexpr std::string_view kRows = "row";

std::optional<ArrowLayout> layout_of(std::string_view format) {
  if (format == "u") return ArrowLayout::utf8;
  if (format == "U") return ArrowLayout::large_utf8;
  if (format == "i") return ArrowLayout::int32;
  if (format == "I") return ArrowLayout::uint32;
  if (format == "l") return ArrowLayout::int64;
  if (format == "L") return ArrowLayout::uint64;
  return std::nullopt;
}

bool is_text(ArrowLayout layout) {
  return layout == ArrowLayout::utf8 || layout == ArrowLayout::large_utf8;
}

/// A record batch is a struct: its children are the columns, and its offset counts rows of theirs.
const ArrowArray& column_of(const ArrowArray& rows, std::int64_t child) {
  return *rows.children[child];
}

bool is_null(const ArrowArray& column, std::int64_t row) {
  if (column.null_count == 0 || column.n_buffers == 0 || column.buffers[0] == nullptr) return false;
  const auto* bits = static_cast<const std::uint8_t*>(column.buffers[0]);
  const std::int64_t at = column.offset + row;
  return (bits[at / 8] >> (at % 8) & 1U) == 0;
}

template <typename Number>
Number value_at(const ArrowArray& column, int buffer, std::int64_t at) {
  Number value;
  std::memcpy(&value, static_cast<const char*>(column.buffers[buffer]) + at * static_cast<std::int64_t>(sizeof(Number)),
              sizeof(Number));
  return value;
}

template <typename Offset>
std::string_view text_at(const ArrowArray& column, std::int64_t row) {
  const std::int64_t at = column.offset + row;
  const auto begin = static_cast<std::size_t>(value_at<Offset>(column, 1, at));
  const auto end = static_cast<std::size_t>(value_at<Offset>(column, 1, at + 1));
  return {static_cast<const char*>(column.buffers[2]) + begin, end - begin};
}

std::string number_at(const ArrowArray& column, ArrowLayout layout, std::int64_t row) {
  const std::int64_t at = column.offset + row;
  switch (layout) {
    case ArrowLayout::int32: return fmt::format("{}", value_at<std::int32_t>(column, 1, at));
    case ArrowLayout::uint32: return fmt::format("{}", value_at<std::uint32_t>(column, 1, at));
    case ArrowLayout::int64: return fmt::format("{}", value_at<std::int64_t>(column, 1, at));
    default: return fmt::format("{}", value_at<std::uint64_t>(column, 1, at));
  }
}

}  // namespace

ArrowRows::ArrowRows(const ArrowSchema& schema, const ArrowColumns& columns) {
  if (schema.format == nullptr || std::string_view(schema.format) != "+s") {
    throw Error("the Arrow stream does not consist of record batches");
  }
  if (columns.text.empty()) throw UsageError("text must name at least one column");
  for (const std::string& name : columns.text) texts_.push_back(find(schema, name, false));
  if (!columns.id.empty()) id_ = find(schema, columns.id, true);
}

ArrowRows::Column ArrowRows::find(const ArrowSchema& schema, const std::string& name, bool may_be_number) {
  std::string names;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    const std::string_view child_name = child.name == nullptr ? "" : child.name;
    if (!names.empty()) names += ", ";
    names += child_name;
    if (child_name != name) continue;
    const auto layout = child.dictionary == nullptr ? layout_of(child.format) : std::nullopt;
    if (layout && (is_text(*layout) || may_be_number)) return {name, i, *layout};
    throw Error(fmt::format("the column \"{}\" has the Arrow type \"{}\"; it must be {}", name, child.format,
                            may_be_number ? "string or integer" : "string"));
  }
  throw Error(fmt::format("there is no column \"{}\"; columns: {}", name, names));
}

std::optional<std::string_view> ArrowRows::text(const ArrowArray& rows, const Column& column, std::int64_t row) {
  const ArrowArray& values = column_of(rows, column.child);
  const std::int64_t at = rows.offset + row;
  if (is_null(values, at)) return std::nullopt;
  return column.layout == ArrowLayout::utf8 ? text_at<std::int32_t>(values, at) : text_at<std::int64_t>(values, at);
}

std::optional<std::string> ArrowRows::id(const ArrowArray& rows, std::int64_t row) const {
  const ArrowArray& values = column_of(rows, id_->child);
  if (is_null(values, rows.offset + row)) return std::nullopt;
  if (is_text(id_->layout)) return std::string(*text(rows, *id_, row));
  return number_at(values, id_->layout, rows.offset + row);
}

std::uint64_t ArrowRows::text_bytes(const ArrowArray& rows, std::int64_t row) const {
  std::uint64_t bytes = 0;
  for (const Column& column : texts_) bytes += text(rows, column, row).value_or("").size();
  return bytes;
}

void ArrowRows::add(const ArrowArray& rows, std::int64_t begin, std::int64_t end, std::uint64_t first,
                    DocumentBatch& batch) const {
  std::vector<Part> parts;
  for (std::int64_t row = begin; row < end; ++row) {
    const Place place{kRows, first + static_cast<std::uint64_t>(row) + 1};
    std::string problem;
    parts.clear();
    for (const Column& column : texts_) {
      const auto value = text(rows, column, row);
      if (!value) continue;
      if (problem.empty()) problem = problem_of_text(*value);
      parts.push_back({texts_.size() == 1 ? std::string_view("text") : std::string_view(column.name), *value});
    }
    if (parts.empty()) problem = "the row has no text";
    const auto own_id = id_ ? id(rows, row) : fmt::format("{}", place.line);
    if (problem.empty() && !own_id) problem = "the row has no id";
    if (!problem.empty()) {
      batch.reject(place, problem);
      continue;
    }
    Document& document = batch.add(batch.arena.store(*own_id), parts);
    document.place = place;
  }
}

}  // namespace cento
