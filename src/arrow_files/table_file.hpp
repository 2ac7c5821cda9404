#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/io/file.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "arrow_files/group_rows.hpp"
#include "read/arrow/arrow_files_interface.hpp"

/// A file that holds a table. Thread-safe.
struct CentoArrowFile {
  using Path = std::vector<std::int64_t>;

  CentoArrowFile() = default;
  virtual ~CentoArrowFile() = default;
  CentoArrowFile(const CentoArrowFile&) = delete;
  CentoArrowFile& operator=(const CentoArrowFile&) = delete;

  [[nodiscard]] virtual std::int64_t groups() const = 0;
  [[nodiscard]] virtual std::int64_t group_rows(std::int64_t group) const = 0;
  [[nodiscard]] virtual std::int64_t group_bytes(std::int64_t group, const std::vector<Path>& columns) const = 0;
  /// Whether it has no index at its end, since it was written to a pipe.
  [[nodiscard]] virtual bool is_stream() const { return false; }
  [[nodiscard]] virtual std::shared_ptr<arrow::Schema> schema() = 0;
  [[nodiscard]] virtual std::shared_ptr<arrow::Schema> schema_of(const std::vector<Path>& columns) = 0;
  [[nodiscard]] virtual std::unique_ptr<CentoArrowRows> read(std::int64_t group, const std::vector<Path>& columns,
                                                             std::int64_t batch_rows) = 0;
};

namespace cento::arrow_files {

using Paths = std::vector<CentoArrowFile::Path>;
using FileBytes = std::shared_ptr<arrow::io::RandomAccessFile>;

[[nodiscard]] Paths paths_of(const CentoArrowPaths& paths);

/// By the first bytes. Throws when the file is damaged.
[[nodiscard]] std::unique_ptr<CentoArrowFile> open_table_file(const FileBytes& bytes);
[[nodiscard]] std::unique_ptr<CentoArrowFile> open_parquet_file(const FileBytes& bytes);
[[nodiscard]] std::unique_ptr<CentoArrowFile> open_ipc_file(const FileBytes& bytes);
[[nodiscard]] std::unique_ptr<CentoArrowFile> open_ipc_stream(const FileBytes& bytes);

}  // namespace cento::arrow_files
