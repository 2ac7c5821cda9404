#include "read/record_block.hpp"

#include <algorithm>
#include <cstring>

namespace cento {

namespace {
constexpr std::size_t kKeptBytes = std::size_t{8} << 20;
}

void PaddedBytes::append(std::string_view more) {
  if (size_ + more.size() > capacity_ || bytes_ == nullptr) grow(size_ + more.size());
  if (!more.empty()) std::memcpy(bytes_.get() + size_, more.data(), more.size());
  size_ += more.size();
}

void PaddedBytes::clear() {
  size_ = 0;
  if (capacity_ <= kKeptBytes) return;
  bytes_.reset();
  capacity_ = 0;
}

void PaddedBytes::grow(std::size_t wanted) {
  const std::size_t capacity = std::max(wanted, capacity_ * 2);
  auto larger = std::make_unique_for_overwrite<char[]>(capacity + kPadding);
  if (size_ != 0) std::memcpy(larger.get(), bytes_.get(), size_);
  std::memset(larger.get() + capacity, 0, kPadding);
  bytes_ = std::move(larger);
  capacity_ = capacity;
}

}  // namespace cento
