#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cento {

/// Keys of a set such that any two sets of at least the wanted Jaccard similarity share at least one.
///
/// Two such sets A and B, |A| ≤ |B|, differ in at most d = |A| (1 − τ) / τ features: with S = |A| + |B| and D features
/// in only one of them, (S − D) / (S + D) ≥ τ, so D ≤ S (1 − τ) / (1 + τ), and S ≤ |A| (1 + 1/τ). Features are dealt
/// into d + 1 parts by their hash; one of the parts has none of those that differ and so is the same in both sets. A
/// key represents a part. Since a set does not know the size of the other, it gives keys for all numbers of parts that
/// go with the possible sizes of A: one or two for sets of sentences.
///
/// Unlike a feature of a prefix, a part is seldom equal by chance: hardly any candidate is wrong. The price is the
/// number of keys at low thresholds, and parts without features.
class PartKeys {
 public:
  /// `threshold` (τ) lies in (0, 1].
  explicit PartKeys(double threshold) : threshold_(threshold) {}

  static constexpr double kLeastThreshold = 0.8;

  /// Whether there are few enough keys, and large enough parts, for this to pay off.
  [[nodiscard]] static bool suit(double threshold) { return threshold >= kLeastThreshold; }

  /// The most features by which a similar set can differ from one of `smaller` features, the smaller of the two.
  [[nodiscard]] std::uint32_t most_different(std::uint32_t smaller) const;

  /// Appends the keys of a set (each feature once, in any order; features are hashes).
  void append(std::span<const std::uint64_t> set, std::vector<std::uint64_t>& keys);

 private:
  void append_parts(std::span<const std::uint64_t> set, std::uint32_t parts, std::vector<std::uint64_t>& keys);

  double threshold_;
  std::vector<std::uint64_t> sums_;
};

}  // namespace cento
