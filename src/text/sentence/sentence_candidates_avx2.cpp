#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

#include "text/sentence/sentence_candidate_tables.hpp"

namespace cento {

namespace {

class Bytes {
 public:
  static Bytes load(const char* from) {
    const auto* halves = reinterpret_cast<const __m256i*>(from);
    return {_mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1)};
  }

  [[nodiscard]] Bytes classes(const candidates::NibbleTable& table) const {
    const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.low)));
    const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.high)));
    return {look_up(first_, low, high), look_up(second_, low, high)};
  }

  [[nodiscard]] std::uint64_t any_of(std::uint8_t classes) const {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(classes));
    const __m256i zero = _mm256_setzero_si256();
    return ~join(_mm256_cmpeq_epi8(_mm256_and_si256(first_, wanted), zero),
                 _mm256_cmpeq_epi8(_mm256_and_si256(second_, wanted), zero));
  }

  [[nodiscard]] std::uint64_t high_bits() const { return join(first_, second_); }
  [[nodiscard]] std::uint64_t equal(char c) const {
    const __m256i wanted = _mm256_set1_epi8(c);
    return join(_mm256_cmpeq_epi8(first_, wanted), _mm256_cmpeq_epi8(second_, wanted));
  }

  /// Writes `base` plus the number of each set bit. Most blocks have few, so four are always written: a loop over
  /// their number would be mispredicted. Room for 64 is needed.
  static std::size_t write_places(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) {
    constexpr std::size_t kAlways = 4;
    const auto count = static_cast<std::size_t>(_mm_popcnt_u64(bits));
    for (std::size_t i = 0; i < kAlways; ++i) {
      out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
      bits = _blsr_u64(bits);
    }
    for (std::size_t i = kAlways; i < count; ++i) {
      out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
      bits = _blsr_u64(bits);
    }
    return count;
  }

  friend Bytes operator&(Bytes a, Bytes b) {
    return {_mm256_and_si256(a.first_, b.first_), _mm256_and_si256(a.second_, b.second_)};
  }

 private:
  Bytes(__m256i first, __m256i second) : first_(first), second_(second) {}

  static __m256i look_up(__m256i bytes, __m256i low, __m256i high) {
    const __m256i nibble = _mm256_set1_epi8(0x0F);
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, nibble)),
                            _mm256_shuffle_epi8(high, upper));
  }

  static std::uint64_t join(__m256i first, __m256i second) {
    const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(first));
    const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(second));
    return static_cast<std::uint64_t>(high) << 32U | low;
  }

  __m256i first_;
  __m256i second_;
};

class AsciiClasses {
 public:
  explicit AsciiClasses(Bytes bytes) : classes_(bytes.classes(candidates::kAscii)) {}

  [[nodiscard]] std::uint64_t feeds() const { return classes_.any_of(candidates::kFeed); }
  [[nodiscard]] std::uint64_t blanks() const { return classes_.any_of(candidates::kBlank); }
  [[nodiscard]] std::uint64_t terminators() const { return classes_.any_of(candidates::kTerminator); }
  [[nodiscard]] std::uint64_t labels() const { return classes_.any_of(candidates::kLabel); }
  [[nodiscard]] std::uint64_t followers() const { return classes_.any_of(candidates::kFollower); }

 private:
  Bytes classes_;
};

}  // namespace

}  // namespace cento

#include "text/sentence/sentence_candidates_kernel.inl"

namespace cento {

std::size_t scan_candidates_avx2(const char* text, std::size_t size, std::size_t begin, CandidateCarry& carry,
                                 std::uint32_t* out) {
  return scan_piece(text, size, begin, carry, out);
}

}  // namespace cento

#endif
