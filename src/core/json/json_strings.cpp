#include "core/json/json_strings.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <array>
#include <cstring>

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

/// Copies [at, end) up to the first quote or backslash; returns its position, or end.
const char* copy_plain(const char* at, const char* end, char*& out, bool& has_control) {
  for (;;) {
    const char* special = find_special(at, end);
    std::memcpy(out, at, static_cast<std::size_t>(special - at));
    out += special - at;
    if (special == end || *special == '"' || *special == '\\') return special;
    has_control = true;
    *out++ = *special;
    at = special + 1;
  }
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
    // The escaped character may itself be forbidden; it is skipped all the same.
    if (static_cast<unsigned char>(at[1]) < 0x20) result.has_control = true;
    at += 2;
  }
  return result;
}

const char* unescape(const char* at, const char* end, char*& out, bool& has_control) {
  for (;;) {
    at = copy_plain(at, end, out, has_control);
    if (end - at < 2 || *at == '"') return at;
    const char meant = json_escape(at[1]);
    if (meant == '\0') return at;
    *out++ = meant;
    at += 2;
  }
}

constexpr std::array<std::int32_t, 256> hex_values() {
  std::array<std::int32_t, 256> values{};
  values.fill(-1);
  for (int digit = 0; digit < 10; ++digit) values[static_cast<std::size_t>('0' + digit)] = digit;
  for (int digit = 10; digit < 16; ++digit) {
    values[static_cast<std::size_t>('a' + digit - 10)] = digit;
    values[static_cast<std::size_t>('A' + digit - 10)] = digit;
  }
  return values;
}

constexpr std::array<std::int32_t, 256> kHexValues = hex_values();

constexpr std::uint32_t kFirstSupplementary = 0x10000;

/// As append_utf8(), for a code point that is not a surrogate, straight into memory: dumps of Asian text consist of
/// these.
void write_utf8(char*& out, std::uint32_t value) {
  const auto put = [&](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xC0 | value >> 6);
    return put(0x80 | (value & 0x3F));
  }
  if (value < kFirstSupplementary) {
    put(0xE0 | value >> 12);
  } else {
    put(0xF0 | value >> 18);
    put(0x80 | (value >> 12 & 0x3F));
  }
  put(0x80 | (value >> 6 & 0x3F));
  put(0x80 | (value & 0x3F));
}

}  // namespace

std::int32_t unicode_escape_unit(std::string_view text) {
  if (text.size() < kUnicodeEscapeBytes || text[0] != '\\' || text[1] != 'u') return -1;
  const auto digit = [&](std::size_t i) { return kHexValues[static_cast<unsigned char>(text[i])]; };
  // An invalid digit is -1, and any -1 among the four makes the result negative.
  return digit(2) * 0x1000 | digit(3) * 0x100 | digit(4) * 0x10 | digit(5);
}

CodePoint unescape_unicode(std::string_view rest) {
  const std::int32_t unit = unicode_escape_unit(rest);
  if (is_high_surrogate(unit)) {
    const std::int32_t low = unicode_escape_unit(rest.substr(kUnicodeEscapeBytes));
    if (is_low_surrogate(low)) {
      const auto offset = static_cast<std::uint32_t>((unit & 0x3FF) << 10 | (low & 0x3FF));
      return {kFirstSupplementary + offset, 2 * kUnicodeEscapeBytes};
    }
  }
  const bool is_alone = is_high_surrogate(unit) || is_low_surrogate(unit);
  return {is_alone ? kReplacementCharacter : static_cast<std::uint32_t>(unit), kUnicodeEscapeBytes};
}

std::size_t write_unicode_escape(std::string_view rest, char*& out) {
  const CodePoint point = unescape_unicode(rest);
  write_utf8(out, point.value);
  return point.length;
}

const JsonStringKernel kPlainJsonStringKernel{find_end, unescape};

const JsonStringKernel& json_string_kernel() {
#if defined(__x86_64__)
  if (best_kernel() == Kernel::avx512) return kAvx512JsonStringKernel;
#endif
  return kPlainJsonStringKernel;
}

}  // namespace cento
