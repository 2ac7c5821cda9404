#include <immintrin.h>

#include <cstring>

#include "text/fold/fold_state.hpp"
#include "text/fold/fold_table.hpp"
#include "text/token_hash.hpp"

namespace cento {

namespace {

#include "text/fold/fold_steps.inl"
#include "text/fold/share_tokens.inl"

struct Bytes64 {
  __m512i bytes;

  static Bytes64 load(const std::uint8_t* at) { return {_mm512_loadu_si512(at)}; }
  void store(std::uint8_t* at) const { _mm512_storeu_si512(at, bytes); }
  static __m512i all(std::uint8_t value) { return _mm512_set1_epi8(static_cast<char>(value)); }

  [[nodiscard]] std::uint64_t high_bits() const { return _mm512_movepi8_mask(bytes); }
  [[nodiscard]] std::uint64_t equal(std::uint8_t value) const { return _mm512_cmpeq_epi8_mask(bytes, all(value)); }
  [[nodiscard]] std::uint64_t in_range(std::uint8_t first, std::uint8_t last) const {
    return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all(first)), all(static_cast<std::uint8_t>(last - first)));
  }
  [[nodiscard]] std::uint64_t at_least(std::uint8_t first) const { return _mm512_cmpge_epu8_mask(bytes, all(first)); }
  [[nodiscard]] Bytes64 add_where(std::uint64_t bits, std::uint8_t value) const {
    return {_mm512_mask_add_epi8(bytes, bits, bytes, all(value))};
  }
  [[nodiscard]] Bytes64 to_lower() const { return add_where(in_range('A', 'Z'), 0x20); }
};

alignas(64) const std::uint8_t kCounting[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                                16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                                32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                                48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

inline void list_bits(std::uint64_t bits, std::uint32_t base, std::uint32_t* out, std::uint32_t count) {
  const __m512i positions = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kCounting));
  const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
  _mm512_storeu_si512(out, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(positions))));
  if (count <= 16) [[likely]]
    return;
  _mm512_storeu_si512(out + 16, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(positions, 1))));
  if (count <= 32) return;
  _mm512_storeu_si512(out + 32, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(positions, 2))));
  _mm512_storeu_si512(out + 48, _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(positions, 3))));
}

inline void pack_bytes(const std::uint8_t* at, std::uint64_t token, std::uint64_t keep, std::uint8_t* out) {
  const __m512i spaced = _mm512_mask_loadu_epi8(Bytes64::all(' '), token, at);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, spaced));
}

#include "text/fold/fold_kernel.inl"

}  // namespace

const TextKernel kAvx512TextKernel{fold, list_tokens, hash_tokens, share_tokens, pack_tokens, list_characters};

}  // namespace cento
