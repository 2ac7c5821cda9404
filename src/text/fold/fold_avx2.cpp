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
  __m256i low;
  __m256i high;

  static Bytes64 load(const std::uint8_t* at) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)),
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))};
  }
  void store(std::uint8_t* at) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at + 32), high);
  }
  static std::uint64_t mask(__m256i first, __m256i second) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(first)) |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(second))) << 32;
  }
  static __m256i all(std::uint8_t value) { return _mm256_set1_epi8(static_cast<char>(value)); }

  [[nodiscard]] std::uint64_t high_bits() const { return mask(low, high); }
  [[nodiscard]] std::uint64_t equal(std::uint8_t value) const {
    return mask(_mm256_cmpeq_epi8(low, all(value)), _mm256_cmpeq_epi8(high, all(value)));
  }
  [[nodiscard]] std::uint64_t in_range(std::uint8_t first, std::uint8_t last) const {
    const __m256i width = all(static_cast<std::uint8_t>(last - first));
    const __m256i x = _mm256_sub_epi8(low, all(first));
    const __m256i y = _mm256_sub_epi8(high, all(first));
    return mask(_mm256_cmpeq_epi8(_mm256_min_epu8(x, width), x), _mm256_cmpeq_epi8(_mm256_min_epu8(y, width), y));
  }
  [[nodiscard]] std::uint64_t at_least(std::uint8_t first) const {
    return mask(_mm256_cmpeq_epi8(_mm256_max_epu8(low, all(first)), low),
                _mm256_cmpeq_epi8(_mm256_max_epu8(high, all(first)), high));
  }
  /// 0xFF where the bit of `bits` is set.
  static __m256i spread(std::uint32_t bits) {
    const __m256i which = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3,
                                           3, 3, 3, 3, 3, 3);
    const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
    const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), which);
    return _mm256_cmpeq_epi8(_mm256_and_si256(copies, bit), bit);
  }
  [[nodiscard]] Bytes64 add_where(std::uint64_t bits, std::uint8_t value) const {
    return {_mm256_add_epi8(low, _mm256_and_si256(spread(static_cast<std::uint32_t>(bits)), all(value))),
            _mm256_add_epi8(high, _mm256_and_si256(spread(static_cast<std::uint32_t>(bits >> 32)), all(value)))};
  }
  static __m256i lower(__m256i bytes) {
    const __m256i from_a = _mm256_sub_epi8(bytes, all('A'));
    const __m256i is_upper = _mm256_cmpeq_epi8(_mm256_min_epu8(from_a, all(25)), from_a);
    return _mm256_add_epi8(bytes, _mm256_and_si256(is_upper, all(0x20)));
  }
  [[nodiscard]] Bytes64 to_lower() const { return {lower(low), lower(high)}; }
};

inline void list_bits(std::uint64_t bits, std::uint32_t base, std::uint32_t* out, std::uint32_t count) {
  // Always eight at a time, without checking the count: in most text, fewer than nine tokens begin in 64 bytes.
  for (std::uint32_t i = 0; i < 8; ++i) {
    out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
  }
  if (count <= 8) [[likely]]
    return;
  for (std::uint32_t i = 8; i < 16; ++i) {
    out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
  }
  for (std::uint32_t i = 16; i < count; ++i) {
    out[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
    bits = _blsr_u64(bits);
  }
}

/// Run by run: most blocks of text have few runs.
inline void pack_bytes(std::uint8_t* at, std::uint64_t token, std::uint64_t keep, std::uint8_t* out) {
  const Bytes64 block = Bytes64::load(at);
  const __m256i space = Bytes64::all(' ');
  const Bytes64 spaced = {
      _mm256_blendv_epi8(space, block.low, Bytes64::spread(static_cast<std::uint32_t>(token))),
      _mm256_blendv_epi8(space, block.high, Bytes64::spread(static_cast<std::uint32_t>(token >> 32)))};
  spaced.store(at);
  while (keep != 0) {
    const std::uint64_t skipped = _tzcnt_u64(keep);
    const std::uint64_t run = _tzcnt_u64(~(keep >> skipped));
    Bytes64::load(at + skipped).store(out);
    out += run;
    keep &= keep + (std::uint64_t{1} << skipped);
  }
}

#include "text/fold/fold_kernel.inl"

}  // namespace

const TextKernel kAvx2TextKernel{fold, list_tokens, hash_tokens, share_tokens, pack_tokens, list_characters};

}  // namespace cento
