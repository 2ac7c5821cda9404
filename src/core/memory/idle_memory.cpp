#include "core/memory/idle_memory.hpp"

#include <malloc.h>

namespace cento {

void give_idle_memory_back(std::uint64_t budget_bytes) {
  constexpr std::uint64_t kIdleShare = 16;
  if (::mallinfo2().fordblks > budget_bytes / kIdleShare) ::malloc_trim(0);
}

void keep_little_idle(std::uint64_t budget_bytes) {
  constexpr std::uint64_t kSmallBudget = std::uint64_t{2} << 30;
  constexpr int kLargePiece = 1 << 20;
  constexpr int kMostIdleAtEnd = 4 << 20;
  if (budget_bytes > kSmallBudget) return;
  ::mallopt(M_MMAP_THRESHOLD, kLargePiece);
  ::mallopt(M_TRIM_THRESHOLD, kMostIdleAtEnd);
}

}  // namespace cento
