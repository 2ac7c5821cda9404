#pragma once

#include <cstdint>
#include <span>

#include "core/span.hpp"
#include "text/tokens.hpp"

namespace cento {

/// A text as loose matching sees it: a sequence of words, of which only identity and position matter.
struct LooseText {
  std::span<const std::uint32_t> words;      // two words are the same if their numbers are
  std::span<const Span> bytes;               // of each word, ascending
  std::span<const Sentence> sentences = {};  // ascending; their tokens are the words above
};

/// Half-open range of the words of a text.
struct WordRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }

  friend bool operator==(const WordRange&, const WordRange&) = default;
};

}  // namespace cento
