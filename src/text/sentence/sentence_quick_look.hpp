#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text/sentence/abbreviations.hpp"
#include "text/sentence/sentence_characters.hpp"

// Decides the most common candidates without applying the rules one by one: a full stop after a word that is not an
// abbreviation and before something that begins a sentence, and a blank line. The decisions are those that
// sentence_rules.cpp would make; a test compares them.

namespace cento {

inline constexpr std::uint64_t kEachByte = 0x0101010101010101;
inline constexpr std::uint64_t kHighBits = kEachByte * 0x80;

/// The eight bytes before `at`.
inline std::uint64_t load_before(const char* text, std::size_t at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text + at - kWordKeyBytes, kWordKeyBytes);
  return bytes;
}

/// The high bit of each byte of `bytes` (with bit 5 set) that is not an ASCII letter.
inline std::uint64_t non_letters(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kHighBits;
  const std::uint64_t from_a = low + kEachByte * (0x80 - 'a');
  const std::uint64_t over_z = low + kEachByte * (0x7F - 'z');
  return (~from_a | over_z | bytes) & kHighBits;
}

/// The word of ASCII letters before a full stop, as far as eight bytes show it.
struct WordBefore {
  unsigned letters;  // up to eight; 0 if it is short, may be an abbreviation or part of one, or does not begin here
  bool ends_small;   // its last letter is lower case
};

inline WordBefore word_before(const char* text, std::size_t at) {
  const std::uint64_t bytes = load_before(text, at);
  const std::uint64_t folded = bytes | kEachByte * 0x20;
  const std::uint64_t others = non_letters(folded);
  // Without the lowest bit, which is otherwise never set, eight letters would count 64 zeros, too many to shift by.
  const auto letter_bits = static_cast<unsigned>(__builtin_clzll(others | 1U)) & ~7U;
  const std::uint64_t all = others == 0 ? ~std::uint64_t{0} : 0;
  const WordKey key = folded & (~(~std::uint64_t{0} >> letter_bits) | all);
  const unsigned letters = letter_bits / 8 + (others == 0 ? 1 : 0);
  const bool ends_small = bytes >> 56U >= 'a';
  const bool follows_dot = (bytes << letter_bits >> 56U) == '.';
  const bool is_plain = (letters > 1) & !may_be_abbreviation(key) & (!follows_dot | ends_small);
  return {is_plain ? letters : 0, ends_small};
}

inline constexpr std::uint32_t kOrdinalDigits = 3;  // up to this many digits may be an ordinal number or number an item

/// A number of many digits, or one that ends a word, such as `A10` or `2001-08-31`: rules 39 and 42 to 47 let it end a
/// sentence. `begin` is where the sentence begins.
inline bool is_plain_number_before(const char* text, std::size_t begin, std::size_t at) {
  std::size_t digits = at;
  while (digits > begin && is_ascii_digit(static_cast<unsigned char>(text[digits - 1]))) --digits;
  if (digits == at || digits == begin) return false;
  const auto previous = static_cast<unsigned char>(text[digits - 1]);
  return is_ascii_letter(previous) ||
         (at - digits > kOrdinalDigits && previous != '.' && previous != ',' && previous < 0x80);
}

/// What a byte means near a full stop; the corresponding rules are in sentence_rules.cpp.
inline constexpr std::uint8_t kStarts = 1;  // after the stop and white space: a sentence begins, if the word is plain
inline constexpr std::uint8_t kSmall = 2;   // likewise: a sentence begins, if the word is not short
inline constexpr std::uint8_t kShuts = 4;   // before the stop: no word and no number

inline constexpr auto kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned char c = '!'; c < 0x7F; ++c) {
    const bool small = c >= 'a' && c <= 'z';
    const bool goes_on = std::string_view(")]},;:.!?").find(static_cast<char>(c)) != std::string_view::npos;
    if (small) classes[c] |= kSmall;
    if (!small && !goes_on) classes[c] |= kStarts;
  }
  for (const unsigned char c : std::string_view(")]>`%")) classes[c] |= kShuts;
  return classes;
}();

inline std::uint8_t byte_class(char c) {
  return kByteClasses[static_cast<unsigned char>(c)];
}

/// What the bytes around a candidate show.
struct QuickLook {
  std::uint32_t end;   // where the sentence ends
  std::uint32_t next;  // where the next one begins
  bool is_end;         // false: the rules must decide
};

inline constexpr std::uint32_t kQuickLookBefore = 8;  // bytes needed before the candidate
inline constexpr std::uint32_t kQuickLookAfter = 10;  // bytes needed from it on
inline constexpr unsigned kPlainWordLetters = 4;      // rule 26

/// How many spaces there are from `at` on, up to seven; eight count as seven.
inline std::uint32_t spaces_from(const char* text, std::uint32_t at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text + at, sizeof bytes);
  bytes ^= kEachByte * ' ';
  return static_cast<std::uint32_t>(__builtin_ctzll(bytes | std::uint64_t{1} << 63U)) / 8;
}

/// Examines a line feed before a blank line. kQuickLookBefore bytes before it and kQuickLookAfter from it on must
/// exist.
inline QuickLook look_at_feed(const char* text, std::uint32_t at) {
  const auto before = static_cast<unsigned char>(text[at - 1]);
  const std::uint32_t next = at + 2 + spaces_from(text, at + 2);
  return {at, next, text[at + 1] == '\n' && before > ' ' && before < 0x80 && text[next] > ' '};
}

/// The first byte of a Han character (U+5000 to U+9FFF only).
inline bool begins_han(char byte) {
  const auto lead = static_cast<unsigned char>(byte);
  return lead >= 0xE5 && lead <= 0xE9;
}

/// Examines a possible 。 ！ or ？ before a Han character, perhaps in the next line; the same bytes must exist. The
/// sentence must begin with a letter.
inline QuickLook look_at_wide_stop(const char* text, std::uint32_t at) {
  constexpr std::uint32_t kBytes = 3;
  const std::string_view mark(text + at, kBytes);
  const std::uint32_t next = at + kBytes + (text[at + kBytes] == '\n' ? 1 : 0);
  const bool is_stop = mark == "\u3002" || mark == "\uFF01" || mark == "\uFF1F";
  return {at + kBytes, next, is_stop && begins_han(text[next])};
}

/// Examines a full stop; the same bytes must exist.
inline QuickLook look_at_stop(const char* text, std::uint32_t at) {
  if (text[at + 1] != ' ' && text[at + 1] != '\n') return {at, at, false};
  const std::uint32_t next = at + 2 + spaces_from(text, at + 2);
  const std::uint8_t next_class = byte_class(text[next]);
  if ((next_class & (kStarts | kSmall)) == 0) return {at, at, false};
  const WordBefore word = word_before(text, at);
  const unsigned needed = (next_class & kStarts) != 0 ? 1 : kPlainWordLetters;
  return {at + 1, next, word.letters >= needed && (word.ends_small || (next_class & kStarts) != 0)};
}

}  // namespace cento
