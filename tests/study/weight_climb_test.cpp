#include "study/forum/weight_climb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace cento {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

/// Columns without information, some pairs positive.
SimilarityColumns noise(std::size_t pairs, std::size_t columns, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto share = [&random] { return static_cast<float>(random() % 1000) / 1000.0F; };
  SimilarityColumns made;
  made.pairs = pairs;
  made.columns.resize(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    made.columns[c].group = c;
    for (std::size_t i = 0; i < pairs; ++i) made.columns[c].values.push_back(share());
  }
  for (std::size_t i = 0; i < pairs; ++i) made.is_positive.push_back(random() % 3 == 0 ? 1 : 0);
  made.is_positive[0] = 1;
  made.numbers_differ.assign(pairs, 0);
  made.negation_differs.assign(pairs, 0);
  return made;
}

/// The best F1 of all thresholds, computed separately for each.
double plain_best_f1(const SimilarityColumns& pairs, const ClimbedWeights& found) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < pairs.pairs; ++i) {
    double sum = 0;
    double weights = 0;
    for (std::size_t c = 0; c < pairs.columns.size(); ++c) {
      if (std::isnan(pairs.columns[c].values[i])) continue;
      sum += found.weights[c] * pairs.columns[c].values[i];
      weights += found.weights[c];
    }
    scores.push_back((weights > 0 ? sum / weights : 0) - pairs.numbers_differ[i] * found.number_guard -
                     pairs.negation_differs[i] * found.negation_guard);
  }
  double best = 0;
  for (const double threshold : scores) {
    double right = 0;
    double reported = 0;
    double positive = 0;
    for (std::size_t i = 0; i < pairs.pairs; ++i) {
      reported += scores[i] >= threshold ? 1 : 0;
      positive += pairs.is_positive[i];
      right += scores[i] >= threshold && pairs.is_positive[i] == 1 ? 1 : 0;
    }
    best = std::max(best, 2 * right / (reported + positive));
  }
  return best;
}

TEST(WeightClimb, FindsTheColumnThatTells) {
  SimilarityColumns pairs = noise(400, 5, 3);
  for (std::size_t i = 0; i < pairs.pairs; ++i) pairs.columns[2].values[i] = pairs.is_positive[i] == 1 ? 0.7F : 0.6F;
  const ClimbedWeights found = climb_weights(pairs, {});
  EXPECT_GT(found.weights[2], 0.8);
  EXPECT_GT(plain_best_f1(pairs, found), 0.99);
}

TEST(WeightClimb, AddsUpColumnsThatTellOneHalfEach) {
  SimilarityColumns pairs = noise(400, 2, 4);
  for (std::size_t i = 0; i < pairs.pairs; ++i) {
    pairs.columns[0].values[i] = i % 2 == 0 ? 0.5F : (pairs.is_positive[i] == 1 ? 1.0F : 0.0F);
    pairs.columns[1].values[i] = i % 2 == 1 ? 0.5F : (pairs.is_positive[i] == 1 ? 1.0F : 0.0F);
  }
  const ClimbedWeights found = climb_weights(pairs, {});
  EXPECT_GT(found.weights[0], 0.1);
  EXPECT_GT(found.weights[1], 0.1);
  EXPECT_GT(plain_best_f1(pairs, found), 0.99);
}

TEST(WeightClimb, RaisesTheGuardThatTells) {
  SimilarityColumns pairs = noise(300, 1, 5);
  std::fill(pairs.columns[0].values.begin(), pairs.columns[0].values.end(), 0.9F);
  for (std::size_t i = 0; i < pairs.pairs; ++i) pairs.negation_differs[i] = pairs.is_positive[i] == 1 ? 0 : 1;
  const ClimbedWeights found = climb_weights(pairs, {});
  EXPECT_GT(found.negation_guard, 0);
  EXPECT_EQ(found.number_guard, 0);
  EXPECT_DOUBLE_EQ(plain_best_f1(pairs, found), 1);
}

TEST(WeightClimb, WeighsWhatIsThereWhereSomethingIsMissing) {
  SimilarityColumns pairs = noise(300, 2, 6);
  for (std::size_t i = 0; i < pairs.pairs; ++i) {
    pairs.columns[0].values[i] = i % 3 == 0 ? kNothing : (pairs.is_positive[i] == 1 ? 0.8F : 0.3F);
    pairs.columns[1].values[i] = i % 3 == 0 ? (pairs.is_positive[i] == 1 ? 0.8F : 0.3F) : kNothing;
  }
  const ClimbedWeights found = climb_weights(pairs, {});
  EXPECT_DOUBLE_EQ(plain_best_f1(pairs, found), 1);
}

TEST(WeightClimb, ChoosesRowsWithAllThatTheyHave) {
  SimilarityColumns pairs = noise(5, 2, 8);
  pairs.numbers_differ[4] = 1;
  const std::vector<std::uint32_t> rows = {4, 1};
  const SimilarityColumns some = chosen_rows(pairs, rows);
  EXPECT_EQ(some.pairs, 2U);
  EXPECT_EQ(some.columns[1].values, (std::vector<float>{pairs.columns[1].values[4], pairs.columns[1].values[1]}));
  EXPECT_EQ(some.numbers_differ, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(some.is_positive, (std::vector<std::uint8_t>{pairs.is_positive[4], pairs.is_positive[1]}));
}

RC_GTEST_PROP(WeightClimb, IsTheSameOnAnyNumberOfThreadsAndNeverWorseThanEqualWeights, ()) {
  SimilarityColumns pairs = noise(*rc::gen::inRange<std::size_t>(2, 60), *rc::gen::inRange<std::size_t>(1, 5),
                                  *rc::gen::arbitrary<std::uint64_t>());
  ClimbOptions options;
  options.starts = 4;
  const ClimbedWeights one = climb_weights(pairs, options);
  options.threads = 3;
  const ClimbedWeights many = climb_weights(pairs, options);
  RC_ASSERT(one.weights == many.weights);
  RC_ASSERT(one.f1 == many.f1);
  double sum = 0;
  for (const double weight : one.weights) {
    RC_ASSERT(weight >= 0);
    sum += weight;
  }
  RC_ASSERT(std::abs(sum - 1) < 1e-9);
  RC_ASSERT(one.number_guard >= 0 && one.negation_guard >= 0);
  ClimbedWeights equal;
  equal.weights.assign(pairs.columns.size(), 1.0);
  constexpr double kResolution = 0.06;  // scores are rounded while climbing; with few pairs, F1 jumps
  RC_ASSERT(plain_best_f1(pairs, one) >= plain_best_f1(pairs, equal) - kResolution);
}

}  // namespace
}  // namespace cento
