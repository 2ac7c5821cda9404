#include "read/input/record_block.hpp"

#include <cstring>

namespace cento {

namespace {
constexpr std::size_t kKeptBlockBytes = std::size_t{1} << 20;
}

void PaddedBytes::append(std::string_view more) {
  char* end = room(more.size());
  if (!more.empty()) std::memcpy(end, more.data(), more.size());
  extend(more.size());
}

char* PaddedBytes::room(std::size_t more) {
  memory_.grow(size_ + more + kPadding);
  return memory_.data() + size_;
}

void PaddedBytes::resize(std::size_t size) {
  size_ = size;
  std::memset(memory_.data() + size_, 0, kPadding);
}

void PaddedBytes::clear() {
  size_ = 0;
  if (memory_.capacity() > kKeptBlockBytes) memory_.release();
}

}  // namespace cento
