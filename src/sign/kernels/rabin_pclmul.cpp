#include <immintrin.h>

#include <cstring>

#include "sign/kernels/rabin_kernels.hpp"

namespace cento {

namespace {

constexpr std::size_t kWordBytes = 8;

inline __m128i pair(std::uint64_t low, std::uint64_t high) {
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

/// The polynomial of 128 bits modulo kRabinPolynomial (Barrett reduction).
inline std::uint64_t reduce(__m128i sum) {
  const __m128i divisor = pair(kRabinQuotient, kRabinPolynomial);
  const __m128i quotient = _mm_xor_si128(_mm_clmulepi64_si128(sum, divisor, 0x01), sum);
  const __m128i rest = _mm_xor_si128(_mm_clmulepi64_si128(quotient, divisor, 0x11), sum);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(rest));
}

inline std::uint64_t next_bytes(const std::uint8_t* at, std::size_t left) {
  std::uint64_t bytes = 0;
  if (left >= kWordBytes) {
    std::memcpy(&bytes, at, sizeof bytes);
  } else {
    std::memcpy(&bytes, at, left);
  }
  return __builtin_bswap64(bytes);
}

/// The sum is carried on unreduced, so that each step depends on the last by one multiplication only.
void fill_prefixes(const std::uint8_t* text, std::size_t size, const RabinTables& tables) {
  const __m128i two_words = pair(tables.powers[2 * kWordBytes], 0);
  __m128i sum = _mm_setzero_si128();
  for (std::size_t at = 0; at <= size; at += kWordBytes) {
    const std::uint64_t bytes = next_bytes(text + at, size - at);
    tables.prefixes[at / kWordBytes] = {reduce(sum), bytes};
    const __m128i moved = _mm_unpacklo_epi64(pair(bytes, 0), sum);
    sum = _mm_xor_si128(_mm_clmulepi64_si128(sum, two_words, 0x01), moved);
  }
}

/// A prefix that ends anywhere, as a polynomial of up to 120 bits: the fingerprint of its whole words, shifted by the
/// bytes that follow them.
struct LongPrefix {
  std::uint64_t low;
  std::uint64_t high;
};

inline LongPrefix prefix_at(const RabinPrefix* prefixes, std::size_t at) {
  const RabinPrefix& prefix = prefixes[at / kWordBytes];
  const std::uint64_t bits = at % kWordBytes * 8;
  return {prefix.fingerprint << bits | (prefix.next_bytes >> 1) >> (63 - bits),
          (prefix.fingerprint >> 1) >> (63 - bits)};
}

inline std::uint64_t window(const RabinTables& tables, std::size_t begin, std::size_t end) {
  const LongPrefix before = prefix_at(tables.prefixes, begin);
  const LongPrefix whole = prefix_at(tables.prefixes, end);
  const std::uint64_t* power = tables.powers + (end - begin);
  const __m128i to_remove = pair(before.low, before.high);
  const __m128i low = _mm_clmulepi64_si128(to_remove, pair(power[0], 0), 0x00);
  const __m128i high = _mm_clmulepi64_si128(to_remove, pair(power[kWordBytes], 0), 0x01);
  return reduce(_mm_xor_si128(_mm_xor_si128(low, high), pair(whole.low, whole.high)));
}

/// One past the last window of the stretch that begins with window `first`.
std::size_t end_of_stretch(const RabinWindowList& windows, std::size_t first) {
  std::size_t last = first;
  while (last + 1 < windows.count && windows.ends[last + 1] - windows.begins[first] <= kRabinStretchBytes) ++last;
  return last + 1;
}

}  // namespace

void rabin_by_prefix(const RabinTables& tables, const RabinWindowList& windows) {
  for (std::size_t first = 0; first < windows.count;) {
    const std::size_t end = end_of_stretch(windows, first);
    const std::uint32_t base = windows.begins[first];
    fill_prefixes(windows.text + base, windows.ends[end - 1] - base, tables);
    for (std::size_t i = first; i < end; ++i) {
      windows.out[i] = window(tables, windows.begins[i] - base, windows.ends[i] - base);
    }
    first = end;
  }
}

}  // namespace cento
