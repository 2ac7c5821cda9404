#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "join/join_kernels.hpp"
#include "sign/feature_store.hpp"
#include "sign/words/feature_weights.hpp"

namespace cento {

/// The features of some groups: those that several sets have, and the weight of those that only one set has.
struct WeighedBatch {
  struct Alone {
    std::uint32_t set;
    std::uint32_t weight;
  };
  PlainVector<std::uint32_t> members;  // sets, feature by feature
  PlainVector<std::uint32_t> having;   // number of sets for each feature
  PlainVector<std::uint32_t> weights;
  PlainVector<Alone> alone;
};

/// Counts and weighs the features of whole groups; `sets`: of the collection.
[[nodiscard]] WeighedBatch count_features(std::span<const KeyedSet> records, const FeatureWeights& weights,
                                          std::uint64_t sets);

/// Sets of features with weights, ready to be joined: features are numbered from the rarest to the most frequent.
/// Features that only one set has are dropped, since they join nothing; their weight still counts in the set's total. 4
/// bytes per feature of a set, 4 per distinct feature, and 20 per set. Immutable; read by many threads.
class WeightedSets {
 public:
  /// `memory`: holds the sets, and the arrays of a join of them; null for the heap.
  template <typename Executor>
  WeightedSets(const FeatureStore& sets, const FeatureWeights& weights, Executor& executor,
               SpillableMemory* memory = nullptr);

  [[nodiscard]] std::size_t size() const { return totals_.size(); }
  /// Numbers of the features that other sets also have: ascending, the rarest first.
  [[nodiscard]] std::span<const std::uint32_t> features(std::size_t set) const {
    return {features_.data() + begins_[set], features_.data() + begins_[set + 1]};
  }
  /// The weight of all features of a set.
  [[nodiscard]] std::uint64_t total(std::size_t set) const { return totals_[set]; }
  /// The weight of its heaviest feature.
  [[nodiscard]] std::uint32_t heaviest(std::size_t set) const { return heaviest_[set]; }

  /// How many features there are, and the weight of one.
  [[nodiscard]] std::size_t distinct_features() const { return weights_.size(); }
  [[nodiscard]] std::uint32_t weight(std::uint32_t feature) const { return weights_[feature]; }

  [[nodiscard]] SpillableMemory* memory() const { return totals_.get_allocator().memory(); }

  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  /// Where the features of sets end while they are added, and how many sets have each feature added so far.
  struct Filling {
    SpillableVector<std::uint64_t> ends;
    SpillableVector<std::uint32_t> having;
  };

  WeightedSets(std::size_t sets, SpillableMemory* memory);
  [[nodiscard]] Filling make_room(const FeatureStore& sets);
  void add(const WeighedBatch& batch, Filling& filling);
  void add_weight(std::uint32_t set, std::uint32_t weight);
  /// Sets had room for all their features; closes the gaps left by those that no other set has.
  void close_gaps(std::span<const std::uint64_t> ends);
  /// Sorts the weights by how many sets have each feature. Returns the new numbers of features.
  [[nodiscard]] SpillableVector<std::uint32_t> number_by_rarity(std::span<const std::uint32_t> having);
  void renumber(std::size_t set, std::span<const std::uint32_t> numbers);

  SpillableVector<std::uint64_t> begins_;
  SpillableVector<std::uint32_t> features_;
  SpillableVector<std::uint64_t> totals_;
  SpillableVector<std::uint32_t> heaviest_;
  SpillableVector<std::uint32_t> weights_;
  std::uint64_t spilled_bytes_ = 0;
};

template <typename Executor>
WeightedSets::WeightedSets(const FeatureStore& sets, const FeatureWeights& weights, Executor& executor,
                           SpillableMemory* memory)
    : WeightedSets(sets.size(), memory) {
  auto held = executor.template regroup<KeyedSet>(sets.features(), GroupKey());
  executor.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    write_features(sets, begin, end, held.writer(worker));
  });
  Filling filling = make_room(sets);
  held.for_each_batch_in_order(
      [&](std::span<const KeyedSet> records, std::size_t) { return count_features(records, weights, sets.size()); },
      [&](const WeighedBatch& batch) { add(batch, filling); });
  spilled_bytes_ = held.spilled_bytes();
  close_gaps(filling.ends);
  const SpillableVector<std::uint32_t> numbers = number_by_rarity(filling.having);
  executor.for_each_range(size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t set = begin; set < end; ++set) renumber(set, numbers);
  });
}

extern template WeightedSets::WeightedSets(const FeatureStore& sets, const FeatureWeights& weights,
                                           LocalExecutor& executor, SpillableMemory* memory);

/// What two weighted sets have in common.
struct WeightedOverlap {
  std::uint64_t shared = 0;   // weight of what both have
  std::uint64_t total_a = 0;  // weight of what each has
  std::uint64_t total_b = 0;
  std::uint32_t heaviest_shared = 0;  // the weight of the heaviest feature that both have
  std::uint32_t heaviest = 0;         // … that either has
};

[[nodiscard]] WeightedOverlap overlap(const WeightedSets& sets, std::size_t a, std::size_t b);

}  // namespace cento
