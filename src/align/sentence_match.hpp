#pragma once

#include <cstdint>

namespace cento {

/// A cell of the sentence matrix of two texts: sentence `a` of the one matches sentence `b` of the other. Sentences are
/// counted from 0 and are fewer than 2^31.
struct SentenceMatch {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 1;  // 0 to 1

  friend bool operator==(const SentenceMatch&, const SentenceMatch&) = default;
};

}  // namespace cento
