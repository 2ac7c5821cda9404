#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <arrow/io/interfaces.h>
#include <arrow/ipc/reader.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/table_file.hpp"

namespace cento::arrow_files {

namespace {

/// The columns of the table in which the paths begin, ascending.
std::vector<int> columns_of(const Paths& paths) {
  std::vector<int> columns;
  for (const CentoArrowFile::Path& path : paths) columns.push_back(static_cast<int>(path.at(0)));
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

arrow::ipc::IpcReadOptions options_for(std::vector<int> columns) {
  arrow::ipc::IpcReadOptions options = arrow::ipc::IpcReadOptions::Defaults();
  options.use_threads = false;
  options.memory_pool = reused_memory();
  options.included_fields = std::move(columns);
  return options;
}

/// Batches that were checked: the offsets of a damaged file may lead anywhere.
class CheckedReader final : public arrow::RecordBatchReader {
 public:
  explicit CheckedReader(std::shared_ptr<arrow::RecordBatchReader> batches) : batches_(std::move(batches)) {}

  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(batches_->ReadNext(batch));
    return *batch == nullptr ? arrow::Status::OK() : (*batch)->ValidateFull();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> batches_;
};

/// One record batch of a file, read when it is asked for.
class OneBatchReader final : public arrow::RecordBatchReader {
 public:
  OneBatchReader(std::shared_ptr<arrow::ipc::RecordBatchFileReader> file, int number)
      : file_(std::move(file)), number_(number) {}

  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return file_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (was_read_) return arrow::Status::OK();
    was_read_ = true;
    return file_->ReadRecordBatch(number_).Value(batch);
  }

 private:
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> file_;
  int number_;
  bool was_read_ = false;
};

/// A record batch is a group.
class IpcFile final : public CentoArrowFile {
 public:
  explicit IpcFile(FileBytes bytes) : bytes_(std::move(bytes)), file_(open({})) {
    const auto counting = open({0});
    for (int i = 0; i < counting->num_record_batches(); ++i) {
      rows_.push_back(checked(counting->ReadRecordBatch(i))->num_rows());
    }
  }

  [[nodiscard]] std::int64_t groups() const override { return static_cast<std::int64_t>(rows_.size()); }
  [[nodiscard]] std::int64_t group_rows(std::int64_t group) const override {
    return rows_.at(static_cast<std::size_t>(group));
  }
  [[nodiscard]] std::int64_t group_bytes(std::int64_t /*group*/, const Paths& /*columns*/) const override { return -1; }
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() override { return file_->schema(); }
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema_of(const Paths& columns) override {
    return open(columns_of(columns))->schema();
  }
  [[nodiscard]] std::unique_ptr<CentoArrowRows> read(std::int64_t group, const Paths& columns,
                                                     std::int64_t /*batch_rows*/) override {
    return rows_of_batches(std::make_shared<CheckedReader>(
        std::make_shared<OneBatchReader>(open(columns_of(columns)), static_cast<int>(group))));
  }

 private:
  [[nodiscard]] std::shared_ptr<arrow::ipc::RecordBatchFileReader> open(std::vector<int> columns) const {
    return checked(arrow::ipc::RecordBatchFileReader::Open(bytes_, options_for(std::move(columns))));
  }

  FileBytes bytes_;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> file_;
  std::vector<std::int64_t> rows_;
};

/// All record batches are one group, since they can only be read in order.
class IpcStream final : public CentoArrowFile {
 public:
  explicit IpcStream(FileBytes bytes) : bytes_(std::move(bytes)), size_(checked(bytes_->GetSize())) {
    schema_ = open({})->schema();
    const auto counting = open({0});
    for (auto batch = checked(counting->Next()); batch != nullptr; batch = checked(counting->Next())) {
      rows_ += batch->num_rows();
    }
  }

  [[nodiscard]] bool is_stream() const override { return true; }
  [[nodiscard]] std::int64_t groups() const override { return rows_ == 0 ? 0 : 1; }
  [[nodiscard]] std::int64_t group_rows(std::int64_t /*group*/) const override { return rows_; }
  [[nodiscard]] std::int64_t group_bytes(std::int64_t /*group*/, const Paths& /*columns*/) const override { return -1; }
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() override { return schema_; }
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema_of(const Paths& columns) override {
    return open(columns_of(columns))->schema();
  }
  [[nodiscard]] std::unique_ptr<CentoArrowRows> read(std::int64_t /*group*/, const Paths& columns,
                                                     std::int64_t /*batch_rows*/) override {
    return rows_of_batches(std::make_shared<CheckedReader>(open(columns_of(columns))));
  }

 private:
  [[nodiscard]] std::shared_ptr<arrow::RecordBatchReader> open(std::vector<int> columns) const {
    const auto stream = checked(arrow::io::RandomAccessFile::GetStream(bytes_, 0, size_));
    return checked(arrow::ipc::RecordBatchStreamReader::Open(stream, options_for(std::move(columns))));
  }

  FileBytes bytes_;
  std::int64_t size_;
  std::shared_ptr<arrow::Schema> schema_;
  std::int64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<CentoArrowFile> open_ipc_file(const FileBytes& bytes) {
  return std::make_unique<IpcFile>(bytes);
}

std::unique_ptr<CentoArrowFile> open_ipc_stream(const FileBytes& bytes) {
  return std::make_unique<IpcStream>(bytes);
}

}  // namespace cento::arrow_files
