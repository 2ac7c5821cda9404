#include "read/record_block.hpp"

#include <cstring>

namespace cento {

namespace {
constexpr std::size_t kKeptBytes = std::size_t{8} << 20;
}

void PaddedBytes::append(std::string_view more) {
  memory_.grow(size_ + more.size() + kPadding);
  if (!more.empty()) std::memcpy(memory_.data() + size_, more.data(), more.size());
  size_ += more.size();
  std::memset(memory_.data() + size_, 0, kPadding);
}

void PaddedBytes::clear() {
  size_ = 0;
  if (memory_.capacity() > kKeptBytes) memory_.release();
}

}  // namespace cento
