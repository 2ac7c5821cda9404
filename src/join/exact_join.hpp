#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel/executor.hpp"
#include "join/bounds.hpp"
#include "join/similar_pair.hpp"
#include "sign/feature_store.hpp"

namespace cento {

struct JoinOptions {
  Measure measure = Measure::jaccard;
  double threshold = 0.8;           // τ, in (0, 1]
  std::uint32_t common_over = 24;   // a feature shown by more sets is common, and shown only when rarer ones run out
  std::uint32_t group_most = 2000;  // up to this many sets that show one common feature are all compared; of more, each
                                    // is compared with the first `leaders` only, and this is counted
  std::uint32_t leaders = 16;
};

/// What a join did. `capped_*` are the only cases where it may have missed a pair.
struct JoinCounts {
  std::uint64_t shown_features = 0;   // records that were regrouped
  std::uint64_t common_features = 0;  // distinct features
  std::uint64_t proposed_pairs = 0;   // pairs that show a feature in common
  std::uint64_t candidate_pairs = 0;  // passed the bounds and were verified
  std::uint64_t capped_features = 0;  // shown by more than group_most sets that had nothing rarer to show
  std::uint64_t capped_sets = 0;      // occurrences of sets in their groups
  std::uint64_t spilled_bytes = 0;    // written to temporary files

  JoinCounts& operator+=(const JoinCounts& more);
};

struct JoinResult {
  std::vector<SimilarPair> pairs;  // ascending by a, then b
  JoinCounts counts;
};

/// All pairs of sets in the store whose similarity is at least the threshold, exactly. Empty sets have no pairs.
[[nodiscard]] JoinResult exact_join(const FeatureStore& sets, const JoinOptions& options, LocalExecutor& executor);

}  // namespace cento
