#include <cstdint>
#include <utility>
#include <vector>

#include <arrow/ipc/writer.h>

#include "arrow_files/batch_cuts.hpp"
#include "arrow_files/batch_filter.hpp"
#include "arrow_files/problem.hpp"
#include "arrow_files/table_copy.hpp"

namespace cento::arrow_files {

namespace {

struct PreparedBatch {
  std::shared_ptr<arrow::RecordBatch> batch;
  std::vector<NewTexts> new_texts;
};

struct PreparedBatches final : CentoArrowGroup {
  std::vector<PreparedBatch> batches;
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
    arrow::ipc::IpcWriteOptions options;
    options.emit_dictionary_deltas = true;
    writer_ = file.is_stream() ? checked(arrow::ipc::MakeStreamWriter(std::move(output), schema_, options))
                               : checked(arrow::ipc::MakeFileWriter(std::move(output), schema_, options));
  }

  [[nodiscard]] bool can_continue(const CentoArrowFile& file) const override {
    return const_cast<CentoArrowFile&>(file).schema()->Equals(*schema_);
  }

  [[nodiscard]] std::unique_ptr<CentoArrowGroup> prepare(CentoArrowFile& file, std::int64_t group,
                                                         const CentoArrowChoice& choice,
                                                         std::size_t /*threads*/) override {
    auto prepared = std::make_unique<PreparedBatches>();
    const auto rows = file.read(group, all_columns(*schema_), choice.rows);
    std::int64_t row = 0;
    for (auto piece = rows->next(choice.rows); piece != nullptr; piece = rows->next(choice.rows)) {
      std::vector<NewTexts> new_texts;
      const std::shared_ptr<arrow::RecordBatch> batch = cut_batch(piece->unpack(), row, choice, new_texts);
      const std::shared_ptr<arrow::RecordBatch> kept = filter_batch(*batch, choice.keeps + row);
      row += batch->num_rows();
      if (kept->num_rows() > 0) prepared->batches.push_back({kept, std::move(new_texts)});
    }
    return prepared;
  }

  void append(CentoArrowGroup& prepared) override {
    for (const auto& [batch, new_texts] : dynamic_cast<PreparedBatches&>(prepared).batches) {
      check(writer_->WriteRecordBatch(*dictionaries_.add(batch, new_texts)));
    }
  }

  void finish() override { check(writer_->Close()); }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
  GrowingDictionaries dictionaries_;
};

}  // namespace

std::unique_ptr<CentoArrowCopy> begin_ipc_copy(CentoArrowFile& file, OutputBytes output) {
  return std::make_unique<IpcCopy>(file, std::move(output));
}

}  // namespace cento::arrow_files
