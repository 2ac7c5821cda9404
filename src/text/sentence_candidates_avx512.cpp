#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "text/sentence_candidate_tables.hpp"

namespace cento {

namespace {

class Bytes {
 public:
  static Bytes load(const char* from) { return Bytes(_mm512_loadu_si512(from)); }

  [[nodiscard]] Bytes classes(const candidates::NibbleTable& table) const {
    const __m512i low = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.low)));
    const __m512i high = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.high)));
    const __m512i nibble = _mm512_set1_epi8(0x0F);
    const __m512i upper = _mm512_and_si512(_mm512_srli_epi16(bytes_, 4), nibble);
    return Bytes(
        _mm512_and_si512(_mm512_shuffle_epi8(low, _mm512_and_si512(bytes_, nibble)), _mm512_shuffle_epi8(high, upper)));
  }

  [[nodiscard]] std::uint64_t any_of(std::uint8_t classes) const {
    return _mm512_test_epi8_mask(bytes_, _mm512_set1_epi8(static_cast<char>(classes)));
  }

  [[nodiscard]] std::uint64_t equal_to(char byte) const {
    return _mm512_cmpeq_epi8_mask(bytes_, _mm512_set1_epi8(byte));
  }

  [[nodiscard]] std::uint64_t high_bits() const { return _mm512_movepi8_mask(bytes_); }

  friend Bytes operator&(Bytes a, Bytes b) { return Bytes(_mm512_and_si512(a.bytes_, b.bytes_)); }

 private:
  explicit Bytes(__m512i bytes) : bytes_(bytes) {}

  __m512i bytes_;
};

}  // namespace

}  // namespace cento

#include "text/sentence_candidates_kernel.inl"

namespace cento {

std::size_t scan_candidates_avx512(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out) {
  return scan_piece(text, size, begin, carry, out);
}

}  // namespace cento

#endif
