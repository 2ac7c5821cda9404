#pragma once

#include <cstdint>
#include <string_view>

#include "core/utf8.hpp"

namespace cento {

/// What kind of end a character may mark; the greatest in a run counts.
enum class Mark : std::uint8_t {
  none,
  paragraph_end,  // U+2029
  stop,           // a full stop that may also be a dot: .
  ellipsis,       // … ‥ ⋯
  exclamation,    // ! ? and similar, which need white space after them
  shad,           // ends a sentence before white space only: ། ༎
  wide_stop,      // . which may be part of a number
  full,           // ends a sentence whatever follows: 。 ! ؟ । ።
};

/// Marks that close a quotation, a bracket, or the title of a work (》).
enum class Closer : std::uint8_t { none, quote, bracket, title };

/// Quotation marks that close in one language and open in another: “ ‘ « ‹. Directly after a full stop they close.
[[nodiscard]] bool is_two_way_quote(std::uint32_t code_point);

[[nodiscard]] bool is_opening_quote(std::uint32_t code_point);
[[nodiscard]] bool is_opening_bracket(std::uint32_t code_point);

[[nodiscard]] constexpr bool is_ascii_white_space(unsigned char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// Han, kana, Hangul and full-width letters: scripts that may be written without spaces between sentences.
[[nodiscard]] bool is_east_asian_letter(std::uint32_t code_point);
[[nodiscard]] bool is_hiragana(std::uint32_t code_point);

[[nodiscard]] constexpr bool is_ascii_digit(std::uint32_t c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_ascii_letter(std::uint32_t c) {
  return (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z';
}

/// The same tests for characters outside ASCII.
namespace wide {
[[nodiscard]] Mark mark_of(std::uint32_t code_point);
[[nodiscard]] Closer closer_of(std::uint32_t code_point);
[[nodiscard]] bool is_white_space(std::uint32_t code_point);
[[nodiscard]] bool is_digit(std::uint32_t code_point);
[[nodiscard]] bool is_letter(std::uint32_t code_point);
[[nodiscard]] bool is_lower(std::uint32_t code_point);
[[nodiscard]] bool is_upper(std::uint32_t code_point);
}  // namespace wide

[[nodiscard]] inline Mark mark_of(std::uint32_t code_point) {
  if (code_point >= 0x80) return wide::mark_of(code_point);
  if (code_point == '.') return Mark::stop;
  return code_point == '!' || code_point == '?' ? Mark::exclamation : Mark::none;
}

[[nodiscard]] inline Closer closer_of(std::uint32_t code_point) {
  if (code_point >= 0x80) return wide::closer_of(code_point);
  if (code_point == '"' || code_point == '\'') return Closer::quote;
  return code_point == ')' || code_point == ']' || code_point == '}' ? Closer::bracket : Closer::none;
}

/// Unicode's White_Space.
[[nodiscard]] inline bool is_white_space(std::uint32_t code_point) {
  return code_point < 0x80 ? is_ascii_white_space(static_cast<unsigned char>(code_point))
                           : wide::is_white_space(code_point);
}

[[nodiscard]] inline bool is_digit(std::uint32_t code_point) {
  return code_point < 0x80 ? is_ascii_digit(code_point) : wide::is_digit(code_point);
}

/// Letters and the marks on them.
[[nodiscard]] inline bool is_letter(std::uint32_t code_point) {
  return code_point < 0x80 ? is_ascii_letter(code_point) : wide::is_letter(code_point);
}

[[nodiscard]] inline bool is_lower(std::uint32_t code_point) {
  return code_point < 0x80 ? code_point - 'a' < 26U : wide::is_lower(code_point);
}

[[nodiscard]] inline bool is_upper(std::uint32_t code_point) {
  return code_point < 0x80 ? code_point - 'A' < 26U : wide::is_upper(code_point);
}

/// Symbols that mark the items of a list: • ‣ ◦ ▪ – ① and similar.
[[nodiscard]] bool is_list_symbol(std::uint32_t code_point);

/// , ; : and similar: a sentence continues before them.
[[nodiscard]] bool is_pause(std::uint32_t code_point);

/// The code point at `at`, or U+000A at the end of the text.
[[nodiscard]] inline CodePoint code_point_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {'\n', 0};
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? CodePoint{byte, 1} : decode_utf8(text, at);
}

/// The code point that ends before `at`, or U+000A if `at` is not after `begin`.
[[nodiscard]] inline CodePoint code_point_before(std::string_view text, std::size_t begin, std::size_t at) {
  if (at <= begin) return {'\n', 0};
  std::size_t lead = at - 1;
  while (lead > begin && (static_cast<unsigned char>(text[lead]) & 0xC0U) == 0x80U) --lead;
  return code_point_at(text, lead);
}

/// The first position from `at` on that is not white space.
[[nodiscard]] inline std::size_t skip_white_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const CodePoint next = code_point_at(text, at);
    if (!is_white_space(next.value)) return at;
    at += next.length;
  }
  return at;
}

/// The end of `[begin, end)` without trailing white space.
[[nodiscard]] inline std::size_t trim_end(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin) {
    const CodePoint last = code_point_before(text, begin, end);
    if (!is_white_space(last.value)) return end;
    end -= last.length;
  }
  return end;
}

}  // namespace cento
