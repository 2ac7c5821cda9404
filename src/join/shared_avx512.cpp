#include <immintrin.h>

#include "join/shared_kernels.hpp"

namespace cento {

// Compares eight features of one set with eight of the other, all with all by rotating one vector; then advances past
// the eight that end lower.
void count_shared_avx512(SharedCount& count, std::size_t steps) {
  constexpr std::size_t kLanes = 8;
  const __m512i turn = _mm512_set_epi64(0, 7, 6, 5, 4, 3, 2, 1);
  const std::uint64_t* a = count.a;
  const std::uint64_t* b = count.b;
  std::uint32_t shared = count.shared;
  for (std::size_t step = 0; step < steps; step += kLanes) {
    if (count.a_end - a < static_cast<std::ptrdiff_t>(kLanes)) break;
    if (count.b_end - b < static_cast<std::ptrdiff_t>(kLanes)) break;
    const __m512i left = _mm512_loadu_si512(a);
    __m512i right = _mm512_loadu_si512(b);
    unsigned equal = _mm512_cmpeq_epi64_mask(left, right);
    for (std::size_t i = 1; i < kLanes; ++i) {
      right = _mm512_permutexvar_epi64(turn, right);
      equal |= _mm512_cmpeq_epi64_mask(left, right);
    }
    shared += static_cast<std::uint32_t>(__builtin_popcount(equal));
    const std::uint64_t last_left = a[kLanes - 1];
    const std::uint64_t last_right = b[kLanes - 1];
    a += last_left <= last_right ? kLanes : 0;
    b += last_right <= last_left ? kLanes : 0;
  }
  count.a = a;
  count.b = b;
  count.shared = shared;
}

}  // namespace cento
