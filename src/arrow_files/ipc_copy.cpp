#include <cstdint>
#include <utility>
#include <vector>

#include <arrow/array/builder_primitive.h>
#include <arrow/compute/api_vector.h>
#include <arrow/datum.h>
#include <arrow/ipc/writer.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/table_copy.hpp"

namespace cento::arrow_files {

namespace {

struct PreparedBatches final : CentoArrowGroup {
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
};

/// All columns of a table.
Paths all_columns(const arrow::Schema& schema) {
  Paths columns;
  for (int i = 0; i < schema.num_fields(); ++i) columns.push_back({i});
  return columns;
}

class IpcCopy final : public CentoArrowCopy {
 public:
  IpcCopy(CentoArrowFile& file, OutputBytes output) : schema_(file.schema()) {
    writer_ = file.is_stream() ? checked(arrow::ipc::MakeStreamWriter(std::move(output), schema_))
                               : checked(arrow::ipc::MakeFileWriter(std::move(output), schema_));
  }

  [[nodiscard]] bool can_continue(const CentoArrowFile& file) const override {
    return const_cast<CentoArrowFile&>(file).schema()->Equals(*schema_);
  }

  [[nodiscard]] std::unique_ptr<CentoArrowGroup> prepare(CentoArrowFile& file, std::int64_t group,
                                                         const CentoArrowChoice& choice) override {
    auto prepared = std::make_unique<PreparedBatches>();
    const auto batches = file.read(group, all_columns(*schema_), choice.rows);
    std::int64_t row = 0;
    for (auto batch = checked(batches->Next()); batch != nullptr; batch = checked(batches->Next())) {
      arrow::BooleanBuilder keeps;
      for (std::int64_t i = 0; i < batch->num_rows(); ++i) check(keeps.Append(choice.keeps[row++] != 0));
      const arrow::Datum kept = checked(arrow::compute::Filter(batch, checked(keeps.Finish())));
      if (kept.record_batch()->num_rows() > 0) prepared->batches.push_back(kept.record_batch());
    }
    return prepared;
  }

  void append(CentoArrowGroup& prepared) override {
    for (const auto& batch : dynamic_cast<PreparedBatches&>(prepared).batches) {
      check(writer_->WriteRecordBatch(*batch));
    }
  }

  void finish() override { check(writer_->Close()); }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

}  // namespace

std::unique_ptr<CentoArrowCopy> begin_ipc_copy(CentoArrowFile& file, OutputBytes output) {
  return std::make_unique<IpcCopy>(file, std::move(output));
}

}  // namespace cento::arrow_files
