#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/executor.hpp"
#include "core/spillable_memory.hpp"
#include "sign/feature_store.hpp"
#include "sign/feature_weights.hpp"

namespace cento {

/// Sets of features with weights, ready to be joined: features are numbered from the rarest to the most frequent, and
/// what only one set has is gone, since it joins nothing; its weight still counts in the set's total.
/// 4 bytes a feature of a set, 4 a distinct one, and 20 a set. Immutable; read by many threads.
class WeightedSets {
 public:
  /// `memory`: what the sets are held in, and what a join of them may use for arrays; null for the heap.
  WeightedSets(const FeatureStore& sets, const FeatureWeights& weights, LocalExecutor& executor,
               SpillableMemory* memory = nullptr);

  [[nodiscard]] std::size_t size() const { return totals_.size(); }
  /// Numbers of the features that other sets have, too: ascending, the rarest first.
  [[nodiscard]] std::span<const std::uint32_t> features(std::size_t set) const {
    return {features_.data() + begins_[set], features_.data() + begins_[set + 1]};
  }
  /// The weight of all features of a set.
  [[nodiscard]] std::uint64_t total(std::size_t set) const { return totals_[set]; }
  /// That of its heaviest one.
  [[nodiscard]] std::uint32_t heaviest(std::size_t set) const { return heaviest_[set]; }

  /// How many features there are, and the weight of one.
  [[nodiscard]] std::size_t distinct_features() const { return weights_.size(); }
  [[nodiscard]] std::uint32_t weight(std::uint32_t feature) const { return weights_[feature]; }

  [[nodiscard]] SpillableMemory* memory() const { return totals_.get_allocator().memory(); }

  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  void add_weight(std::uint32_t set, std::uint32_t weight);
  /// Adds features with their weights: `having` sets each, listed in `members`. `ends`: how far each set is filled.
  void add_shared(std::span<const std::uint32_t> members, std::span<const std::uint32_t> having,
                  std::span<const std::uint32_t> weights, std::span<std::uint64_t> ends);
  void close_gaps(std::span<const std::uint64_t> ends);
  void renumber(std::span<const std::uint32_t> having, LocalExecutor& executor);

  SpillableVector<std::uint64_t> begins_;
  SpillableVector<std::uint32_t> features_;
  SpillableVector<std::uint64_t> totals_;
  SpillableVector<std::uint32_t> heaviest_;
  SpillableVector<std::uint32_t> weights_;
  std::uint64_t spilled_bytes_ = 0;
};

/// What two weighted sets have in common.
struct WeightedOverlap {
  std::uint64_t shared = 0;   // the weight of what both have
  std::uint64_t total_a = 0;  // and of what each has
  std::uint64_t total_b = 0;
  std::uint32_t heaviest_shared = 0;  // the weight of the heaviest feature that both have
  std::uint32_t heaviest = 0;         // … that either has
};

[[nodiscard]] WeightedOverlap overlap(const WeightedSets& sets, std::size_t a, std::size_t b);

}  // namespace cento
