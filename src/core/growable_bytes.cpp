#include "core/growable_bytes.hpp"

#include <algorithm>
#include <cstring>

namespace cento {

void GrowableBytes::grow(std::size_t wanted, std::size_t used) {
  if (wanted <= capacity_) return;
  const std::size_t capacity = std::max(wanted, capacity_ * 2);
  std::unique_ptr<char, FreeBytes> larger(static_cast<char*>(allocate_bytes(capacity)));
  if (used != 0) std::memcpy(larger.get(), bytes_.get(), used);
  bytes_ = std::move(larger);
  capacity_ = capacity;
}

void GrowableBytes::release() {
  bytes_.reset();
  capacity_ = 0;
}

}  // namespace cento
