#include <immintrin.h>

#include "sign/kernels/run_sum.hpp"

namespace cento {

namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kUsualTokens = 4 * kLanes;

/// Adds the products of those of the eight tokens from `first` on that are in `mask`.
__m512i with_products(__m512i sum, const std::uint64_t* tokens, std::size_t first, std::uint64_t mask) {
  const __m512i own = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask >> first), tokens + first);
  return _mm512_add_epi64(sum, _mm512_mullo_epi64(own, _mm512_loadu_si512(kRunFactors.data() + first)));
}

/// The sum of all lanes. The compiler's intrinsic adds them as signed integers, which must not overflow.
std::uint64_t sum_of_lanes(__m512i lanes) {
  const __m256i four = _mm256_add_epi64(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64(lanes, 1));
  const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two)) + static_cast<std::uint64_t>(_mm_extract_epi64(two, 1));
}

}  // namespace

/// Most sentences have few words; these take no loop, whose end would be mispredicted.
std::uint64_t run_sum_avx512(const std::uint64_t* tokens, std::size_t count) {
  const std::uint64_t mask = _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(count));
  __m512i even = with_products(_mm512_setzero_si512(), tokens, 0, mask);
  __m512i odd = with_products(_mm512_setzero_si512(), tokens, kLanes, mask);
  even = with_products(even, tokens, 2 * kLanes, mask);
  odd = with_products(odd, tokens, 3 * kLanes, mask);
  for (std::size_t first = kUsualTokens; first < count; first += kLanes) {
    even = with_products(even, tokens, first, mask);
  }
  return sum_of_lanes(_mm512_add_epi64(even, odd));
}

}  // namespace cento
