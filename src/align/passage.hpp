#pragma once

#include <cstdint>

#include "core/span.hpp"

namespace cento {

/// A stretch of one text that also occurs in another.
struct Passage {
  PassageSide a;
  PassageSide b;
  std::uint32_t matched = 0;  // matched pairs of sentences in it
  double similarity = 1;      // mean over the matched pairs

  friend bool operator==(const Passage&, const Passage&) = default;
};

/// Whether a passage lies within another on both sides.
[[nodiscard]] inline bool lies_within(const Passage& inner, const Passage& outer) {
  const auto holds = [](const Span& out, const Span& in) { return out.begin <= in.begin && in.end <= out.end; };
  return holds(outer.a.bytes, inner.a.bytes) && holds(outer.b.bytes, inner.b.bytes);
}

}  // namespace cento
