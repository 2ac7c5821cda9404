#pragma once

#include <cstdint>

namespace cento::candidates {

/// Classes of bytes as two small tables: a byte has the classes that are set in both `low[byte % 16]` and `high[byte /
/// 16]`. Vector code looks up each with one shuffle.
struct NibbleTable {
  std::uint8_t low[16];
  std::uint8_t high[16];

  [[nodiscard]] constexpr std::uint8_t of(std::uint8_t byte) const {
    return static_cast<std::uint8_t>(low[byte & 15U] & high[byte >> 4U]);
  }
};

/// A set of nibbles as bits.
template <typename... Nibbles>
consteval std::uint32_t nibbles(Nibbles... values) {
  return (0U | ... | (1U << static_cast<std::uint32_t>(values)));
}

inline constexpr std::uint32_t kAnyNibble = 0xFFFF;

/// Gives the class `bit` to every byte whose upper nibble is in `highs` and whose lower nibble is in `lows`.
consteval void allow(NibbleTable& table, std::uint32_t bit, std::uint32_t highs, std::uint32_t lows) {
  for (std::uint32_t i = 0; i < 16; ++i) {
    if ((highs >> i & 1U) != 0) table.high[i] = static_cast<std::uint8_t>(table.high[i] | bit);
    if ((lows >> i & 1U) != 0) table.low[i] = static_cast<std::uint8_t>(table.low[i] | bit);
  }
}

// The classes of ASCII bytes; a class that is not a product of two nibble sets has several bits.
inline constexpr std::uint8_t kTerminator = 0x03;  // . ! ?
inline constexpr std::uint8_t kFollower = 0x3E;    // what may follow a terminator that ends a sentence
inline constexpr std::uint8_t kFeed = 0x04;        // line feed, form feed
inline constexpr std::uint8_t kBlank = 0x60;       // white space inside a line
inline constexpr std::uint8_t kLabel = 0x80;       // - * + )

consteval NibbleTable make_ascii_table() {
  NibbleTable table{};
  allow(table, 0x01, nibbles(2), nibbles(0x1, 0xE));                      // ! .
  allow(table, 0x02, nibbles(3), nibbles(0xF));                           // ?
  allow(table, 0x04, nibbles(0), nibbles(0xA, 0xC));                      // line feed, form feed
  allow(table, 0x08, nibbles(2), nibbles(0x0, 0x1, 0x2, 0x7, 0x9, 0xE));  // space ! " ' ) .
  allow(table, 0x10, nibbles(5, 7), nibbles(0xB, 0xD));                   // [ ] { }
  allow(table, 0x20, nibbles(0), nibbles(0x9, 0xB, 0xD));                 // tab, vertical tab, carriage return
  allow(table, 0x40, nibbles(2), nibbles(0x0));                           // space
  allow(table, 0x80, nibbles(2), nibbles(0x9, 0xA, 0xB, 0xD));            // ) * + -
  return table;
}

// Terminators outside ASCII: a byte and its two successors must share a class. The classes let a few other characters
// through, which the rules then reject.
consteval NibbleTable make_first_table() {
  NibbleTable table{};
  allow(table, 0x01, nibbles(0xE), nibbles(0x3));
  allow(table, 0x02, nibbles(0xE), nibbles(0xF));
  allow(table, 0x04, nibbles(0xE), nibbles(0xF));
  allow(table, 0x08, nibbles(0xE), nibbles(0x2));
  allow(table, 0x10, nibbles(0xE), nibbles(0x0, 0x2));
  allow(table, 0x20, nibbles(0xE), nibbles(0x0));
  allow(table, 0x40, nibbles(0xE), nibbles(0x1));
  allow(table, 0x80, nibbles(0xD), nibbles(0x6, 0x8, 0xB));
  return table;
}

consteval NibbleTable make_second_table() {
  NibbleTable table{};
  allow(table, 0x01, nibbles(0x8), nibbles(0x0));
  allow(table, 0x02, nibbles(0xB), nibbles(0xC, 0xD));
  allow(table, 0x04, nibbles(0xB), nibbles(0x8, 0x9));
  allow(table, 0x08, nibbles(0x8), nibbles(0x0, 0x1));
  allow(table, 0x10, nibbles(0x8, 0xB), nibbles(0xB, 0xC));
  allow(table, 0x20, nibbles(0xA), nibbles(0x5));
  allow(table, 0x40, nibbles(0x8, 0x9), nibbles(0xD, 0xF, 0x1));
  allow(table, 0x80, nibbles(0x8, 0x9), nibbles(0x9, 0xF, 0x4));
  return table;
}

consteval NibbleTable make_third_table() {
  NibbleTable table{};
  allow(table, 0x01, nibbles(0x8), nibbles(0x2));                                          // U+3002
  allow(table, 0x02, nibbles(0x8, 0x9, 0xA), nibbles(0x1, 0xE, 0xF));                      // U+FF01, FF0E, FF1F, FF61
  allow(table, 0x04, nibbles(0x9), nibbles(0x2, 0x5, 0x6, 0x7));                           // U+FE12 to FE57
  allow(table, 0x08, nibbles(0x8, 0xA, 0xB), nibbles(0x5, 0x6, 0x7, 0x8, 0x9, 0xC, 0xD));  // U+2025 to 2049
  allow(table, 0x10, nibbles(0xA, 0x8), nibbles(0xF, 0xD, 0xE));                           // U+22EF, 0F0D, 0F0E
  allow(table, 0x20, nibbles(0xA), nibbles(0x4, 0x5));                                     // U+0964, 0965
  allow(table, 0x40, nibbles(0x8, 0x9, 0xA), nibbles(0x2, 0x4, 0x5, 0x7, 0x8, 0xB));       // U+1362, 17D4, 104B
  allow(table, 0x80, kAnyNibble, kAnyNibble);                                              // U+0589, 061F, 06D4
  return table;
}

inline constexpr NibbleTable kAscii = make_ascii_table();
inline constexpr NibbleTable kFirst = make_first_table();
inline constexpr NibbleTable kSecond = make_second_table();
inline constexpr NibbleTable kThird = make_third_table();

inline constexpr std::uint64_t kLabelReach = 3;  // a label ends at most this many bytes after a line's first byte

}  // namespace cento::candidates
