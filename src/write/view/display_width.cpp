#include "write/view/display_width.hpp"

#include <unicode/uchar.h>

#include <cstddef>

#include "core/utf8.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kFirstPrintable = 0x20;
constexpr std::uint32_t kDelete = 0x7F;

bool takes_no_place(UChar32 code_point) {
  switch (u_charType(code_point)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_FORMAT_CHAR:
    case U_CONTROL_CHAR: return true;
    default:
      return u_getIntPropertyValue(code_point, UCHAR_HANGUL_SYLLABLE_TYPE) == U_HST_VOWEL_JAMO ||
             u_getIntPropertyValue(code_point, UCHAR_HANGUL_SYLLABLE_TYPE) == U_HST_TRAILING_JAMO;
  }
}

ULineBreak line_break_class(std::uint32_t code_point) {
  return static_cast<ULineBreak>(u_getIntPropertyValue(static_cast<UChar32>(code_point), UCHAR_LINE_BREAK));
}

bool closes(std::uint32_t code_point) {
  switch (line_break_class(code_point)) {
    case U_LB_CLOSE_PUNCTUATION:
    case U_LB_CLOSE_PARENTHESIS:
    case U_LB_EXCLAMATION:
    case U_LB_NONSTARTER:
    case U_LB_INFIX_NUMERIC:
    case U_LB_BREAK_SYMBOLS:
    case U_LB_QUOTATION: return true;
    default: return false;
  }
}

bool opens(std::uint32_t code_point) {
  const ULineBreak kind = line_break_class(code_point);
  return kind == U_LB_OPEN_PUNCTUATION || kind == U_LB_QUOTATION;
}

}  // namespace

std::uint32_t display_width(std::uint32_t code_point) {
  if (code_point >= kFirstPrintable && code_point < kDelete) return 1;
  constexpr std::uint32_t kSoftHyphen = 0xAD;  // a format character that terminals show
  const auto character = static_cast<UChar32>(code_point);
  if (code_point == kSoftHyphen) return 1;
  if (takes_no_place(character)) return 0;
  const int width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

std::uint32_t display_width(std::string_view text) {
  std::uint32_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    width += display_width(next.value);
    at += next.length;
  }
  return width;
}

bool may_break_between(std::uint32_t before, std::uint32_t behind) {
  const bool is_wide = display_width(before) > 1 || display_width(behind) > 1;
  return is_wide && !opens(before) && !closes(behind);
}

}  // namespace cento
