#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <mutex>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "join/candidate_join.hpp"
#include "join/exact_join_run.hpp"
#include "join/weighted_join_run.hpp"
#include "naive_executor.hpp"

namespace cento {
namespace {

using testing::NaiveExecutor;

/// Spread like hashes, since shuffles use the high bits.
std::uint64_t spread(std::uint64_t number) {
  return (number + 1) * 0x9e3779b97f4a7c15ULL;
}

/// Some sets, many of them similar; a few are empty.
class SomeSets : public FeatureStore {
 public:
  SomeSets(std::uint32_t seed, std::size_t count) : FeatureStore(1 << 20, "") {
    std::mt19937 random(seed);
    std::vector<std::set<std::uint64_t>> sets;
    for (std::size_t i = 0; i < count; ++i) {
      std::set<std::uint64_t> set;
      if (!sets.empty() && random() % 3 != 0) set = sets[random() % sets.size()];
      for (std::size_t changes = random() % 6; changes > 0; --changes) {
        if (!set.empty() && random() % 2 == 0) set.erase(set.begin());
        set.insert(spread(random() % 40));
      }
      add(Features(set.begin(), set.end()));
      sets.push_back(std::move(set));
    }
  }
};

/// Calls `run(executor)` with the naive executor and then with local ones; what it returns must be the same.
template <typename Run>
void check_executors(std::uint32_t seed, const Run& run) {
  NaiveExecutor naive(seed);
  const auto expected = run(naive);
  const auto memory = *rc::gen::element<std::uint64_t>(0, 300, 1 << 20);
  for (const std::size_t threads : {1U, 3U}) {
    LocalExecutor local(threads, memory, "");
    RC_ASSERT(run(local) == expected);
  }
}

const std::vector<double>& thresholds() {
  static const std::vector<double> kThresholds = {0.000001, 0.2, 0.5, 2.0 / 3, 0.9, 1.0};
  return kThresholds;
}

/// All that is known about weighted sets.
auto parts_of(const WeightedSets& sets) {
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::vector<std::uint32_t>>> parts;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const auto features = sets.features(set);
    parts.emplace_back(sets.total(set), sets.heaviest(set), std::vector(features.begin(), features.end()));
  }
  std::vector<std::uint32_t> weights;
  for (std::uint32_t i = 0; i < sets.distinct_features(); ++i) weights.push_back(sets.weight(i));
  return std::pair(parts, weights);
}

template <typename Executor>
auto join_weighted(const WeightedSets& sets, const WeightedJoinOptions& options, Executor& executor) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::mutex mutex;
  const FoundWeighted found = [&](std::uint32_t a, std::uint32_t b, std::size_t) {
    const std::lock_guard lock(mutex);
    pairs.emplace_back(a, b);
  };
  const WeightedJoinCounts counts = WeightedJoinRun<Executor>(sets, options, executor, found).run();
  std::sort(pairs.begin(), pairs.end());
  return std::tuple(pairs, counts.proposed_pairs, counts.given_up);
}

RC_GTEST_PROP(JoinExecutors, TheWeightedJoinIsTheSame, (std::uint32_t seed)) {
  const SomeSets sets(seed, *rc::gen::inRange<std::size_t>(0, 40));
  const FeatureWeights::Factors factors = {{spread(1), 0.1}, {spread(2), 3}};
  const FeatureWeights weights(*rc::gen::elementOf(std::vector<double>{0, 1, 2}), &factors);
  WeightedJoinOptions options;
  options.measure = *rc::gen::element(Measure::jaccard, Measure::containment);
  options.threshold = *rc::gen::elementOf(thresholds());
  options.partitioning = *rc::gen::element(Partitioning::by_term, Partitioning::by_document);
  options.tight_bound = *rc::gen::arbitrary<bool>();
  check_executors(seed, [&](auto& executor) {
    const WeightedSets weighted(sets, weights, executor);
    return std::pair(parts_of(weighted), join_weighted(weighted, options, executor));
  });
}

JoinOptions some_join() {
  JoinOptions options;
  options.measure = *rc::gen::element(Measure::jaccard, Measure::containment);
  options.threshold = *rc::gen::elementOf(thresholds());
  options.common_over = *rc::gen::element(1U, 5U, 24U);
  options.group_most = *rc::gen::element(4U, 2000U);
  options.leaders = 2;
  return options;
}

RC_GTEST_PROP(JoinExecutors, TheCandidateJoinIsTheSame, (std::uint32_t seed)) {
  const SomeSets sets(seed, *rc::gen::inRange<std::size_t>(0, 40));
  const JoinOptions options = some_join();
  check_executors(seed, [&](auto& executor) {
    CandidateJoin join(options, executor, 100);
    Features scratch;
    for (std::uint32_t set = 0; set < sets.size(); ++set) {
      const auto features = sets.get(set, scratch);
      join.add(set, features.first(std::min<std::size_t>(3, features.size())));
    }
    const JoinResult result = join.find(sets, [](std::uint32_t a, std::uint32_t b) { return (a + b) % 5 != 0; });
    const JoinCounts& counts = result.counts;
    return std::tuple(result.pairs, counts.shown_features, counts.proposed_pairs, counts.candidate_pairs,
                      counts.capped_features, counts.capped_sets);
  });
}

RC_GTEST_PROP(JoinExecutors, TheExactJoinIsTheSame, (std::uint32_t seed)) {
  const SomeSets sets(seed, *rc::gen::inRange<std::size_t>(0, 40));
  JoinOptions options = some_join();
  options.group_most = 2000;  // which pairs a smaller one loses depends on the memory
  check_executors(seed, [&](auto& executor) {
    return ExactJoinRun<std::decay_t<decltype(executor)>>(sets, options, executor).run().pairs;
  });
}

}  // namespace
}  // namespace cento
