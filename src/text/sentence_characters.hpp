#pragma once

#include <cstdint>
#include <string_view>

#include "core/utf8.hpp"

namespace cento {

/// What the sentence rules want to know of a character.
enum class Mark : std::uint8_t {
  none,
  stop,           // a full stop that may also be a dot: .
  exclamation,    // ! ? and kin, which want white space after them
  ellipsis,       // … ‥ ⋯
  full,           // ends a sentence whatever follows: 。 ! ؟ । ።
  shad,           // ends a sentence before white space only: ། ༎
  wide_stop,      // . which may stand in a number
  paragraph_end,  // U+2029
};

[[nodiscard]] Mark mark_of(std::uint32_t code_point);

enum class Closer : std::uint8_t { none, quote, bracket, title };

/// Marks that close: of a quotation, a bracket, or the title of a work (》).
[[nodiscard]] Closer closer_of(std::uint32_t code_point);

/// Quotation marks that close in one language and open in another: “ ‘ « ‹. Without white space after a full stop they close.
[[nodiscard]] bool is_two_way_quote(std::uint32_t code_point);

[[nodiscard]] bool is_opening_quote(std::uint32_t code_point);
[[nodiscard]] bool is_opening_bracket(std::uint32_t code_point);

/// Unicode's White_Space.
[[nodiscard]] bool is_white_space(std::uint32_t code_point);
[[nodiscard]] constexpr bool is_ascii_white_space(unsigned char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// Han, kana, Hangul and full-width letters: scripts that may be written without spaces between sentences.
[[nodiscard]] bool is_east_asian_letter(std::uint32_t code_point);
[[nodiscard]] bool is_hiragana(std::uint32_t code_point);

[[nodiscard]] constexpr bool is_ascii_digit(std::uint32_t c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_ascii_letter(std::uint32_t c) { return (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z'; }
[[nodiscard]] bool is_letter(std::uint32_t code_point);
[[nodiscard]] bool is_lower(std::uint32_t code_point);
[[nodiscard]] bool is_upper(std::uint32_t code_point);

/// Symbols that stand before the items of a list: • ‣ ◦ ▪ – ① and such.
[[nodiscard]] bool is_list_symbol(std::uint32_t code_point);

/// , ; : and kin: a sentence goes on before them.
[[nodiscard]] bool is_pause(std::uint32_t code_point);

/// The code point at `at`, or U+000A at the end of the text.
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);

/// The code point that ends before `at`, or U+000A if that is not after `begin`.
[[nodiscard]] CodePoint code_point_before(std::string_view text, std::size_t begin, std::size_t at);

/// The first place from `at` on that is not white space.
[[nodiscard]] std::size_t skip_white_space(std::string_view text, std::size_t at);

/// The end of `[begin, end)` without white space at its end.
[[nodiscard]] std::size_t trim_end(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace cento
