#pragma once

#include <memory>
#include <vector>

#include <arrow/record_batch.h>

#include "arrow_files/table_copy.hpp"
#include "read/arrow/arrow_files_interface.hpp"

/// A new file of rows, written group by group.
struct CentoArrowWriter {
  CentoArrowWriter() = default;
  virtual ~CentoArrowWriter() = default;
  CentoArrowWriter(const CentoArrowWriter&) = delete;
  CentoArrowWriter& operator=(const CentoArrowWriter&) = delete;

  /// Of the rows that are added.
  [[nodiscard]] virtual const std::shared_ptr<arrow::Schema>& schema() const = 0;
  /// Writes one group, which is not empty.
  virtual void write(const std::vector<std::shared_ptr<arrow::RecordBatch>>& rows) = 0;
  virtual void finish() = 0;

  std::vector<std::shared_ptr<arrow::RecordBatch>> open;  // the rows of the next group
};

namespace cento::arrow_files {

/// A new file of a kind. `schema` is what the file says of its columns.
[[nodiscard]] std::unique_ptr<CentoArrowWriter> begin_writer(CentoArrowKind kind,
                                                             const std::shared_ptr<arrow::Schema>& schema,
                                                             OutputBytes output);

}  // namespace cento::arrow_files
