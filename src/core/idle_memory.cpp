#include "core/idle_memory.hpp"

#include <malloc.h>

namespace cento {

void give_idle_memory_back(std::uint64_t budget_bytes) {
  constexpr std::uint64_t kIdleShare = 16;
  if (::mallinfo2().fordblks > budget_bytes / kIdleShare) ::malloc_trim(0);
}

}  // namespace cento
