#include "text/fold/char_class.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

namespace cento {

namespace {

constexpr std::uint32_t kProlongedSoundMark = 0x30FC;  // belongs to no script in Unicode, but is used only with kana

bool is_written_without_spaces(std::uint32_t code_point) {
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(code_point), &error);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || script == USCRIPT_THAI ||
         code_point == kProlongedSoundMark;
}

}  // namespace

CharClass char_class_by_icu(std::uint32_t code_point) {
  switch (u_charType(static_cast<UChar32>(code_point))) {
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_ENCLOSING_MARK: return CharClass::mark;
    case U_DECIMAL_DIGIT_NUMBER:
    case U_OTHER_NUMBER: return CharClass::word;
    case U_UPPERCASE_LETTER:
    case U_LOWERCASE_LETTER:
    case U_TITLECASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
    case U_LETTER_NUMBER: return is_written_without_spaces(code_point) ? CharClass::single : CharClass::word;
    default: return CharClass::separator;
  }
}

}  // namespace cento
