#include "read/arrow/table_columns.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/field_names.hpp"

namespace cento {

namespace {

constexpr std::string_view kTextPart = "text";

bool is_html_column(std::string_view name) {
  return name == "html" || name.ends_with(".html");
}

/// A column with one of the names that can be used: strings, or also integers.
std::optional<ArrowColumn> usual_column(const ArrowSchema& table, std::span<const std::string_view> names,
                                        bool may_be_number) {
  for (const std::string_view name : names) {
    std::optional<ArrowColumn> column = find_arrow_column(table, name);
    if (!column) continue;
    if (is_text_layout(column->layout) || (may_be_number && is_integer_layout(column->layout))) return column;
  }
  return std::nullopt;
}

/// The text of a page is a part named "text", as in JSON lines.
ArrowRowOptions::Text named_text(const std::string& name, const std::vector<std::string>& names) {
  const bool is_taken = std::find(names.begin(), names.end(), kTextPart) != names.end();
  const bool is_html = is_html_column(name);
  return {name, is_html && !is_taken ? std::string(kTextPart) : name, is_html};
}

std::vector<ArrowRowOptions::Text> usual_texts(const ArrowSchema& table) {
  if (const auto column = usual_column(table, usual_text_fields(), false)) {
    return {{column->name, std::string(kTextPart), is_html_column(column->name)}};
  }
  constexpr std::array<std::string_view, 1> kA{"a"};
  constexpr std::array<std::string_view, 1> kB{"b"};
  if (usual_column(table, kA, false) && usual_column(table, kB, false)) return {{"a", "a"}, {"b", "b"}};
  const std::vector<std::string> names = arrow_column_names(table);
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw Error(fmt::format("the table has no column \"text\"; it has: {} (name the text with `text_fields`)",
                          list_field_names(views)));
}

}  // namespace

TableColumns choose_table_columns(const ArrowSchema& table, const ReadOptions& options, std::string_view file) {
  TableColumns columns;
  for (const std::string& name : options.text_fields) {
    columns.rows.texts.push_back(named_text(name, options.text_fields));
  }
  if (columns.rows.texts.empty()) columns.rows.texts = usual_texts(table);
  columns.rows.id = options.id_field;
  columns.rows.id_is_required = !options.id_field.empty();
  if (options.id_field.empty()) {
    if (const auto column = usual_column(table, usual_id_fields(), true)) columns.rows.id = column->name;
  }
  columns.rows.row_id_prefix = fmt::format("{}:", file);
  columns.rows.file = file;
  columns.rows.has_metadata = true;
  columns.rows.max_text_bytes = options.max_document_bytes;
  for (const ArrowRowOptions::Text& text : columns.rows.texts) {
    columns.texts.push_back(need_arrow_column(table, text.column, false));
  }
  std::vector<ArrowColumn> used = columns.texts;
  if (!columns.rows.id.empty()) used.push_back(need_arrow_column(table, columns.rows.id, true));
  for (const ArrowColumn& column : used) columns.paths.add(column.path);
  for (const std::vector<std::int64_t>& path : ArrowMetadata(table, used).paths()) columns.paths.add(path);
  return columns;
}

}  // namespace cento
