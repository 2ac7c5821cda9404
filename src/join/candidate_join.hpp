#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel/executor.hpp"
#include "join/exact_join.hpp"
#include "join/join_kernels.hpp"
#include "join/verified_pairs.hpp"

namespace cento {

/// Calls `propose(a, b)` for all pairs of sets of a group, or only for those with its first few members if there are
/// too many, which is counted.
template <typename Propose>
void for_each_pair_of_group(std::span<const KeyedSet> group, const JoinOptions& options, JoinCounts& counts,
                            const Propose& propose) {
  const bool is_giant = group.size() > options.group_most;
  counts.capped_features += static_cast<std::uint64_t>(is_giant);
  counts.capped_sets += is_giant ? group.size() : 0;
  const std::size_t leaders = is_giant ? options.leaders : group.size();
  for (std::size_t i = 0; i < std::min(leaders, group.size()); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      if (group[i].set != group[j].set) propose(group[i].set, group[j].set);
    }
  }
}

/// Pairs of sets that share a key (a band of a sketch, a block of a signature), verified like those of the exact join.
/// Pairs that share no key are not found. Under any executor that has the operations of LocalExecutor.
template <typename Executor>
class CandidateJoin {
 public:
  /// Takes a pair of sets with a key in common: whether it is to be verified. Called on all workers.
  using IsCandidate = std::function<bool(std::uint32_t, std::uint32_t)>;

  /// `expected_keys`: about how many keys will be added in all.
  CandidateJoin(const JoinOptions& options, Executor& executor, std::uint64_t expected_keys)
      : options_(options),
        executor_(executor),
        keys_(executor.template regroup<KeyedSet>(expected_keys, GroupKey())),
        expected_pairs_(expected_keys) {}

  /// Adds the keys of a set, numbered as in the store. One thread at a time.
  void add(std::uint32_t set, std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys) keys_.writer(0).add({key, set});
    shown_ += keys.size();
  }

  /// All candidates that `is_candidate(a, b)` and whose similarity is at least the threshold.
  [[nodiscard]] JoinResult find(const FeatureStore& sets, const IsCandidate& is_candidate) {
    const WantedSimilarity wanted(options_.measure, options_.threshold);
    auto pairs = executor_.template regroup<ProposedPair>(expected_pairs_, PairKey());
    std::vector<JoinCounts> counts(executor_.workers());
    keys_.for_each_batch([&](std::span<const KeyedSet> records, std::size_t worker) {
      for_each_group(records, [&](std::span<const KeyedSet> group) {
        for_each_pair_of_group(group, options_, counts[worker], [&](std::uint32_t a, std::uint32_t b) {
          if (!wanted.sizes_fit(sets.size_of(a), sets.size_of(b)) || !is_candidate(a, b)) return;
          pairs.writer(worker).add({a, b, 1});
          ++counts[worker].proposed_pairs;
        });
      });
    });
    JoinResult result = verify_pairs(pairs, sets, wanted, executor_, [](const ProposedPair&) { return true; });
    for (const JoinCounts& one : counts) result.counts += one;
    result.counts.shown_features = shown_;
    result.counts.spilled_bytes += keys_.spilled_bytes();
    return result;
  }

 private:
  JoinOptions options_;
  Executor& executor_;
  typename Executor::template Regrouping<KeyedSet, GroupKey> keys_;
  std::uint64_t expected_pairs_;
  std::uint64_t shown_ = 0;
};

extern template class CandidateJoin<LocalExecutor>;

}  // namespace cento
