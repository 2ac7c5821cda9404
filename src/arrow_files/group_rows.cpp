#include "arrow_files/group_rows.hpp"

#include <algorithm>
#include <utility>

#include "arrow_files/problem.hpp"

namespace cento::arrow_files {

namespace {

class BatchPiece final : public CentoArrowPiece {
 public:
  explicit BatchPiece(std::shared_ptr<arrow::RecordBatch> batch) : batch_(std::move(batch)) {}

  [[nodiscard]] std::int64_t rows() const override { return batch_->num_rows(); }
  [[nodiscard]] std::shared_ptr<arrow::RecordBatch> unpack() override { return batch_; }

 private:
  std::shared_ptr<arrow::RecordBatch> batch_;
};

class BatchRows final : public CentoArrowRows {
 public:
  explicit BatchRows(std::shared_ptr<arrow::RecordBatchReader> batches) : slices_(std::move(batches)) {}

  [[nodiscard]] std::unique_ptr<CentoArrowPiece> next(std::int64_t rows_most) override {
    std::shared_ptr<arrow::RecordBatch> batch = slices_.next(rows_most);
    return batch == nullptr ? nullptr : std::make_unique<BatchPiece>(std::move(batch));
  }

 private:
  BatchSlices slices_;
};

}  // namespace

std::shared_ptr<arrow::RecordBatch> BatchSlices::next(std::int64_t rows_most) {
  while (batch_ == nullptr || given_ == batch_->num_rows()) {
    check(batches_->ReadNext(&batch_));
    given_ = 0;
    if (batch_ == nullptr) return nullptr;
  }
  const std::int64_t taken = std::min(rows_most, batch_->num_rows() - given_);
  std::shared_ptr<arrow::RecordBatch> rows = taken == batch_->num_rows() ? batch_ : batch_->Slice(given_, taken);
  given_ += taken;
  return rows;
}

std::unique_ptr<CentoArrowRows> rows_of_batches(std::shared_ptr<arrow::RecordBatchReader> batches) {
  return std::make_unique<BatchRows>(std::move(batches));
}

}  // namespace cento::arrow_files
