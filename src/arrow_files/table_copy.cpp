#include "arrow_files/table_copy.hpp"

#include <utility>

#include <arrow/status.h>

namespace cento::arrow_files {

namespace {

class CalledOutput final : public arrow::io::OutputStream {
 public:
  CalledOutput(int (*write)(CentoArrowOutput*, const char*, std::int64_t), CentoArrowOutput* output)
      : write_(write), output_(output) {}

  arrow::Status Write(const void* data, std::int64_t size) override {
    if (write_(output_, static_cast<const char*>(data), size) != 0) return arrow::Status::IOError("not written");
    written_ += size;
    return arrow::Status::OK();
  }
  using arrow::io::OutputStream::Write;

  [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return written_; }
  arrow::Status Close() override {
    is_closed_ = true;
    return arrow::Status::OK();
  }
  [[nodiscard]] bool closed() const override { return is_closed_; }

 private:
  int (*write_)(CentoArrowOutput*, const char*, std::int64_t);
  CentoArrowOutput* output_;
  std::int64_t written_ = 0;
  bool is_closed_ = false;
};

}  // namespace

OutputBytes called_output(int (*write)(CentoArrowOutput*, const char*, std::int64_t), CentoArrowOutput* output) {
  return std::make_shared<CalledOutput>(write, output);
}

std::unique_ptr<CentoArrowCopy> begin_copy(CentoArrowFile& file, OutputBytes output) {
  if (auto copy = begin_parquet_copy(file, output)) return copy;
  return begin_ipc_copy(file, std::move(output));
}

}  // namespace cento::arrow_files
