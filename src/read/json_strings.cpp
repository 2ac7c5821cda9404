#include "read/json_strings.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/kernel.hpp"

namespace cento {

namespace {

bool is_special(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

/// The first quote, backslash or control character in [at, end), or end; sixteen bytes at a time where the processor
/// can (every x86-64 can).
const char* find_special(const char* at, const char* end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i is_control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    const __m128i is_mark = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash));
    const int found = _mm_movemask_epi8(_mm_or_si128(is_control, is_mark));
    if (found != 0) return at + __builtin_ctz(static_cast<unsigned>(found));
  }
#endif
  while (at < end && !is_special(*at)) ++at;
  return at;
}

/// Copies [at, end) up to the first backslash; returns where that stands, or end.
const char* copy_to_backslash(const char* at, const char* end, char*& out) {
#if defined(__SSE2__)
  const __m128i backslash = _mm_set1_epi8('\\');
  for (; end - at >= 16; at += 16, out += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, backslash));
    if (found == 0) continue;
    const int plain = __builtin_ctz(static_cast<unsigned>(found));
    out += plain;
    return at + plain;
  }
#endif
  while (at < end && *at != '\\') *out++ = *at++;
  return at;
}

JsonStringEnd find_end(const char* at, const char* end) {
  JsonStringEnd result{end, false, false};
  while ((at = find_special(at, end)) != end) {
    if (*at == '"') {
      result.quote = at;
      return result;
    }
    if (*at != '\\') {
      result.has_control = true;
      ++at;
      continue;
    }
    if (end - at < 2) return result;
    if (json_escape(at[1]) == '\0') result.has_rare_escape = true;
    // What is escaped may itself be forbidden; it is passed over all the same.
    if (static_cast<unsigned char>(at[1]) < 0x20) result.has_control = true;
    at += 2;
  }
  return result;
}

const char* unescape(const char* at, const char* end, char*& out) {
  for (;;) {
    at = copy_to_backslash(at, end, out);
    if (end - at < 2) return at;
    const char meant = json_escape(at[1]);
    if (meant == '\0') return at;
    *out++ = meant;
    at += 2;
  }
}

}  // namespace

const JsonStringKernel kPlainJsonStringKernel{find_end, unescape};

const JsonStringKernel& json_string_kernel() {
#if defined(__x86_64__)
  if (best_kernel() == Kernel::avx512) return kAvx512JsonStringKernel;
#endif
  return kPlainJsonStringKernel;
}

}  // namespace cento
