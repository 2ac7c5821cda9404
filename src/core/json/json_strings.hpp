#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/utf8.hpp"

namespace cento {

/// Where a JSON string ends, and what it contains.
struct JsonStringEnd {
  const char* quote;     // the closing quote, or the end of the text when there is none
  bool has_control;      // an unescaped control character, which the standard forbids
  bool has_rare_escape;  // a \u escape, or one that does not exist: they need a closer look
};

/// How far unescape() may write beyond its output.
inline constexpr std::size_t kUnescapeOverrunBytes = 64;

/// The loops over the inside of JSON strings, once for each instruction set.
struct JsonStringKernel {
  /// Looks for the closing quote in [at, end); `at` is just after the opening one.
  JsonStringEnd (*find_end)(const char* at, const char* end);

  /// Copies [at, end) to `out` (advanced) and replaces one-letter escapes, up to the first other escape or the closing
  /// quote; returns its position, or end. `out` needs room for kUnescapeOverrunBytes more than it gets. `has_control`
  /// is set if a control character was copied.
  const char* (*unescape)(const char* at, const char* end, char*& out, bool& has_control);
};

extern const JsonStringKernel kPlainJsonStringKernel;
extern const JsonStringKernel kAvx512JsonStringKernel;

/// The kernel for this processor (see core/kernel.hpp).
[[nodiscard]] const JsonStringKernel& json_string_kernel();

/// The UTF-16 unit that the escape \uXXXX at the beginning of `text` means; negative if there is no such escape.
[[nodiscard]] std::int32_t unicode_escape_unit(std::string_view text);

inline constexpr std::size_t kUnicodeEscapeBytes = 6;  // backslash, u, four digits

[[nodiscard]] constexpr bool is_high_surrogate(std::int32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}

[[nodiscard]] constexpr bool is_low_surrogate(std::int32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

/// The code point of the escapes \uXXXX at the beginning of `rest`, and how many bytes they take: twelve for a
/// surrogate pair; a lone surrogate is U+FFFD. There must be a valid escape.
[[nodiscard]] CodePoint unescape_unicode(std::string_view rest);

/// Writes that code point as UTF-8; returns how many bytes of `rest` it took.
std::size_t write_unicode_escape(std::string_view rest, char*& out);

/// What a backslash and this letter mean; 0 for \u and everything that is not a one-letter escape.
[[nodiscard]] constexpr char json_escape(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case '"':
    case '\\':
    case '/': return letter;
    default: return '\0';
  }
}

}  // namespace cento
