#include "join/exact_join.hpp"

#include "join/exact_join_run.hpp"

namespace cento {

template class ExactJoinRun<LocalExecutor>;

JoinCounts& JoinCounts::operator+=(const JoinCounts& more) {
  shown_features += more.shown_features;
  common_features += more.common_features;
  proposed_pairs += more.proposed_pairs;
  candidate_pairs += more.candidate_pairs;
  capped_features += more.capped_features;
  capped_sets += more.capped_sets;
  spilled_bytes += more.spilled_bytes;
  return *this;
}

JoinResult exact_join(const FeatureStore& sets, const JoinOptions& options, LocalExecutor& executor) {
  return ExactJoinRun<LocalExecutor>(sets, options, executor).run();
}

}  // namespace cento
