#include "join/weighted_join.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace cento {
namespace {

using Sets = std::vector<std::set<std::uint64_t>>;
using FoundPairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Spread like hashes, since shuffles use the high bits.
std::uint64_t feature(std::uint64_t number) {
  return (number + 1) * 0x9e3779b97f4a7c15ULL;
}

std::unique_ptr<FeatureStore> store_of(const Sets& sets) {
  auto store = std::make_unique<FeatureStore>(std::uint64_t{1} << 20, "");
  for (const auto& set : sets) {
    std::set<std::uint64_t> features;
    for (const std::uint64_t number : set) features.insert(feature(number));
    store->add(std::vector<std::uint64_t>(features.begin(), features.end()));
  }
  return store;
}

/// How many sets have each feature.
using Having = std::map<std::uint64_t, std::uint64_t>;

Having count(const Sets& sets) {
  Having having;
  for (const auto& set : sets) {
    for (const std::uint64_t number : set) ++having[number];
  }
  return having;
}

/// Each pair by itself, by definition.
WeightedOverlap plain_overlap(const Sets& sets, const Having& having, const FeatureWeights& weights, std::size_t a,
                              std::size_t b) {
  WeightedOverlap found;
  const auto weight = [&](std::uint64_t number) {
    return weights.weight(feature(number), having.at(number), sets.size());
  };
  for (const std::uint64_t number : sets[a]) {
    found.total_a += weight(number);
    found.heaviest = std::max(found.heaviest, weight(number));
    if (!sets[b].contains(number)) continue;
    found.shared += weight(number);
    found.heaviest_shared = std::max(found.heaviest_shared, weight(number));
  }
  for (const std::uint64_t number : sets[b]) {
    found.total_b += weight(number);
    found.heaviest = std::max(found.heaviest, weight(number));
  }
  return found;
}

double plain_similarity(const WeightedOverlap& found, Measure measure) {
  const std::uint64_t whole = measure == Measure::containment ? std::min(found.total_a, found.total_b)
                                                              : found.total_a + found.total_b - found.shared;
  return whole == 0 ? 0 : static_cast<double>(found.shared) / static_cast<double>(whole);
}

FoundPairs joined(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
                  WeightedJoinCounts* counts = nullptr) {
  FoundPairs pairs;
  std::mutex mutex;
  const WeightedJoinCounts found =
      weighted_join(sets, options, executor, [&](std::uint32_t a, std::uint32_t b, std::size_t) {
        const std::lock_guard lock(mutex);
        EXPECT_TRUE(pairs.emplace(std::min(a, b), std::max(a, b)).second) << "found twice: " << a << ' ' << b;
      });
  if (counts != nullptr) *counts = found;
  return pairs;
}

TEST(WeightedSets, WhatOneSetAloneHasCountsInItsTotalOnly) {
  LocalExecutor executor(1, 1 << 20, "");
  const WeightedSets sets(*store_of({{1, 2, 3}, {2, 3}, {3}, {}}), FeatureWeights(0, nullptr), executor);
  EXPECT_EQ(sets.features(0).size(), 2U);
  EXPECT_EQ(sets.total(0), 3 * FeatureWeights::kUnit);
  EXPECT_EQ(sets.features(2).size(), 1U);
  EXPECT_EQ(sets.features(2).front(), 1U);  // 3 is in three sets, 2 in two: it comes first
  EXPECT_EQ(sets.total(3), 0U);
}

TEST(WeightedSets, ARareFeatureWeighsMore) {
  const FeatureWeights by_idf(1, nullptr);
  EXPECT_EQ(by_idf.weight(7, 1, 1000), FeatureWeights::kUnit);
  EXPECT_GT(by_idf.weight(7, 10, 1000), by_idf.weight(7, 100, 1000));
  EXPECT_GE(by_idf.weight(7, 1000, 1000), 1U);
  const FeatureWeights::Factors factors = {{7, 0.5}};
  EXPECT_EQ(FeatureWeights(0, &factors).weight(7, 3, 10), FeatureWeights::kUnit / 2);
  EXPECT_EQ(FeatureWeights(0, &factors).weight(8, 3, 10), FeatureWeights::kUnit);
}

TEST(WeightedJoin, TheTighterBoundGivesPairsUpEarly) {
  LocalExecutor executor(1, 1 << 20, "");
  Sets sets;
  for (std::uint64_t i = 0; i < 30; ++i) sets.push_back({1, 100 + i, 200 + i % 3, 300 + i % 5, 400 + i % 7});
  const WeightedSets weighted(*store_of(sets), FeatureWeights(0, nullptr), executor);
  WeightedJoinCounts tight;
  WeightedJoinCounts loose;
  const FoundPairs with = joined(weighted, {.threshold = 0.5}, executor, &tight);
  const FoundPairs without = joined(weighted, {.threshold = 0.5, .tight_bound = false}, executor, &loose);
  EXPECT_EQ(with, without);
  EXPECT_EQ(loose.given_up, 0U);
  EXPECT_GT(tight.given_up, 0U);
  EXPECT_EQ(tight.proposed_pairs, loose.proposed_pairs);
}

RC_GTEST_PROP(WeightedJoinProperty, FindsWhatComparingAllPairsFinds, ()) {
  using Lists = std::vector<std::vector<std::uint64_t>>;
  const auto list = rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 25));
  Sets sets;
  for (const auto& numbers : *rc::gen::container<Lists>(list)) sets.emplace_back(numbers.begin(), numbers.end());
  const double threshold = *rc::gen::elementOf(std::vector<double>{0.000001, 0.2, 0.375, 0.5, 2.0 / 3, 0.9, 1.0});
  const Measure measure = *rc::gen::element(Measure::jaccard, Measure::containment);
  const double power = *rc::gen::elementOf(std::vector<double>{0, 1, 2});
  const FeatureWeights::Factors factors = {{feature(1), 0.1}, {feature(2), 3}};
  const FeatureWeights weights(power, &factors);
  // So little memory that blocks are small and shuffles spill.
  LocalExecutor executor(*rc::gen::inRange<std::size_t>(1, 4), *rc::gen::inRange<std::uint64_t>(16, 400), "");
  const WeightedSets weighted(*store_of(sets), weights, executor);
  const Having having = count(sets);
  FoundPairs expected;
  for (std::uint32_t a = 0; a < sets.size(); ++a) {
    for (std::uint32_t b = a + 1; b < sets.size(); ++b) {
      const WeightedOverlap plain = plain_overlap(sets, having, weights, a, b);
      const WeightedOverlap found = overlap(weighted, a, b);
      RC_ASSERT(found.shared == plain.shared);
      RC_ASSERT(found.total_a == plain.total_a);
      RC_ASSERT(found.total_b == plain.total_b);
      RC_ASSERT(found.heaviest == plain.heaviest);
      RC_ASSERT(found.heaviest_shared == plain.heaviest_shared);
      if (plain.shared > 0 && plain_similarity(plain, measure) >= threshold) expected.emplace(a, b);
    }
  }
  for (const Partitioning partitioning : {Partitioning::by_term, Partitioning::by_document}) {
    const WeightedJoinOptions options{measure, threshold, partitioning};
    const FoundPairs pairs = joined(weighted, options, executor);
    for (const auto& pair : expected) RC_ASSERT(pairs.contains(pair));
    for (const auto& [a, b] : pairs) {  // nothing that is clearly below the threshold
      RC_ASSERT(is_joined(plain_overlap(sets, having, weights, a, b), options));
    }
  }
}

}  // namespace
}  // namespace cento
