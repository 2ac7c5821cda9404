#pragma once

#include <cstddef>

namespace cento {

/// Where a JSON string ends, and what stands in it.
struct JsonStringEnd {
  const char* quote;     // the closing quote, or the end of the text when there is none
  bool has_control;      // an unescaped control character, which the standard forbids
  bool has_rare_escape;  // a \u escape, or one that does not exist: they need a closer look
};

/// How far behind what it writes unescape() may write.
inline constexpr std::size_t kUnescapeOverrunBytes = 64;

/// The loops over the inside of JSON strings, once for each instruction set.
struct JsonStringKernel {
  /// Looks for the closing quote in [at, end); `at` stands behind the opening one.
  JsonStringEnd (*find_end)(const char* at, const char* end);

  /// Copies [at, end) to `out` (advanced) with the escapes of one letter undone, up to the first other one; returns
  /// where that stands, or end. `out` needs room for kUnescapeOverrunBytes more than it gets.
  const char* (*unescape)(const char* at, const char* end, char*& out);
};

extern const JsonStringKernel kPlainJsonStringKernel;
extern const JsonStringKernel kAvx512JsonStringKernel;

/// The kernel for this processor (see core/kernel.hpp).
[[nodiscard]] const JsonStringKernel& json_string_kernel();

/// What a backslash and this letter stand for; 0 for \u and everything that is no escape of one letter.
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
