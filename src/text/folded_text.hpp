#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/plain_vector.hpp"

namespace cento {

/// The normalised text: the folded tokens in order, with one space between two tokens that something separates in the
/// folded text and nothing between neighbours (Han, kana). A character is a code point.
struct FoldedText {
  PlainVector<char> bytes;
  PlainVector<std::uint32_t> begins;      // the character that each token begins with
  PlainVector<std::uint32_t> characters;  // first byte of each, bytes.size() at the end; empty if all have one byte

  [[nodiscard]] std::string_view text() const { return {bytes.data(), bytes.size()}; }
  [[nodiscard]] std::size_t character_count() const {
    return characters.empty() ? bytes.size() : characters.size() - 1;
  }
  /// Where a character begins; character_count() gives the end of the text.
  [[nodiscard]] std::uint32_t byte_of(std::uint32_t character) const {
    return characters.empty() ? character : characters[character];
  }
  void clear() {
    bytes.clear();
    begins.clear();
    characters.clear();
  }
};

}  // namespace cento
