#include "read/input.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "read/record_block.hpp"

namespace cento {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 20;

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}

  std::size_t read(char* out, std::size_t size) override {
    const std::size_t taken = std::min(size, rest_.size());
    if (taken != 0) std::memcpy(out, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace

Input::Input(std::string_view file, std::string path, std::unique_ptr<ByteSource> source)
    : file_(file), path_(std::move(path)), source_(std::move(source)) {}

std::string_view Input::peek(std::size_t wanted) {
  if (end_ - begin_ < wanted && !source_ended_) fill(wanted);
  return {window_.get() + begin_, end_ - begin_};
}

void Input::consume(std::size_t size) {
  begin_ += size;
  offset_ += size;
}

void Input::fill(std::size_t wanted) {
  const std::size_t unread = end_ - begin_;
  if (window_ == nullptr || wanted > capacity_) {
    const std::size_t capacity = std::max({kWindowBytes, wanted, capacity_ * 2});
    auto larger = std::make_unique_for_overwrite<char[]>(capacity + PaddedBytes::kPadding);
    if (unread != 0) std::memcpy(larger.get(), window_.get() + begin_, unread);
    window_ = std::move(larger);
    capacity_ = capacity;
  } else if (unread != 0) {
    std::memmove(window_.get(), window_.get() + begin_, unread);
  }
  begin_ = 0;
  end_ = unread;
  while (end_ < wanted) {
    const std::size_t got = source_->read(window_.get() + end_, capacity_ - end_);
    if (got == 0) {
      source_ended_ = true;
      break;
    }
    end_ += got;
  }
  std::memset(window_.get() + end_, 0, PaddedBytes::kPadding);
}

std::unique_ptr<Input> memory_input(std::string_view file, std::string_view bytes) {
  return std::make_unique<Input>(file, std::string(), std::make_unique<MemorySource>(bytes));
}

}  // namespace cento
