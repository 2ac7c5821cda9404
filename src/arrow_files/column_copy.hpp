#pragma once

#include <parquet/column_reader.h>
#include <parquet/column_writer.h>

#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// Copies the values of the chosen rows from a column of a row group, with their nesting and nulls as they are stored:
/// nothing is converted on the way.
void copy_column(parquet::ColumnReader& in, parquet::ColumnWriter& out, const CentoArrowChoice& choice);

}  // namespace cento::arrow_files
