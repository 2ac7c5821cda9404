#pragma once

#include <string_view>

#include "read/arrow/arrow_rows.hpp"
#include "read/arrow/table_file.hpp"
#include "read/reader.hpp"

namespace cento {

/// Which columns of a table are read, and as what.
struct TableColumns {
  ArrowRowOptions rows;
  ColumnPaths paths;                    // of all of them
  std::vector<ArrowColumn> texts = {};  // as rows.texts has them
};

/// Chooses columns as fields of JSON lines are chosen: by the options' names, otherwise by the usual ones. Throws Error
/// when there is no text among them.
[[nodiscard]] TableColumns choose_table_columns(const ArrowSchema& table, const ReadOptions& options,
                                                std::string_view file);

}  // namespace cento
