#pragma once

#include <cstdint>

namespace cento {

/// A character reference (&amp; &#8217; …) read from a text.
struct CharacterReference {
  std::uint32_t consumed = 0;  // bytes of the source, 0 when there is no reference and the '&' is text
  std::uint32_t size = 0;      // bytes used of `utf8`
  char utf8[8] = {};           // one or two characters
};

/// Reads the reference whose '&' is at `at`, by the rules for text (not for attributes): the longest name wins, and the
/// 106 old names need no semicolon. Numbers that are not a character become U+FFFD; 128 to 159 are taken as
/// windows-1252. Never reads `end` or beyond.
///
/// The interface uses plain pointers because it is called from code compiled for a single instruction set.
[[nodiscard]] CharacterReference read_character_reference(const char* at, const char* end) noexcept;

}  // namespace cento
