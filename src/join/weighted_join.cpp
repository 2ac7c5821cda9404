#include "join/weighted_join.hpp"

#include <algorithm>

#include "join/weighted_join_run.hpp"

namespace cento {

template class WeightedJoinRun<LocalExecutor>;

WeightedJoinCounts& WeightedJoinCounts::operator+=(const WeightedJoinCounts& more) {
  shown_features += more.shown_features;
  proposed_pairs += more.proposed_pairs;
  given_up += more.given_up;
  blocks += more.blocks;
  return *this;
}

bool is_joined(const WeightedOverlap& overlap, const WeightedJoinOptions& options) {
  const auto [lighter, heavier] = std::minmax(overlap.total_a, overlap.total_b);
  return overlap.shared >= WantedWeight(options.measure, options.threshold).least_shared_of_pair(lighter, heavier);
}

WeightedJoinCounts weighted_join(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
                                 const FoundWeighted& found) {
  return WeightedJoinRun<LocalExecutor>(sets, options, executor, found).run();
}

}  // namespace cento
