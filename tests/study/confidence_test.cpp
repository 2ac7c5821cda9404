#include "study/judge/confidence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace cento {
namespace {

TEST(Confidence, IsWilsonsInterval) {
  // 8 of 10: the textbook gives 0.4902 to 0.9433.
  const auto interval = wilson_interval(8, 10);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 0.4902, 0.0001);
  EXPECT_NEAR(interval->high, 0.9433, 0.0001);
  EXPECT_FALSE(wilson_interval(0, 0));
}

TEST(Confidence, StaysWithinZeroAndOne) {
  EXPECT_EQ(wilson_interval(0, 10)->low, 0);
  EXPECT_NEAR(wilson_interval(0, 10)->high, 0.2775, 0.0001);
  EXPECT_EQ(wilson_interval(10, 10)->high, 1);
  EXPECT_NEAR(wilson_interval(10, 10)->low, 0.7225, 0.0001);
}

TEST(Confidence, OfPrecisionAndRecallIsOverTheirOwnCases) {
  const PairCounts counts{8, 2, 4, 100};
  EXPECT_EQ(precision_interval(counts)->low, wilson_interval(8, 10)->low);
  EXPECT_EQ(recall_interval(counts)->low, wilson_interval(8, 12)->low);
  EXPECT_FALSE(precision_interval({0, 0, 3, 0}));
}

TEST(Confidence, OfF1HoldsIt) {
  const PairCounts counts{80, 20, 40, 100};
  const auto interval = f1_interval(counts);
  ASSERT_TRUE(interval);
  EXPECT_LT(interval->low, *counts.f1());
  EXPECT_GT(interval->high, *counts.f1());
  const PairCounts more{8000, 2000, 4000, 10000};
  EXPECT_LT(f1_interval(more)->high - f1_interval(more)->low, (interval->high - interval->low) / 5)
      << "a hundred times the pairs, a tenth of the width";
}

TEST(Confidence, OfF1IsTheSameForTheSameSeed) {
  const PairCounts counts{80, 20, 40, 100};
  EXPECT_EQ(f1_interval(counts)->low, f1_interval(counts)->low);
  EXPECT_NE(f1_interval(counts, {200, 1})->low, f1_interval(counts, {200, 2})->low);
}

TEST(Confidence, OfF1WithoutDoubtIsAPoint) {
  EXPECT_EQ(f1_interval({5, 0, 0, 0})->low, 1);
  EXPECT_EQ(f1_interval({0, 5, 5, 0})->high, 0);
  EXPECT_FALSE(f1_interval({0, 0, 0, 9}));
}

/// The same by drawing pairs one by one.
TEST(Confidence, OfF1IsThatOfDrawnPairs) {
  const PairCounts counts{60, 25, 30, 85};
  constexpr int kResamples = 4000;
  std::mt19937_64 random(5);
  std::vector<double> values;
  for (int i = 0; i < kResamples; ++i) {
    PairCounts drawn;
    for (int j = 0; j < 200; ++j) {
      const auto place = random() % 200;
      ++(place < 60
             ? drawn.true_positives
             : (place < 85 ? drawn.false_positives : (place < 115 ? drawn.false_negatives : drawn.true_negatives)));
    }
    values.push_back(*drawn.f1());
  }
  std::sort(values.begin(), values.end());
  const auto interval = f1_interval(counts, {kResamples, 1});
  EXPECT_NEAR(interval->low, values[kResamples / 40], 0.01);
  EXPECT_NEAR(interval->high, values[kResamples - kResamples / 40], 0.01);
}

RC_GTEST_PROP(Confidence, IntervalsHoldTheShare, (std::uint16_t part, std::uint16_t rest)) {
  const std::uint64_t whole = std::uint64_t{part} + rest;
  RC_PRE(whole > 0);
  const auto interval = wilson_interval(part, whole);
  const double share = static_cast<double>(part) / static_cast<double>(whole);
  RC_ASSERT(0 <= interval->low && interval->low <= share && share <= interval->high && interval->high <= 1);
}

}  // namespace
}  // namespace cento
