#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <arrow/buffer.h>
#include <parquet/column_page.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include "arrow_files/parquet_file.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// A column of a copied group: pages that are to be written, or bytes that were. The bytes begin with kBeforeColumn
/// others, as those of the first column of a file do: offset 0 means that there is none.
struct CopiedColumn {
  std::deque<std::shared_ptr<parquet::DataPage>> pages;
  std::int64_t nulls = 0;  // in the pages

  std::shared_ptr<arrow::Buffer> bytes;                          // null: pages
  std::unique_ptr<parquet::ColumnChunkMetaDataBuilder> builder;  // owns what the metadata refers to
  std::unique_ptr<parquet::ColumnChunkMetaData> metadata;
};

inline constexpr std::size_t kBeforeColumn = 4;

/// The chosen rows of a group, encoded and compressed by several threads: columns of long strings page by page, the
/// others as a whole. `schema` is the file's, and outlives the columns.
[[nodiscard]] std::vector<CopiedColumn> copy_group(ParquetFile& file, int group, const CentoArrowChoice& choice,
                                                   const parquet::SchemaDescriptor& schema,
                                                   const std::shared_ptr<parquet::WriterProperties>& properties,
                                                   std::size_t threads);

/// Whether a dictionary served for all values of a column, not only for the first.
[[nodiscard]] bool keeps_dictionary(const parquet::ColumnChunkMetaData& column);

}  // namespace cento::arrow_files
