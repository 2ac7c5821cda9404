#pragma once

#include <cstdint>
#include <functional>

#include "core/executor.hpp"
#include "join/bounds.hpp"
#include "join/weighted_sets.hpp"

namespace cento {

/// How the inverted index is cut (threads §4.2 and §4.3).
enum class Partitioning {
  by_term,      // posting lists are regrouped by feature, and each is worked through by itself
  by_document,  // the index of a block of sets stays in memory, and all sets are held against it
};

struct WeightedJoinOptions {
  Measure measure = Measure::jaccard;
  double threshold = 0.5;  // in (0, 1]
  Partitioning partitioning = Partitioning::by_document;
  bool tight_bound = true;  // by document: give a pair up as soon as what is missing keeps it under the threshold
};

/// What a join did.
struct WeightedJoinCounts {
  std::uint64_t shown_features = 0;  // entries of posting lists
  std::uint64_t proposed_pairs = 0;  // that show a feature in common, and whose weights fit (Eq. 2)
  std::uint64_t given_up = 0;        // of those before the end (Eq. 3)
  std::uint64_t blocks = 0;          // by document

  WeightedJoinCounts& operator+=(const WeightedJoinCounts& more);
};

/// Whether weighted_join() finds a pair with this overlap.
[[nodiscard]] bool is_joined(const WeightedOverlap& overlap, const WeightedJoinOptions& options);

/// Calls `found(a, b, worker)` for each pair of sets of at least the threshold, once, in any order, on all workers.
/// A pair within a billionth under the threshold may be found, too.
WeightedJoinCounts weighted_join(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
                                 const std::function<void(std::uint32_t, std::uint32_t, std::size_t)>& found);

}  // namespace cento
