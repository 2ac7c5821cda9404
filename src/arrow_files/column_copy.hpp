#pragma once

#include <parquet/column_reader.h>
#include <parquet/column_writer.h>
#include <parquet/metadata.h>

#include "arrow_files/value_cuts.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// Copies the values of the chosen rows from a column of a row group, with their nesting and nulls as they are stored:
/// nothing is converted on the way. `cuts`: those of the column, if it has strings.
void copy_column(parquet::ColumnReader& in, parquet::ColumnWriter& out, const parquet::ColumnChunkMetaData& chunk,
                 const CentoArrowChoice& choice, Cuts cuts);

}  // namespace cento::arrow_files
