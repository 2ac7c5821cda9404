#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "text/sentence/sentence_candidate_tables.hpp"

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

  [[nodiscard]] std::uint64_t high_bits() const { return _mm512_movepi8_mask(bytes_); }
  [[nodiscard]] std::uint64_t equal(char c) const { return _mm512_cmpeq_epi8_mask(bytes_, _mm512_set1_epi8(c)); }

  /// Writes `base` plus the number of each set bit. Most blocks have few, so sixteen are always written. Room for 64
  /// is needed.
  static std::size_t write_places(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
    constexpr std::size_t kAlways = 16;
    const auto count = static_cast<std::size_t>(_mm_popcnt_u64(bits));
    const __m512i numbers = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(kNumbers.values));
    const __m512i wide = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(numbers));
    _mm512_storeu_si512(out, _mm512_add_epi32(wide, _mm512_set1_epi32(static_cast<int>(base))));
    if (count > kAlways) write_rest(bits, base, out);
    return count;
  }

  friend Bytes operator&(Bytes a, Bytes b) { return Bytes(_mm512_and_si512(a.bytes_, b.bytes_)); }

 private:
  explicit Bytes(__m512i bytes) : bytes_(bytes) {}

  friend class AsciiClasses;

  static void write_rest(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
    for (; bits != 0; bits = _blsr_u64(bits)) *out++ = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
  }

  struct Numbers {
    std::uint8_t values[64];
  };
  static consteval Numbers count_up() {
    Numbers numbers{};
    for (std::uint8_t i = 0; i < 64; ++i) numbers.values[i] = i;
    return numbers;
  }
  static const Numbers kNumbers;

  __m512i bytes_;
};

constexpr Bytes::Numbers Bytes::kNumbers = Bytes::count_up();

/// All 128 ASCII bytes are looked up at once, so that every class can have one bit, which a shift moves to the top.
class AsciiClasses {
 public:
  explicit AsciiClasses(Bytes bytes) {
    const __mmask64 ascii = ~_mm512_movepi8_mask(bytes.bytes_);
    classes_ = _mm512_maskz_permutex2var_epi8(ascii, _mm512_loadu_si512(kTable.classes), bytes.bytes_,
                                              _mm512_loadu_si512(kTable.classes + 64));
  }

  [[nodiscard]] std::uint64_t feeds() const { return _mm512_movepi8_mask(classes_); }
  [[nodiscard]] std::uint64_t blanks() const { return _mm512_movepi8_mask(_mm512_slli_epi16(classes_, 1)); }
  [[nodiscard]] std::uint64_t terminators() const { return _mm512_movepi8_mask(_mm512_slli_epi16(classes_, 2)); }
  [[nodiscard]] std::uint64_t labels() const { return _mm512_movepi8_mask(_mm512_slli_epi16(classes_, 3)); }
  [[nodiscard]] std::uint64_t followers() const { return _mm512_movepi8_mask(_mm512_slli_epi16(classes_, 4)); }

 private:
  struct Table {
    std::uint8_t classes[128];
  };
  static consteval Table make_table() {
    Table table{};
    const std::uint8_t wanted[] = {candidates::kFeed, candidates::kBlank, candidates::kTerminator, candidates::kLabel,
                                   candidates::kFollower};
    for (std::uint8_t byte = 0; byte < 128; ++byte) {
      std::uint8_t bit = 0x80;
      for (const std::uint8_t classes : wanted) {
        if ((candidates::kAscii.of(byte) & classes) != 0) table.classes[byte] |= bit;
        bit >>= 1U;
      }
    }
    return table;
  }
  static const Table kTable;

  __m512i classes_;
};

constexpr AsciiClasses::Table AsciiClasses::kTable = AsciiClasses::make_table();

}  // namespace

}  // namespace cento

#include "text/sentence/sentence_candidates_kernel.inl"

namespace cento {

std::size_t scan_candidates_avx512(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                   std::uint32_t* out) {
  return scan_piece(text, size, begin, carry, out);
}

}  // namespace cento

#endif
