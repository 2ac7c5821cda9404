#include "join/exact_join.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <vector>

#include "join/exact_join_run.hpp"
#include "naive_executor.hpp"

namespace cento {
namespace {

using Sets = std::vector<std::set<std::uint64_t>>;

class SetStore : public FeatureStore {
 public:
  explicit SetStore(const Sets& sets, std::uint64_t memory_bytes = 1 << 20) : FeatureStore(memory_bytes, "") {
    for (const auto& set : sets) add(Features(set.begin(), set.end()));
  }
};

/// Every pair, by definition.
std::vector<SimilarPair> all_pairs(const Sets& sets, const JoinOptions& options) {
  std::vector<SimilarPair> found;
  for (std::uint32_t a = 0; a < sets.size(); ++a) {
    for (std::uint32_t b = a + 1; b < sets.size(); ++b) {
      if (sets[a].empty() || sets[b].empty()) continue;
      std::vector<std::uint64_t> shared;
      std::set_intersection(sets[a].begin(), sets[a].end(), sets[b].begin(), sets[b].end(), std::back_inserter(shared));
      const SimilarPair pair{a, b, static_cast<std::uint32_t>(shared.size()),
                             static_cast<std::uint32_t>(sets[a].size()), static_cast<std::uint32_t>(sets[b].size())};
      const double similarity =
          options.measure == Measure::jaccard ? pair.similarity() : std::max(pair.contained_a(), pair.contained_b());
      if (similarity >= options.threshold) found.push_back(pair);
    }
  }
  return found;
}

std::vector<SimilarPair> join(const Sets& sets, const JoinOptions& options, std::size_t threads = 2) {
  const SetStore store(sets);
  LocalExecutor executor(threads, 1 << 20, "");
  return exact_join(store, options, executor).pairs;
}

/// The most that regrouping used when sets of 24 MB were joined, which show all their features.
std::uint64_t regrouped_bytes(std::uint64_t memory_of_sets) {
  constexpr std::size_t kSets = 300;
  constexpr std::size_t kSize = 10'000;
  std::mt19937_64 random(1);
  FeatureStore store(memory_of_sets, "");
  for (std::size_t i = 0; i < kSets; ++i) {
    Features set(kSize);
    std::generate(set.begin(), set.end(), std::ref(random));
    std::sort(set.begin(), set.end());
    store.add(set);
  }
  MemoryLedger ledger(1 << 30);
  JoinOptions options;
  options.threshold = 0.1;
  LocalExecutor executor(2, MemoryPart(1 << 30, "regrouped", &ledger), "");
  EXPECT_TRUE(exact_join(store, options, executor).pairs.empty());
  return ledger.entries().front().used;
}

std::vector<SimilarPair> join_naively(const Sets& sets, const JoinOptions& options, std::uint32_t seed) {
  const SetStore store(sets);
  testing::NaiveExecutor executor(seed);
  return ExactJoinRun<testing::NaiveExecutor>(store, options, executor).run().pairs;
}

/// Sets that resemble each other to all degrees: copies of a few with features changed, and features that many have.
Sets related_sets(std::uint32_t seed, std::size_t count, std::size_t size_most) {
  std::mt19937_64 random(seed);
  Sets sets;
  for (std::size_t i = 0; i < count; ++i) {
    std::set<std::uint64_t> set;
    if (!sets.empty() && random() % 4 != 0) set = sets[random() % sets.size()];
    const std::size_t changes = random() % (size_most + 1) >> (random() % 6);
    for (std::size_t change = 0; change < changes; ++change) {
      if (!set.empty() && random() % 2 == 0) set.erase(set.lower_bound(*set.rbegin() / 2));
      const bool is_common = random() % 3 == 0;
      set.insert(is_common ? mix_feature(random() % 8) : random());
    }
    sets.push_back(set);
  }
  return sets;
}

/// The same sets with features that differ only in bits that are ignored when sets are brought together.
Sets crowded(const Sets& sets) {
  constexpr std::uint64_t kSeen = 0x0000ffffffff0000ULL;
  Sets out;
  for (const auto& set : sets) {
    std::set<std::uint64_t>& same = out.emplace_back();
    for (const std::uint64_t feature : set) same.insert((feature & ~kSeen) | (feature % 5) << 16);
  }
  return out;
}

TEST(ExactJoin, RegroupsSetsInMemoryAFewAtATime) {
  constexpr std::uint64_t kAll = 24'000'000;
  constexpr std::uint64_t kHalf = kAll / 2;
  EXPECT_LT(regrouped_bytes(std::uint64_t{1} << 30), kHalf + kHalf / 2);
  EXPECT_GE(regrouped_bytes(1 << 20), kAll);  // from a file they are read once
}

TEST(ExactJoin, FindsPairsAtTheThresholdAndNotBelow) {
  const Sets sets = {{1, 2, 3, 4}, {1, 2, 3, 4, 5}, {1, 2, 3, 9}, {7}};
  JoinOptions options;
  options.threshold = 0.8;
  const std::vector<SimilarPair> expected = {{0, 1, 4, 4, 5}};
  EXPECT_EQ(join(sets, options), expected);
  options.threshold = 0.6;
  EXPECT_EQ(join(sets, options), (std::vector<SimilarPair>{{0, 1, 4, 4, 5}, {0, 2, 3, 4, 4}}));
}

TEST(ExactJoin, ContainmentFindsASmallSetInALargeOne) {
  const Sets sets = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {2, 3, 4, 10}};
  JoinOptions options;
  options.threshold = 0.75;
  EXPECT_TRUE(join(sets, options).empty());
  options.measure = Measure::containment;
  EXPECT_EQ(join(sets, options), (std::vector<SimilarPair>{{0, 1, 3, 9, 4}}));
}

TEST(ExactJoin, EmptySetsHaveNoPairs) {
  EXPECT_TRUE(join({{}, {}, {1}}, {}).empty());
  EXPECT_TRUE(join({}, {}).empty());
}

TEST(ExactJoin, GiantGroupIsBoundedAndCounted) {
  Sets sets;
  for (std::uint64_t i = 0; i < 300; ++i) sets.push_back({1, 2, 3, 4, 5, 6, 7, 8, 9, 1000 + i});
  JoinOptions options;
  options.group_most = 100;
  options.leaders = 4;
  const SetStore store(sets);
  LocalExecutor executor(2, 1 << 20, "");
  const JoinResult result = exact_join(store, options, executor);
  EXPECT_GT(result.counts.capped_features, 0U);
  EXPECT_GE(result.pairs.size(), 299U) << "each with the first one";
  EXPECT_LT(result.pairs.size(), 4U * 300U);
  options.group_most = 300;
  EXPECT_EQ(exact_join(store, options, executor).pairs.size(), 300U * 299 / 2);
}

RC_GTEST_PROP(ExactJoin, EqualsAllPairsUnderBothExecutors, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  const auto size_most = *rc::gen::element<std::size_t>(3, 12, 60, 400);
  const bool is_crowded = *rc::gen::element(false, false, true);
  const Sets related = related_sets(seed, count, size_most);
  const Sets sets = is_crowded ? crowded(related) : related;
  JoinOptions options;
  options.threshold = *rc::gen::element(0.05, 0.3, 0.5, 2.0 / 3, 0.75, 0.8, 0.9, 0.95, 1.0);
  options.measure = *rc::gen::element(Measure::jaccard, Measure::containment);
  options.common_over = *rc::gen::element(1U, 2U, 5U, 24U);
  const auto expected = all_pairs(sets, options);
  RC_TAG(expected.empty() ? "no pairs" : "pairs");
  RC_ASSERT(join(sets, options) == expected);
  RC_ASSERT(join_naively(sets, options, seed) == expected);
}

/// Large sets, so that the join goes slice by slice, with passages that many of them share.
Sets sets_with_passages(std::uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::uint64_t>> passages(6);
  for (auto& passage : passages) {
    for (std::size_t i = 100 + random() % 400; i > 0; --i) passage.push_back(random());
  }
  Sets sets;
  for (std::size_t i = 0; i < 60; ++i) {
    std::set<std::uint64_t> set;
    if (!sets.empty() && random() % 3 == 0) set = sets[random() % sets.size()];
    for (std::size_t change = random() % 120; change > 0 && !set.empty(); --change) set.erase(set.begin());
    for (std::size_t own = random() % 200; own > 0; --own) set.insert(random());
    for (const auto& passage : passages) {
      if (random() % 2 == 0) set.insert(passage.begin(), passage.end());
    }
    sets.push_back(set);
  }
  return sets;
}

TEST(ExactJoin, SlicesAndCommonFeaturesLoseNothing) {
  std::size_t pairs = 0;
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const Sets sets = sets_with_passages(seed);
    JoinOptions options;
    options.threshold = seed % 2 == 0 ? 0.7 : 0.85;
    options.common_over = seed % 3 == 0 ? 24 : 1 + seed % 4;
    const auto expected = all_pairs(sets, options);
    EXPECT_EQ(join(sets, options), expected);
    EXPECT_EQ(join_naively(sets, options, seed), expected);
    pairs += expected.size();
  }
  EXPECT_GT(pairs, 100U) << "the sets must resemble each other for this to be meaningful";
}

TEST(ExactJoin, DoesNotDependOnThreadsOrMemory) {
  const Sets sets = related_sets(7, 400, 300);
  JoinOptions options;
  options.threshold = 0.5;
  const auto expected = all_pairs(sets, options);
  ASSERT_GT(expected.size(), 100U);
  for (const std::size_t threads : {1U, 2U, 5U}) EXPECT_EQ(join(sets, options, threads), expected);
  const SetStore spilled(sets, 0);
  EXPECT_GT(spilled.spilled_bytes(), 0U);
  LocalExecutor executor(2, 0, "");
  const JoinResult result = exact_join(spilled, options, executor);
  EXPECT_EQ(result.pairs, expected);
  EXPECT_GT(result.counts.spilled_bytes, 0U);
}

}  // namespace
}  // namespace cento
