#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "align/families.hpp"

namespace cento {

/// A key, of which 32 bits are enough, the position of the sentence, and what rules most others out: its number of
/// features, up to kSizeMost, and some bits of them. Twelve bytes: the upper half of the key, the position, and a word
/// with the size in its low 8 bits and a sketch in the other 24. Regrouped by key and sorted by position. Used to find
/// near sentences.
struct KeyedSentence {
  static constexpr std::uint32_t kSizeMost = 255;
  static constexpr unsigned kSizeBits = 8;

  KeyedSentence() = default;
  KeyedSentence(std::uint64_t key, Position stands_at, std::uint32_t features, std::uint64_t bits)
      : key_high(static_cast<std::uint32_t>(key >> 32U)),
        position(stands_at),
        sketch_and_size(shortened(bits) << kSizeBits | std::min(features, kSizeMost)) {}

  std::uint32_t key_high;
  Position position;
  std::uint32_t sketch_and_size;

  [[nodiscard]] std::uint64_t key() const { return std::uint64_t{key_high} << 32U; }
  [[nodiscard]] std::uint32_t sketch() const { return sketch_and_size >> kSizeBits; }
  [[nodiscard]] std::uint32_t size() const { return sketch_and_size & kSizeMost; }
  bool operator<(const KeyedSentence& other) const { return position < other.position; }

 private:
  /// 24 bits of a sketch of 64: two sets that differ in n features also differ in at most n of these, since each
  /// feature changes one.
  static std::uint32_t shortened(std::uint64_t sketch) {
    constexpr unsigned kBits = 24;
    const std::uint64_t folded = sketch ^ sketch >> kBits ^ sketch >> 2 * kBits;
    return static_cast<std::uint32_t>(folded & ((std::uint64_t{1} << kBits) - 1));
  }
};
static_assert(sizeof(KeyedSentence) == 12 && std::is_trivially_copyable_v<KeyedSentence>);

struct KeyOfSentence {
  std::uint64_t operator()(const KeyedSentence& sentence) const { return sentence.key(); }
};

}  // namespace cento
