#include <immintrin.h>

#include "sign/kernels/bucket_places.hpp"

namespace cento {

namespace {

/// Lane i gets lane i - kBy; the first kBy lanes get 0.
template <int kBy>
__m512i moved_up(__m512i lanes) {
  constexpr unsigned kAllLanes = 0xffffffffU;
  const __m512i numbers = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13,
                                           12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i from = _mm512_sub_epi16(numbers, _mm512_set1_epi16(kBy));
  return _mm512_maskz_permutexvar_epi16(kAllLanes << kBy, from, lanes);
}

}  // namespace

void bucket_places_avx512(std::uint16_t* sizes, std::size_t buckets) {
  const __m512i last_lane = _mm512_set1_epi16(kBucketsAtATime - 1);
  __m512i before = _mm512_setzero_si512();  // the sum of all earlier sizes, in each lane
  for (std::size_t i = 0; i < buckets; i += kBucketsAtATime) {
    const __m512i own = _mm512_loadu_si512(sizes + i);
    __m512i sums = own;
    sums = _mm512_add_epi16(sums, moved_up<1>(sums));
    sums = _mm512_add_epi16(sums, moved_up<2>(sums));
    sums = _mm512_add_epi16(sums, moved_up<4>(sums));
    sums = _mm512_add_epi16(sums, moved_up<8>(sums));
    sums = _mm512_add_epi16(sums, moved_up<16>(sums));
    _mm512_storeu_si512(sizes + i, _mm512_add_epi16(_mm512_sub_epi16(sums, own), before));
    before = _mm512_add_epi16(before, _mm512_permutexvar_epi16(last_lane, sums));
  }
}

}  // namespace cento
