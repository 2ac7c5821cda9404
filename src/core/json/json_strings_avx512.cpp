// No library templates here: the linker could use their code, compiled for this instruction set, everywhere.

#include <immintrin.h>

#include <cstdint>

#include "core/json/json_strings.hpp"

namespace cento {

namespace {

/// What each ASCII character means after a backslash; zero if it is not a one-letter escape.
struct EscapeTable {
  alignas(64) char meaning[128] = {};

  constexpr EscapeTable() {
    for (int c = 0; c < 128; ++c) meaning[c] = json_escape(static_cast<char>(c));
  }
};

constexpr EscapeTable kEscapes;

/// 64 bytes of a string, or fewer at its end (the rest are zeros), and the positions of its escapes.
struct Block {
  __m512i bytes;
  std::uint64_t inside;         // bytes that belong to the string
  std::uint64_t escape_starts;  // backslashes that begin an escape

  Block(const char* at, const char* end, std::uint64_t first_is_escaped) {
    const std::int64_t left = end - at;
    inside = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    bytes = _mm512_maskz_loadu_epi8(inside, at);
    escape_starts = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')) & ~first_is_escaped;
    if ((escape_starts & escape_starts << 1) != 0) drop_escaped_backslashes();
  }

  /// In a run of backslashes, every second one is escaped by the one before it.
  void drop_escaped_backslashes() {
    std::uint64_t rest = escape_starts;
    escape_starts = 0;
    while (rest != 0) {
      const std::uint64_t first = rest & (~rest + 1);
      escape_starts |= first;
      rest &= ~(first | first << 1);
    }
  }

  /// The bytes with each of `escaped` replaced by what it means.
  [[nodiscard]] __m512i meanings(std::uint64_t escaped) const {
    const __m512i low = _mm512_load_si512(kEscapes.meaning);
    const __m512i high = _mm512_load_si512(kEscapes.meaning + 64);
    return _mm512_mask_blend_epi8(escaped, bytes, _mm512_permutex2var_epi8(low, bytes, high));
  }

  /// Those of `escaped` that are not letters of a one-letter escape.
  [[nodiscard]] std::uint64_t rare(std::uint64_t escaped, __m512i meant) const {
    return escaped & (_mm512_testn_epi8_mask(meant, meant) | _mm512_movepi8_mask(bytes));
  }
};

JsonStringEnd find_end(const char* at, const char* end) {
  JsonStringEnd result{end, false, false};
  std::uint64_t first_is_escaped = 0;
  for (; at < end; at += 64) {
    const Block block(at, end, first_is_escaped);
    const std::uint64_t escaped = block.escape_starts << 1 | first_is_escaped;
    first_is_escaped = block.escape_starts >> 63;
    const std::uint64_t quotes = _mm512_cmpeq_epi8_mask(block.bytes, _mm512_set1_epi8('"')) & ~escaped;
    const std::uint64_t before = quotes == 0 ? block.inside : _blsmsk_u64(quotes);
    const std::uint64_t controls = _mm512_cmplt_epu8_mask(block.bytes, _mm512_set1_epi8(0x20));
    result.has_control |= (controls & before & block.inside) != 0;
    if ((escaped & before) != 0) {
      result.has_rare_escape |= (block.rare(escaped, block.meanings(escaped)) & before & block.inside) != 0;
    }
    if (quotes != 0) {
      result.quote = at + _tzcnt_u64(quotes);
      return result;
    }
  }
  return result;
}

const char* unescape(const char* at, const char* end, char*& out, bool& has_control) {
  std::uint64_t controls = 0;
  while (at < end) {
    const Block block(at, end, 0);
    const std::uint64_t starts = block.escape_starts;
    const std::uint64_t escaped = starts << 1;
    const std::uint64_t quotes = _mm512_cmpeq_epi8_mask(block.bytes, _mm512_set1_epi8('"')) & ~escaped;
    const __m512i meant = block.meanings(escaped);
    const std::uint64_t cut_off = starts & ~(block.inside >> 1);  // its letter is not in this block
    const std::uint64_t stops = (block.rare(escaped, meant) >> 1 | cut_off | quotes) & block.inside;
    const std::uint64_t taken = stops == 0 ? block.inside : _blsmsk_u64(stops) >> 1;
    const std::uint64_t kept = taken & ~starts;
    controls |= _mm512_cmplt_epu8_mask(block.bytes, _mm512_set1_epi8(0x20)) & taken;
    const bool goes_on = (stops & (~stops + 1)) == cut_off && end - at > 64;
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(kept, meant));
    out += _mm_popcnt_u64(kept);
    at += _mm_popcnt_u64(taken);
    if (stops != 0 && !goes_on) break;
  }
  has_control |= controls != 0;
  return at;
}

}  // namespace

const JsonStringKernel kAvx512JsonStringKernel{find_end, unescape};

}  // namespace cento
