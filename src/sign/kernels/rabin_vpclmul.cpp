#include <immintrin.h>

#include "sign/kernels/rabin_kernels.hpp"

namespace cento {

namespace {

constexpr int kXorOfThree = 0x96;
constexpr int kFirstTwoOfBoth = 0x44;  // lanes of 128 bits that a shuffle takes from each vector
constexpr int kLastTwoOfBoth = 0xEE;
constexpr int kEvenOnesOfBoth = 0x88;
constexpr int kOddOnesOfBoth = 0xDD;
constexpr std::size_t kWindowsAtATime = 4;
constexpr std::int64_t kChunk = kRabinChunkBytes;

/// Reverses the bytes of each eight, so that the first becomes the highest.
inline __m512i first_byte_high(__m512i bytes) {
  const __m128i order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  return _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(order));
}

/// Adds each eight bytes times their power of x.
inline __m512i add_chunk(__m512i sum, __m512i bytes, const std::uint64_t* powers) {
  const __m512i words = first_byte_high(bytes);
  const __m512i factors = _mm512_loadu_si512(powers);
  const __m512i even = _mm512_clmulepi64_epi128(words, factors, 0x00);
  const __m512i odd = _mm512_clmulepi64_epi128(words, factors, 0x11);
  return _mm512_ternarylogic_epi64(sum, even, odd, kXorOfThree);
}

/// Four windows: the ends of their chunks not yet added, and the number of bytes up to there.
struct FourWindows {
  const std::uint8_t* ends[kWindowsAtATime];  // NOLINT: std::array would pull a template into a file of one
  std::int64_t sizes[kWindowsAtATime];        // NOLINT: instruction set
};

/// If fewer than four are left, the last one is repeated.
inline FourWindows take_four(const RabinWindowList& windows, std::size_t first) {
  FourWindows four;
  const std::size_t last = windows.count - 1;
  for (std::size_t i = 0; i < kWindowsAtATime; ++i) {
    const std::size_t which = first + i < last ? first + i : last;
    four.ends[i] = windows.text + windows.ends[which];
    four.sizes[i] = windows.ends[which] - windows.begins[which];
  }
  return four;
}

/// The bytes of a chunk that belong to a window with `left` bytes up to the end of the chunk.
inline __mmask64 inside(std::int64_t left) {
  if (left >= kChunk) return ~std::uint64_t{0};
  return left > 0 ? ~std::uint64_t{0} << (kChunk - left) : 0;
}

/// The sum of the four parts of each window.
inline __m512i add_parts(__m512i a, __m512i b, __m512i c, __m512i d) {
  const __m512i ab =
      _mm512_xor_si512(_mm512_shuffle_i64x2(a, b, kFirstTwoOfBoth), _mm512_shuffle_i64x2(a, b, kLastTwoOfBoth));
  const __m512i cd =
      _mm512_xor_si512(_mm512_shuffle_i64x2(c, d, kFirstTwoOfBoth), _mm512_shuffle_i64x2(c, d, kLastTwoOfBoth));
  return _mm512_xor_si512(_mm512_shuffle_i64x2(ab, cd, kEvenOnesOfBoth), _mm512_shuffle_i64x2(ab, cd, kOddOnesOfBoth));
}

/// Four polynomials of 128 bits modulo kRabinPolynomial (Barrett reduction).
inline __m256i reduce(__m512i sums) {
  const __m512i divisor = _mm512_broadcast_i32x4(
      _mm_set_epi64x(static_cast<long long>(kRabinPolynomial), static_cast<long long>(kRabinQuotient)));
  const __m512i quotient = _mm512_xor_si512(_mm512_clmulepi64_epi128(sums, divisor, 0x01), sums);
  const __m512i rest = _mm512_xor_si512(_mm512_clmulepi64_epi128(quotient, divisor, 0x11), sums);
  const __m512i low_halves = _mm512_setr_epi64(0, 2, 4, 6, 0, 0, 0, 0);
  return _mm512_castsi512_si256(_mm512_permutexvar_epi64(low_halves, rest));
}

/// All four are single chunks, as in plain English.
inline __m512i sum_single_chunks(const FourWindows& four, const std::uint64_t* powers) {
  const __m512i zero = _mm512_setzero_si512();
  const auto sum = [&](int i) { return add_chunk(zero, _mm512_loadu_si512(four.ends[i] - kChunk), powers); };
  return add_parts(sum(0), sum(1), sum(2), sum(3));
}

/// Chunk by chunk in all four, from the last one on, up to the length of the longest window.
inline __m512i sum_chunks(FourWindows& four, const std::uint64_t* powers) {
  std::int64_t longest = 0;
  for (const std::int64_t size : four.sizes) longest = size > longest ? size : longest;
  __m512i sums[kWindowsAtATime] = {};  // NOLINT: as above
  for (; longest > 0; longest -= kChunk) {
    for (std::size_t i = 0; i < kWindowsAtATime; ++i) {
      four.ends[i] -= kChunk;
      sums[i] = add_chunk(sums[i], _mm512_maskz_loadu_epi8(inside(four.sizes[i]), four.ends[i]), powers);
      four.sizes[i] -= kChunk;
    }
    powers += kRabinChunkBytes / sizeof *powers;
  }
  return add_parts(sums[0], sums[1], sums[2], sums[3]);
}

inline __m256i fingerprints(FourWindows four, const std::uint64_t* powers) {
  const std::int64_t other =
      (four.sizes[0] ^ kChunk) | (four.sizes[1] ^ kChunk) | (four.sizes[2] ^ kChunk) | (four.sizes[3] ^ kChunk);
  return reduce(other == 0 ? sum_single_chunks(four, powers) : sum_chunks(four, powers));
}

}  // namespace

void rabin_by_chunk(const RabinTables& tables, const RabinWindowList& windows) {
  const std::uint64_t* powers = tables.chunk_powers;
  std::size_t first = 0;
  for (; first + kWindowsAtATime <= windows.count; first += kWindowsAtATime) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(windows.out + first),
                        fingerprints(take_four(windows, first), powers));
  }
  if (first == windows.count) return;
  const auto wanted = static_cast<__mmask8>((1U << (windows.count - first)) - 1);
  _mm256_mask_storeu_epi64(windows.out + first, wanted, fingerprints(take_four(windows, first), powers));
}

}  // namespace cento
