#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// What a folded code point does to tokens.
enum class CharClass : std::uint8_t {
  separator = 0,
  word = 1,    // letters, digits, numbers: part of a run
  single = 2,  // a Han, Hiragana, Katakana or Thai letter: a token of its own
  mark = 3,    // continues the token before it; without one, a separator
};

/// One row of the folding table: what NFKC case folding makes of a code point that stands alone.
/// bits 0–31   the folded UTF-8, little end first; for a complex row its number in the list of strings
/// bits 32–34  length of the folded UTF-8
/// bits 36–37  CharClass of the folded code point
/// bit 40      the bytes stay as they are (also for every separator: nobody looks at a separator's bytes)
/// bit 41      complex: none or several code points, some of which belong to tokens
/// bit 42      no normalisation boundary before it: it may combine with what stands before
/// Always inlined: kernels for several instruction sets use it, and none may leave a copy for the others.
struct FoldRow {
  std::uint64_t bits;

  [[nodiscard, gnu::always_inline]] std::uint32_t bytes() const { return static_cast<std::uint32_t>(bits); }
  [[nodiscard, gnu::always_inline]] std::uint32_t length() const { return (bits >> 32) & 7; }
  [[nodiscard, gnu::always_inline]] CharClass char_class() const { return static_cast<CharClass>((bits >> 36) & 3); }
  [[nodiscard, gnu::always_inline]] bool is_identity() const { return (bits >> 40 & 1) != 0; }
  [[nodiscard, gnu::always_inline]] bool is_complex() const { return (bits >> 41 & 1) != 0; }
  [[nodiscard, gnu::always_inline]] bool combines_backwards() const { return (bits >> 42 & 1) != 0; }
};

inline constexpr std::uint32_t kFoldBlockBits = 6;

/// Two-stage table, made by make_fold_table.cpp from ICU when Cento is built.
extern const std::uint16_t kFoldBlocks[];
extern const std::uint64_t kFoldRows[];

[[gnu::always_inline]] inline FoldRow fold_row(std::uint32_t code_point) {
  const std::uint32_t block = kFoldBlocks[code_point >> kFoldBlockBits];
  return {kFoldRows[(block << kFoldBlockBits) | (code_point & ((1U << kFoldBlockBits) - 1))]};
}

/// The folded text of a complex row.
[[nodiscard]] std::string_view complex_folding(std::uint32_t number);

/// The version of Unicode the table was made from, such as "15.0".
[[nodiscard]] std::string_view fold_table_unicode_version();

}  // namespace cento
