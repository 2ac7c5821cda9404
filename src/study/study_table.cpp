#include "study/study_table.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace cento {

namespace {

std::string shown(const std::optional<double>& value, StudyTable::Unit unit) {
  constexpr double kPercent = 100;
  if (!value) return "–";
  switch (unit) {
    case StudyTable::Unit::count: return fmt::format("{:.0f}", *value);
    case StudyTable::Unit::percent: return fmt::format("{:.2f}%", *value * kPercent);
    case StudyTable::Unit::amount: return fmt::format("{:.1f}", *value);
    default: return fmt::format("{:.4f}", *value);
  }
}

std::string csv_value(const std::optional<double>& value, StudyTable::Unit unit) {
  if (!value) return "";
  return unit == StudyTable::Unit::count ? fmt::format("{:.0f}", *value) : fmt::format("{:.6f}", *value);
}

/// The cells as printed, the line of names first.
std::vector<std::vector<std::string>> shown_lines(const StudyTable& table) {
  std::vector<std::vector<std::string>> lines = {{table.row_names.shown}};
  for (const StudyTable::Column& column : table.columns) lines.front().push_back(column.name.shown);
  for (const StudyTable::Row& row : table.rows) {
    lines.push_back({row.name.shown});
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      lines.back().push_back(shown(row.values[i], table.columns[i].unit));
    }
  }
  return lines;
}

std::size_t characters_in(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

}  // namespace

std::string to_text(const StudyTable& table) {
  const auto lines = shown_lines(table);
  std::vector<std::size_t> widths(table.columns.size() + 1, 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], characters_in(line[i]));
  }
  std::string text = table.title + "\n";
  for (const auto& line : lines) {
    text += line.front() + std::string(widths.front() - characters_in(line.front()), ' ');
    for (std::size_t i = 1; i < line.size(); ++i) {
      text += std::string(2 + widths[i] - characters_in(line[i]), ' ') + line[i];
    }
    text += '\n';
  }
  return text;
}

std::string to_csv(const StudyTable& table) {
  std::string csv = table.row_names.csv;
  for (const StudyTable::Column& column : table.columns) csv += "," + column.name.csv;
  csv += '\n';
  for (const StudyTable::Row& row : table.rows) {
    csv += row.name.csv;
    for (std::size_t i = 0; i < row.values.size(); ++i) csv += "," + csv_value(row.values[i], table.columns[i].unit);
    csv += '\n';
  }
  return csv;
}

}  // namespace cento
