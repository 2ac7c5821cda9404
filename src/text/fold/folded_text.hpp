#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// Where the characters of a text begin, ascending. Only 2 bytes per character, since long texts have many.
class CharacterPlaces {
 public:
  [[nodiscard]] bool empty() const { return within_.empty(); }
  [[nodiscard]] std::size_t size() const { return within_.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t character) const {
    return firsts_[character / kBlock] + within_[character];
  }

  void append(std::span<const std::uint32_t> places) {
    while (!places.empty()) {
      const std::size_t before = within_.size();
      if (before % kBlock == 0) firsts_.push_back(places.front());
      const std::span now = places.first(std::min(places.size(), kBlock - before % kBlock));
      const std::uint32_t first = firsts_.back();
      within_.resize(before + now.size());
      std::transform(now.begin(), now.end(), within_.begin() + static_cast<std::ptrdiff_t>(before),
                     [first](std::uint32_t place) { return static_cast<std::uint16_t>(place - first); });
      places = places.subspan(now.size());
    }
  }
  void reserve(std::size_t characters) { within_.reserve(characters); }
  void pop_back() {
    within_.pop_back();
    if (within_.size() % kBlock == 0) firsts_.pop_back();
  }
  void clear() {
    within_.clear();
    firsts_.clear();
  }
  void give_back() {
    release_if_large(within_);
    release_if_large(firsts_);
  }

  friend bool operator==(const CharacterPlaces&, const CharacterPlaces&) = default;

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 14;  // this many characters have at most 2^16 bytes

  PlainVector<std::uint16_t> within_;  // offset in its block
  PlainVector<std::uint32_t> firsts_;  // the position of each block's first character
};

/// The normalised text: the folded tokens in order, with one space between two tokens that are separated in the folded
/// text and nothing between adjacent ones (Han, kana). A character is a code point.
struct FoldedText {
  PlainVector<char> bytes;
  PlainVector<std::uint32_t> begins;  // the character that each token begins with
  CharacterPlaces characters;         // first byte of each, bytes.size() at the end; empty if all have one byte

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
