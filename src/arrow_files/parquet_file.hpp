#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include "arrow_files/table_file.hpp"

namespace cento::arrow_files {

/// Each group is read by a reader of its own, which shares the file's metadata. Columns of long strings are read page
/// by page.
class ParquetFile final : public CentoArrowFile {
 public:
  explicit ParquetFile(FileBytes bytes);

  [[nodiscard]] std::int64_t groups() const override { return metadata_->num_row_groups(); }
  [[nodiscard]] std::int64_t group_rows(std::int64_t group) const override;
  [[nodiscard]] std::int64_t group_bytes(std::int64_t group, const Paths& columns) const override;
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() override;
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema_of(const Paths& columns) override;
  [[nodiscard]] std::unique_ptr<CentoArrowRows> read(std::int64_t group, const Paths& columns,
                                                     std::int64_t batch_rows) override;

  [[nodiscard]] const FileBytes& bytes() const { return bytes_; }
  [[nodiscard]] const std::shared_ptr<parquet::FileMetaData>& metadata() const { return metadata_; }
  /// A reader for one group.
  [[nodiscard]] std::unique_ptr<parquet::ParquetFileReader> open_again(std::int64_t group) const;
  /// The column of the file for a path that leads to values.
  [[nodiscard]] int leaf_of(const Path& path) const;

 private:
  [[nodiscard]] std::unique_ptr<parquet::arrow::FileReader> arrow_reader(std::int64_t batch_rows,
                                                                         bool is_by_pages) const;
  [[nodiscard]] bool is_read_by_pages(std::int64_t group, const std::vector<int>& leaves) const;
  [[nodiscard]] std::vector<int> leaves_of(const Paths& columns) const;
  [[nodiscard]] bool is_paged(const Path& path);
  [[nodiscard]] bool has_long_strings(int leaf) const;

  FileBytes bytes_;
  std::shared_ptr<parquet::FileMetaData> metadata_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;  // for the schema
  std::mutex mutex_;
  std::map<std::int64_t, bool> paged_;  // whether a column of the table is read page by page, as far as it was asked
};

}  // namespace cento::arrow_files
