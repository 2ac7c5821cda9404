#include "text/sentence_characters.hpp"

#include <unicode/uchar.h>

namespace cento {

namespace {

constexpr bool is_between(std::uint32_t value, std::uint32_t first, std::uint32_t last) {
  return value - first <= last - first;
}

}  // namespace

Mark mark_of(std::uint32_t code_point) {
  switch (code_point) {
    case U'.':
    case U'\uFE52': return Mark::stop;
    case U'!':
    case U'?':
    case U'\u203C':
    case U'\u203D':
    case U'\u2047':
    case U'\u2048':
    case U'\u2049': return Mark::exclamation;
    case U'\u2025':
    case U'\u2026':
    case U'\u22EF': return Mark::ellipsis;
    case U'\u0589':  // Armenian
    case U'\u061F':  // Arabic
    case U'\u06D4':  // Urdu
    case U'\u0964':  // Devanagari and its neighbours
    case U'\u0965':
    case U'\u104B':  // Burmese
    case U'\u1362':  // Ethiopic
    case U'\u1367':
    case U'\u1368':
    case U'\u17D4':  // Khmer
    case U'\u17D5':
    case U'\u3002':  // Chinese and Japanese
    case U'\uFE12':
    case U'\uFE15':
    case U'\uFE16':
    case U'\uFE56':
    case U'\uFE57':
    case U'\uFF01':
    case U'\uFF1F':
    case U'\uFF61': return Mark::full;
    case U'\u0F0D':  // Tibetan
    case U'\u0F0E': return Mark::shad;
    case U'\uFF0E': return Mark::wide_stop;
    case U'\u2029': return Mark::paragraph_end;
    default: return Mark::none;
  }
}

Closer closer_of(std::uint32_t code_point) {
  switch (code_point) {
    case U'"':
    case U'\'':
    case U'\u00BB':
    case U'\u203A':
    case U'\u201D':
    case U'\u2019':
    case U'\u300D':
    case U'\u300F':
    case U'\uFF02':
    case U'\uFF63': return Closer::quote;
    case U')':
    case U']':
    case U'}':
    case U'\uFF09':
    case U'\uFF3D':
    case U'\uFF5D':
    case U'\u3011':
    case U'\u3015': return Closer::bracket;
    case U'\u3009':
    case U'\u300B': return Closer::title;
    default: return Closer::none;
  }
}

bool is_two_way_quote(std::uint32_t code_point) {
  return code_point == 0x201C || code_point == 0x2018 || code_point == 0x00AB || code_point == 0x2039;
}

bool is_opening_quote(std::uint32_t code_point) {
  switch (code_point) {
    case U'"':
    case U'\'':
    case U'\u201E':
    case U'\u201A':
    case U'\u201D':
    case U'\u00BB':
    case U'\u300C':
    case U'\u300E':
    case U'\uFF62': return true;
    default: return is_two_way_quote(code_point);
  }
}

bool is_opening_bracket(std::uint32_t code_point) {
  switch (code_point) {
    case U'(':
    case U'[':
    case U'{':
    case U'\uFF08':
    case U'\uFF3B':
    case U'\u3010':
    case U'\u3014': return true;
    default: return false;
  }
}

bool is_white_space(std::uint32_t code_point) {
  if (code_point < 0x80) return is_ascii_white_space(static_cast<unsigned char>(code_point));
  return code_point == 0x85 || code_point == 0xA0 || code_point == 0x1680 || is_between(code_point, 0x2000, 0x200A) ||
         code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

bool is_east_asian_letter(std::uint32_t code_point) {
  return is_between(code_point, 0x3005, 0x3007) || is_between(code_point, 0x3040, 0x312F) ||
         is_between(code_point, 0x31F0, 0x31FF) || is_between(code_point, 0x3400, 0x9FFF) ||
         is_between(code_point, 0xAC00, 0xD7A3) || is_between(code_point, 0xF900, 0xFAFF) ||
         is_between(code_point, 0xFF21, 0xFF3A) || is_between(code_point, 0xFF41, 0xFF5A) ||
         is_between(code_point, 0xFF66, 0xFF9F) || is_between(code_point, 0x20000, 0x3FFFF);
}

bool is_hiragana(std::uint32_t code_point) { return is_between(code_point, 0x3041, 0x309F); }

bool is_letter(std::uint32_t code_point) {
  if (code_point < 0x80) return is_ascii_letter(code_point);
  return u_isalpha(static_cast<UChar32>(code_point)) != 0 ||
         (U_GET_GC_MASK(static_cast<UChar32>(code_point)) & U_GC_M_MASK) != 0;
}

bool is_lower(std::uint32_t code_point) {
  if (code_point < 0x80) return is_between(code_point, 'a', 'z');
  return u_islower(static_cast<UChar32>(code_point)) != 0;
}

bool is_upper(std::uint32_t code_point) {
  if (code_point < 0x80) return is_between(code_point, 'A', 'Z');
  return u_isupper(static_cast<UChar32>(code_point)) != 0 || u_istitle(static_cast<UChar32>(code_point)) != 0;
}

bool is_list_symbol(std::uint32_t code_point) {
  switch (code_point) {
    case U'\u00B7':
    case U'\u2013':
    case U'\u2014':
    case U'\u2022':
    case U'\u2023':
    case U'\u203B':
    case U'\u2043':
    case U'\u30FB':
    case U'\uF0B7': return true;
    default: return is_between(code_point, 0x2460, 0x24FF) || is_between(code_point, 0x25A0, 0x25FF) ||
                    is_between(code_point, 0x2776, 0x2793);
  }
}

bool is_pause(std::uint32_t code_point) {
  switch (code_point) {
    case U',':
    case U';':
    case U':':
    case U'\u060C':
    case U'\u061B':
    case U'\u3001':
    case U'\uFF0C':
    case U'\uFF1A':
    case U'\uFF1B': return true;
    default: return false;
  }
}

CodePoint code_point_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {'\n', 0};
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? CodePoint{byte, 1} : decode_utf8(text, at);
}

CodePoint code_point_before(std::string_view text, std::size_t begin, std::size_t at) {
  if (at <= begin) return {'\n', 0};
  std::size_t lead = at - 1;
  while (lead > begin && (static_cast<unsigned char>(text[lead]) & 0xC0U) == 0x80U) --lead;
  return code_point_at(text, lead);
}

std::size_t skip_white_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80 && !is_ascii_white_space(byte)) return at;
    const CodePoint next = code_point_at(text, at);
    if (!is_white_space(next.value)) return at;
    at += next.length;
  }
  return at;
}

std::size_t trim_end(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin) {
    const CodePoint last = code_point_before(text, begin, end);
    if (!is_white_space(last.value)) return end;
    end -= last.length;
  }
  return end;
}

}  // namespace cento
