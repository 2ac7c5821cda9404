#include "core/growable_bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace cento {

void GrowableBytes::grow(std::size_t wanted) {
  if (wanted <= capacity_) return;
  const std::size_t capacity = std::max(wanted, capacity_ * 2);
  char* const old = bytes_.release();
  auto* const larger = static_cast<char*>(std::realloc(old, capacity));
  if (larger == nullptr) {
    bytes_.reset(old);
    throw std::bad_alloc();
  }
  bytes_.reset(larger);
  capacity_ = capacity;
}

void GrowableBytes::release() {
  bytes_.reset();
  capacity_ = 0;
}

}  // namespace cento
