#pragma once

#include <cstdint>

namespace cento {

/// Two sets whose similarity was computed exactly. `a` < `b`.
struct SimilarPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t shared = 0;  // features in both
  std::uint32_t size_a = 0;  // features of each
  std::uint32_t size_b = 0;

  /// Jaccard similarity, the resemblance rate of ndd.
  [[nodiscard]] double similarity() const {
    const std::uint64_t together = std::uint64_t{size_a} + size_b - shared;
    return together == 0 ? 1.0 : static_cast<double>(shared) / static_cast<double>(together);
  }
  /// The share of a's features that b has, and vice versa.
  [[nodiscard]] double contained_a() const { return share_of(size_a); }
  [[nodiscard]] double contained_b() const { return share_of(size_b); }

  friend bool operator==(const SimilarPair&, const SimilarPair&) = default;

 private:
  [[nodiscard]] double share_of(std::uint32_t size) const {
    return size == 0 ? 1.0 : static_cast<double>(shared) / static_cast<double>(size);
  }
};

}  // namespace cento
