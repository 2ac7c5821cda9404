#include "core/memory/growable_bytes.hpp"

#include <algorithm>

namespace cento {

void GrowableBytes::grow(std::size_t wanted) {
  if (wanted > capacity()) bytes_.grow(std::max(wanted, capacity() * 2));
}

}  // namespace cento
