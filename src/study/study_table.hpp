#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cento {

/// A table of a study, for people and for programs.
struct StudyTable {
  /// How a column or row is called: in the printed table, and in the CSV file.
  struct Name {
    std::string shown;
    std::string csv;
  };
  enum class Unit { count, ratio, percent, amount };  // amount: a number that is seldom whole
  struct Column {
    Name name;
    Unit unit;
  };
  struct Row {
    Name name;
    std::vector<std::optional<double>> values;  // one a column; empty where it is not defined
  };

  std::string file;  // "table_3_1", without .csv
  std::string title;
  Name row_names;  // what the names of the rows are
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// Aligned columns under the title. A percentage is shown as one, what is not defined as a dash.
[[nodiscard]] std::string to_text(const StudyTable& table);

/// A line of names, then a line a row; names in `csv` need no quotes. Percentages are shares of 1, what is not
/// defined is empty.
[[nodiscard]] std::string to_csv(const StudyTable& table);

}  // namespace cento
