// Compiled with AVX2 and BMI: no standard library template may be instantiated here, or the linker could use that
// version on processors without them.

#include <immintrin.h>

#include "read/html/html_extractor.hpp"
#include "read/html/html_text_kernels.hpp"

namespace cento {

namespace {

constexpr std::ptrdiff_t kBlockBytes = 32;

__m256i load(const char* at) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

void store(char* at, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), bytes);
}

unsigned mask_of(__m256i matches) {
  return static_cast<unsigned>(_mm256_movemask_epi8(matches));
}

__m256i equal(__m256i bytes, char c) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c));
}

template <char kA, char kB>
__m256i equal_either(__m256i bytes) {
  const __m256i first = equal(bytes, kA);
  return kA == kB ? first : _mm256_or_si256(first, equal(bytes, kB));
}

unsigned first_of(unsigned mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

/// A set of characters that differ in their low four bits, tested by one table look-up: entry i is the member whose low
/// bits are i, or a byte whose low bits are not i.
__m256i members(__m256i bytes, __m256i set) {
  return _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(set, bytes));
}

__m256i white_space_set() {
  const __m128i set = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, '\f', '\r', 0, 0);
  return _mm256_broadcastsi128_si256(set);
}

/// '<', '&', NUL.
__m256i stop_set() {
  const __m128i set = _mm_setr_epi8('\0', 0, 0, 0, 0, 0, '&', 0, 0, 0, 0, 0, '<', 0, 0, 0);
  return _mm256_broadcastsi128_si256(set);
}

/// The loops of HtmlExtractor, 32 bytes at a time; the last bytes are handled one by one.
struct Avx2Scan {
  static bool is_space(char c) { return HtmlMarkup<Avx2Scan>::is_space(c); }

  static HtmlCursor copy_text(HtmlCursor at, const char* end) {
    if (at.from < end && *at.from == '<') return at;
    unsigned after_space = is_space(at.to[-1]) ? 1 : 0;
    while (end - at.from >= kBlockBytes) {
      const __m256i bytes = load(at.from);
      const __m256i spaces = members(bytes, white_space_set());
      store(at.to, _mm256_blendv_epi8(bytes, _mm256_set1_epi8(' '), spaces));
      const unsigned space = mask_of(spaces);
      const unsigned stop = mask_of(members(bytes, stop_set()));
      const unsigned surplus = space & (space << 1 | after_space);
      if ((stop | surplus) == 0) {
        at = {at.from + kBlockBytes, at.to + kBlockBytes};
        after_space = space >> (kBlockBytes - 1);
        continue;
      }
      const unsigned copied = first_of(stop | surplus);
      at = {at.from + copied, at.to + copied};
      if ((stop >> copied & 1) != 0) return at;
      const unsigned text = ~space >> copied;
      at.from = text != 0 ? at.from + first_of(text) : skip_space(at.from, end);
      if (text != 0 && *at.from == '<') return at;
      after_space = 1;
    }
    return copy_last_text(at, end);
  }

  static HtmlCursor copy_preformatted(HtmlCursor at, const char* end) {
    while (end - at.from >= kBlockBytes) {
      const __m256i bytes = load(at.from);
      store(at.to, bytes);
      const unsigned stop = mask_of(_mm256_or_si256(members(bytes, stop_set()), equal(bytes, '\r')));
      if (stop != 0) return {at.from + first_of(stop), at.to + first_of(stop)};
      at = {at.from + kBlockBytes, at.to + kBlockBytes};
    }
    while (at.from < end && !stops_text(*at.from) && *at.from != '\r') *at.to++ = *at.from++;
    return at;
  }

  template <char kA, char kB>
  static const char* find_either(const char* at, const char* end) {
    for (; end - at >= kBlockBytes; at += kBlockBytes) {
      const unsigned found = mask_of(equal_either<kA, kB>(load(at)));
      if (found != 0) return at + first_of(found);
    }
    while (at < end && *at != kA && *at != kB) ++at;
    return at;
  }

  template <char kA, char kB, char kC, char kD>
  static const char* find_pair(const char* at, const char* end) {
    for (; end - at > kBlockBytes; at += kBlockBytes) {
      const unsigned found =
          mask_of(_mm256_and_si256(equal_either<kA, kB>(load(at)), equal_either<kC, kD>(load(at + 1))));
      if (found != 0) return at + first_of(found);
    }
    for (; end - at >= 2; ++at) {
      if ((at[0] == kA || at[0] == kB) && (at[1] == kC || at[1] == kD)) return at;
    }
    return end;
  }

 private:
  static bool stops_text(char c) { return c == '<' || c == '&' || c == '\0'; }

  static const char* skip_space(const char* at, const char* end) {
    for (; end - at >= kBlockBytes; at += kBlockBytes) {
      const unsigned text = ~mask_of(members(load(at), white_space_set()));
      if (text != 0) return at + first_of(text);
    }
    while (at < end && is_space(*at)) ++at;
    return at;
  }

  static HtmlCursor copy_last_text(HtmlCursor at, const char* end) {
    for (; at.from < end && !stops_text(*at.from); ++at.from) {
      const bool space = is_space(*at.from);
      *at.to = space ? ' ' : *at.from;
      at.to += !(space && is_space(at.to[-1]));
    }
    return at;
  }
};

}  // namespace

char* html_text_avx2(const char* begin, const char* end, char* room) noexcept {
  return HtmlExtractor<Avx2Scan>(end).run(begin, room);
}

}  // namespace cento
