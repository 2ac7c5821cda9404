#include "arrow_files/column_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include <arrow/buffer.h>

#include "arrow_files/reused_memory.hpp"

namespace cento::arrow_files {

namespace {

class ColumnBytes final : public arrow::io::InputStream {
 public:
  ColumnBytes(FileBytes file, std::int64_t first, std::int64_t size)
      : file_(std::move(file)), first_(first), at_(first), end_(first + size) {}

  arrow::Status Close() override {
    is_closed_ = true;
    return arrow::Status::OK();
  }
  [[nodiscard]] bool closed() const override { return is_closed_; }
  [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return at_ - first_; }

  arrow::Result<std::string_view> Peek(std::int64_t bytes) override {
    const std::int64_t wanted = std::min(bytes, end_ - at_);
    if (looked_at_ != at_ || wanted > looked_size()) {
      ARROW_ASSIGN_OR_RAISE(looked_, file_->ReadAt(at_, wanted));
      looked_at_ = at_;
    }
    return std::string_view(reinterpret_cast<const char*>(looked_->data()),
                            static_cast<std::size_t>(std::min(wanted, looked_size())));
  }

  arrow::Result<std::int64_t> Read(std::int64_t bytes, void* out) override {
    const std::int64_t wanted = std::min(bytes, end_ - at_);
    // What was looked at is not read again.
    const std::int64_t known = std::clamp<std::int64_t>(looked_at_ + looked_size() - at_, 0, wanted);
    if (known > 0) std::memcpy(out, looked_->data() + (at_ - looked_at_), static_cast<std::size_t>(known));
    std::int64_t got = known;
    if (known < wanted) {
      ARROW_ASSIGN_OR_RAISE(const std::int64_t more,
                            file_->ReadAt(at_ + known, wanted - known, static_cast<std::uint8_t*>(out) + known));
      got += more;
    }
    at_ += got;
    return got;
  }

  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t bytes) override {
    const std::int64_t wanted = std::min(bytes, end_ - at_);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ResizableBuffer> buffer,
                          arrow::AllocateResizableBuffer(wanted, reused_memory()));
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, Read(wanted, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got, false));
    return buffer;
  }

 private:
  [[nodiscard]] std::int64_t looked_size() const { return looked_ == nullptr ? 0 : looked_->size(); }

  FileBytes file_;
  std::int64_t first_;
  std::int64_t at_;
  std::int64_t end_;
  std::int64_t looked_at_ = -1;  // where looked_ begins
  std::shared_ptr<arrow::Buffer> looked_;
  bool is_closed_ = false;
};

}  // namespace

std::shared_ptr<arrow::io::InputStream> column_bytes(FileBytes file, std::int64_t first, std::int64_t size) {
  return std::make_shared<ColumnBytes>(std::move(file), first, size);
}

}  // namespace cento::arrow_files
