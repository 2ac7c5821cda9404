#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cento {

/// A word of at most eight UTF-8 bytes in one number, its last byte uppermost, every byte with bit 5 set: that folds
/// the case of ASCII and Latin-1 letters and leaves `.` unchanged. Zero bytes fill the lower end.
using WordKey = std::uint64_t;

inline constexpr std::size_t kWordKeyBytes = 8;

/// The key of `word`, or 0 if it is empty or too long.
[[nodiscard]] constexpr WordKey word_key(std::string_view word) {
  if (word.size() > kWordKeyBytes) return 0;
  WordKey key = 0;
  for (const char c : word) key = key >> 8U | static_cast<WordKey>(static_cast<unsigned char>(c) | 0x20U) << 56U;
  return key;
}

/// What a full stop after a word means.
enum class Abbreviation : std::uint8_t {
  none,    // an ordinary word
  leads,   // the sentence always continues: Mr., vgl., e.g.
  number,  // it continues before a number, otherwise an ordinary word: No., Art.
  closes,  // ends a sentence only before a capital letter: etc., usw.
  name,    // part of a name or date; ends a sentence only before a word that often starts one: Inc., U.S., Feb.
  clock,   // ends a sentence before a capital letter, if no day or time zone follows: p.m.
};

/// The kind of the abbreviation with `key`, whose first letter is a capital if `capital`. Dots inside are part of the
/// key (`e.g`), the last one is not.
[[nodiscard]] Abbreviation find_abbreviation(WordKey key, bool capital);

/// What kind of word follows a possible end.
enum class NextWord : std::uint8_t {
  other,
  starter,   // often starts a sentence and is seldom part of a name: The, Der, Les
  calendar,  // a month or day, or a noun that follows ordinal numbers: Oktober, Monday, Jahrhundert
};

/// The key of the word's first eight bytes.
[[nodiscard]] constexpr WordKey next_word_key(std::string_view word) {
  return word_key(word.substr(0, kWordKeyBytes));
}

/// The kind of the capitalised word with the next_word_key() `key`.
[[nodiscard]] NextWord find_next_word(WordKey key);

/// Whether a German ordinal number is likely after the word: am 3., im 19., der 2.
[[nodiscard]] bool announces_ordinal(WordKey key);

namespace abbreviation_filter {

inline constexpr unsigned kHashBits = 14;

[[nodiscard]] constexpr std::uint32_t hash(WordKey key) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  return static_cast<std::uint32_t>(key * kMultiplier >> (64U - kHashBits));
}

using Bits = std::array<std::uint64_t, (std::size_t{1} << kHashBits) / 64>;

/// The hashes of all abbreviations, or of the part after their last letter outside ASCII.
extern const Bits kBits;

}  // namespace abbreviation_filter

/// False if no abbreviation ends in the ASCII letters that `key` holds; true may be wrong.
[[nodiscard]] inline bool may_be_abbreviation(WordKey key) {
  const std::uint32_t hash = abbreviation_filter::hash(key);
  return (abbreviation_filter::kBits[hash / 64] >> (hash % 64) & 1U) != 0;
}

}  // namespace cento
