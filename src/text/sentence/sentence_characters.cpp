#include "text/sentence/sentence_characters.hpp"

#include <unicode/uchar.h>

namespace cento {

namespace {

constexpr bool is_between(std::uint32_t value, std::uint32_t first, std::uint32_t last) {
  return value - first <= last - first;
}

}  // namespace

Mark wide::mark_of(std::uint32_t code_point) {
  switch (code_point) {
    case U'\uFE52': return Mark::stop;
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

Closer wide::closer_of(std::uint32_t code_point) {
  switch (code_point) {
    case U'\u00BB':
    case U'\u203A':
    case U'\u201D':
    case U'\u2019':
    case U'\u300D':
    case U'\u300F':
    case U'\uFF02':
    case U'\uFF63': return Closer::quote;
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

bool wide::is_white_space(std::uint32_t code_point) {
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

bool is_hiragana(std::uint32_t code_point) {
  return is_between(code_point, 0x3041, 0x309F);
}

bool wide::is_letter(std::uint32_t code_point) {
  return u_isalpha(static_cast<UChar32>(code_point)) != 0 ||
         (U_GET_GC_MASK(static_cast<UChar32>(code_point)) & U_GC_M_MASK) != 0;
}

bool wide::is_digit(std::uint32_t code_point) {
  return u_isdigit(static_cast<UChar32>(code_point)) != 0;
}

bool wide::is_lower(std::uint32_t code_point) {
  return u_islower(static_cast<UChar32>(code_point)) != 0;
}

bool wide::is_upper(std::uint32_t code_point) {
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
    default:
      return is_between(code_point, 0x2460, 0x24FF) || is_between(code_point, 0x25A0, 0x25FF) ||
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

}  // namespace cento
