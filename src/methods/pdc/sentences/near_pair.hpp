#pragma once

#include <cstdint>
#include <tuple>

namespace cento {

/// Sentences of two classes whose similarity is at least the threshold, a < b.
struct NearPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float similarity = 0;

  friend bool operator==(const NearPair&, const NearPair&) = default;
  friend bool operator<(const NearPair& x, const NearPair& y) {
    return std::tie(x.a, x.b, x.similarity) < std::tie(y.a, y.b, y.similarity);
  }
};

}  // namespace cento
