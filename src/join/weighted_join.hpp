#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "cento/method_options.hpp"
#include "core/parallel/executor.hpp"
#include "join/bounds.hpp"
#include "join/weighted_sets.hpp"

namespace cento {

struct WeightedJoinOptions {
  Measure measure = Measure::jaccard;
  double threshold = 0.5;  // in (0, 1]
  Partitioning partitioning = Partitioning::by_document;
  bool tight_bound = true;  // by document: drop a pair as soon as it cannot reach the threshold
};

/// What a join did.
struct WeightedJoinCounts {
  std::uint64_t shown_features = 0;  // entries of posting lists
  std::uint64_t proposed_pairs = 0;  // pairs that show a feature in common and whose weights fit (Eq. 2)
  std::uint64_t given_up = 0;        // dropped before the end (Eq. 3)
  std::uint64_t blocks = 0;          // by document

  WeightedJoinCounts& operator+=(const WeightedJoinCounts& more);
};

/// Whether weighted_join() finds a pair with this overlap.
[[nodiscard]] bool is_joined(const WeightedOverlap& overlap, const WeightedJoinOptions& options);

/// Takes a pair of sets that reach the threshold, on any worker.
using FoundWeighted = std::function<void(std::uint32_t a, std::uint32_t b, std::size_t worker)>;

/// Calls `found(a, b, worker)` once for each pair of sets that reaches the threshold, in any order, on all workers. A
/// pair that falls short by less than a billionth may also be found.
WeightedJoinCounts weighted_join(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
                                 const FoundWeighted& found);

}  // namespace cento
