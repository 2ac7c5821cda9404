#pragma once

#include <cstdint>
#include <memory>

#include <arrow/record_batch.h>

#include "read/arrow/arrow_files_interface.hpp"

/// Some rows of a group, as far as only one thread at a time could prepare them.
struct CentoArrowPiece {
  CentoArrowPiece() = default;
  virtual ~CentoArrowPiece() = default;
  CentoArrowPiece(const CentoArrowPiece&) = delete;
  CentoArrowPiece& operator=(const CentoArrowPiece&) = delete;

  [[nodiscard]] virtual std::int64_t rows() const = 0;
  /// Does the rest of the work, on any thread.
  [[nodiscard]] virtual std::shared_ptr<arrow::RecordBatch> unpack() = 0;
};

/// The rows of a group from the first to the last. Not thread-safe.
struct CentoArrowRows {
  CentoArrowRows() = default;
  virtual ~CentoArrowRows() = default;
  CentoArrowRows(const CentoArrowRows&) = delete;
  CentoArrowRows& operator=(const CentoArrowRows&) = delete;

  /// At most that many; null at the end.
  [[nodiscard]] virtual std::unique_ptr<CentoArrowPiece> next(std::int64_t rows_most) = 0;
};

namespace cento::arrow_files {

/// Gives out the rows of batches, fewer at a time than a batch has.
class BatchSlices {
 public:
  explicit BatchSlices(std::shared_ptr<arrow::RecordBatchReader> batches) : batches_(std::move(batches)) {}

  /// Null at the end.
  [[nodiscard]] std::shared_ptr<arrow::RecordBatch> next(std::int64_t rows_most);

 private:
  std::shared_ptr<arrow::RecordBatchReader> batches_;
  std::shared_ptr<arrow::RecordBatch> batch_;  // the current one; null: the next is to be read
  std::int64_t given_ = 0;                     // of its rows
};

/// Rows that Arrow reads whole.
[[nodiscard]] std::unique_ptr<CentoArrowRows> rows_of_batches(std::shared_ptr<arrow::RecordBatchReader> batches);

}  // namespace cento::arrow_files
