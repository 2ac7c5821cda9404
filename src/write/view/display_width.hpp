#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// How many columns of a terminal a character takes: 0 for combining marks and invisible characters, 2 for wide ones
/// (Han, kana, Hangul, most emoji), 1 for others. Control characters have no width: 0.
[[nodiscard]] std::uint32_t display_width(std::uint32_t code_point);

/// The width of a text. Bytes that are not UTF-8 count as U+FFFD.
[[nodiscard]] std::uint32_t display_width(std::string_view text);

/// Whether a line may be broken between two adjacent characters: not inside Latin words, but between Han characters,
/// except before closing (、 。 」) and after opening punctuation (「 《).
[[nodiscard]] bool may_break_between(std::uint32_t before, std::uint32_t behind);

}  // namespace cento
