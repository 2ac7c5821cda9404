#pragma once

#include <cstdint>

namespace cento {

/// What "similar" means for two sets A and B.
enum class Measure {
  jaccard,     // |A ∩ B| / |A ∪ B|
  containment  // |A ∩ B| / min(|A|, |B|): how much of the smaller one is in the larger
};

/// A wanted similarity, and what it requires of two sets. All results agree with reached(), which divides as the
/// reported similarity does: a pair at the threshold is never lost to rounding. Sizes are at least 1.
class WantedSimilarity {
 public:
  /// `threshold` (τ) lies in (0, 1].
  WantedSimilarity(Measure measure, double threshold) : measure_(measure), threshold_(threshold) {}

  [[nodiscard]] Measure measure() const { return measure_; }
  [[nodiscard]] double threshold() const { return threshold_; }

  [[nodiscard]] bool reached(std::uint32_t shared, std::uint32_t size_a, std::uint32_t size_b) const;

  /// Whether sets of these sizes can be similar at all: |A| ≥ τ|B| for the smaller A (Jaccard).
  [[nodiscard]] bool sizes_fit(std::uint32_t size_a, std::uint32_t size_b) const;

  /// The fewest features that two similar sets of these sizes share.
  [[nodiscard]] std::uint32_t least_shared(std::uint32_t size_a, std::uint32_t size_b) const;

  /// The fewest that a set of this size shares with any similar set; for containment, as the contained set.
  [[nodiscard]] std::uint32_t least_shared(std::uint32_t size) const;

  /// How many features, the first in any order that is the same for all sets, a set must show so that similar sets show
  /// at least one in common. Under containment, this holds against sets that show all their features.
  [[nodiscard]] std::uint32_t prefix_size(std::uint32_t size) const { return size - least_shared(size) + 1; }

 private:
  Measure measure_;
  double threshold_;
};

}  // namespace cento
