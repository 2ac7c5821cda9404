#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cento {

/// A table of a study, for people and for programs.
struct StudyTable {
  /// The name of a column or row: in the printed table, and in the CSV file.
  struct Name {
    std::string shown;
    std::string csv;
  };
  enum class Unit { count, ratio, percent, amount };  // amount: a number with decimals
  struct Column {
    Name name;
    Unit unit;
  };
  struct Row {
    Name name;
    std::vector<std::optional<double>> values;  // one per column; empty if undefined
  };

  std::string file;  // "table_3_1", without .csv
  std::string title;
  Name row_names;  // what the row names are
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// Aligned columns under the title. A percentage is shown as one, an undefined value as a dash.
[[nodiscard]] std::string to_text(const StudyTable& table);

/// A line of names, then one line per row; names in `csv` need no quotes. Percentages are shares of 1, undefined values
/// are empty.
[[nodiscard]] std::string to_csv(const StudyTable& table);

}  // namespace cento
