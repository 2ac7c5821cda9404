#pragma once

#include <cstdint>

#include "core/span.hpp"

namespace cento {

/// Half-open range of the sentences of a text, counted from 0.
struct SentenceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }

  friend bool operator==(const SentenceRange&, const SentenceRange&) = default;
};

/// Where a passage stands in one text.
struct PassageSide {
  SentenceRange sentences;  // all that the passage touches
  Span bytes;               // may begin and end inside a sentence, where the shared wording does

  friend bool operator==(const PassageSide&, const PassageSide&) = default;
};

/// A stretch of one text that stands in another, too.
struct Passage {
  PassageSide a;
  PassageSide b;
  std::uint32_t matched = 0;  // matched pairs of sentences in it
  double similarity = 1;      // the mean of theirs

  friend bool operator==(const Passage&, const Passage&) = default;
};

/// Whether a passage lies within another on both sides.
[[nodiscard]] inline bool lies_within(const Passage& inner, const Passage& outer) {
  const auto holds = [](const Span& out, const Span& in) { return out.begin <= in.begin && in.end <= out.end; };
  return holds(outer.a.bytes, inner.a.bytes) && holds(outer.b.bytes, inner.b.bytes);
}

}  // namespace cento
