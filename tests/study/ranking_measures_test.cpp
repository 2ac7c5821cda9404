#include "study/judge/ranking_measures.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace cento {
namespace {

using Ranking = std::vector<ScoredLabel>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Scores from a few values, so that many are equal; 0 is a pair without a score.
Ranking ranking_of(const std::vector<unsigned>& numbers) {
  Ranking ranking;
  for (const unsigned number : numbers) {
    const unsigned score = number / 2 % 6;
    ranking.push_back({score == 0 ? kNeverFound : score / 5.0, number % 2 == 1});
  }
  return ranking;
}

TEST(RankingMeasures, CountWhatIsFoundAtAThreshold) {
  const Ranking ranking = {{0.9, true}, {0.8, false}, {0.7, true}, {kNeverFound, true}, {0.1, false}};
  EXPECT_EQ(count_at(ranking, 0.75), (PairCounts{1, 1, 2, 1}));
  EXPECT_EQ(count_at(ranking, 0.7), (PairCounts{2, 1, 1, 1})) << "the threshold itself is enough";
  EXPECT_DOUBLE_EQ(*count_at(ranking, 0.7).precision(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*count_at(ranking, 0.7).recall(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*count_at(ranking, 0.75).f1(), 0.4) << "2 / (2 + 1 + 2)";
}

TEST(RankingMeasures, AreNotDefinedWhereThereIsNothing) {
  EXPECT_FALSE(count_at(Ranking{{kNeverFound, true}}, 0.5).precision());
  EXPECT_FALSE(count_at(Ranking{{0.9, false}}, 0.5).recall());
  EXPECT_EQ(count_at(Ranking{{kNeverFound, true}}, 0.5).f1(), 0.0);
  EXPECT_EQ(count_at(Ranking{{0.9, false}}, 0.5).f1(), 0.0);
  EXPECT_FALSE(count_at(Ranking{{0.1, false}}, 0.5).f1());
  EXPECT_FALSE(best_f1(Ranking{{0.9, false}}));
  EXPECT_FALSE(average_precision(Ranking{{0.9, false}}));
  EXPECT_FALSE(average_precision(Ranking{}));
  EXPECT_FALSE(precision_at_recall(Ranking{{0.9, true}, {kNeverFound, true}}, 0.6));
  EXPECT_FALSE(mean_average_precision({}).mean);
}

TEST(RankingMeasures, FindTheBestThreshold) {
  const Ranking ranking = {{0.9, true}, {0.8, false}, {0.7, true}, {0.2, false}};
  const auto best = best_f1(ranking);
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(best->f1, 0.8) << "two right, one wrong";
  EXPECT_EQ(best->threshold, 0.7);
}

TEST(RankingMeasures, TakeEqualScoresTogether) {
  const Ranking ranking = {{1, true}, {1, false}};
  EXPECT_DOUBLE_EQ(best_f1(ranking)->f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(*average_precision(ranking), 0.5);
  EXPECT_EQ(threshold_curve(ranking).size(), 1U);
}

TEST(RankingMeasures, GiveNoThresholdWhereNothingIsRight) {
  const auto best = best_f1(Ranking{{0.9, false}, {kNeverFound, true}});
  ASSERT_TRUE(best);
  EXPECT_EQ(best->f1, 0);
  EXPECT_FALSE(best->threshold);
}

TEST(RankingMeasures, TellThePrecisionAtARecall) {
  // Precision 1, 1/2, 2/3, 1/2, 3/5; recall 1/3, 1/3, 2/3, 2/3, 1.
  const Ranking ranking = {{0.9, true}, {0.8, false}, {0.7, true}, {0.6, false}, {0.5, true}};
  EXPECT_DOUBLE_EQ(*precision_at_recall(ranking, 0.3), 1);
  EXPECT_DOUBLE_EQ(*precision_at_recall(ranking, 0.5), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*precision_at_recall(ranking, 1), 0.6);
}

TEST(RankingMeasures, AverageThePrecisionOfThePositives) {
  // The positives are at ranks 1, 3 and nowhere: (1 + 2/3 + 0) / 3.
  const Ranking ranking = {{0.9, true}, {0.8, false}, {0.7, true}, {kNeverFound, true}};
  EXPECT_DOUBLE_EQ(*average_precision(ranking), 5.0 / 9);
}

TEST(RankingMeasures, AverageOverQueriesThatHaveSomethingToFind) {
  const std::vector<Ranking> rankings = {{{0.9, true}, {0.1, false}}, {{0.9, false}, {0.1, true}}, {{0.5, false}}};
  const MeanAveragePrecision mean = mean_average_precision(rankings);
  EXPECT_DOUBLE_EQ(*mean.mean, 0.75);
  EXPECT_EQ(mean.rankings, 2U);
  EXPECT_EQ(mean.without_positive, 1U);
}

RC_GTEST_PROP(RankingMeasures, CurveHasTheCountsOfEachScore, (std::vector<unsigned> numbers)) {
  const Ranking ranking = ranking_of(numbers);
  double last = kInfinity;
  for (const ThresholdCounts& point : threshold_curve(ranking)) {
    RC_ASSERT(point.threshold < last);
    last = point.threshold;
    RC_ASSERT(point.counts == count_at(ranking, point.threshold));
  }
}

RC_GTEST_PROP(RankingMeasures, NoThresholdIsBetterThanTheBest, (std::vector<unsigned> numbers)) {
  const Ranking ranking = ranking_of(numbers);
  const auto best = best_f1(ranking);
  RC_PRE(best.has_value());
  double most = 0;
  for (const double threshold : {0.2, 0.4, 0.6, 0.8, 1.0}) {
    const PairCounts counts = count_at(ranking, threshold);
    most = std::max(most, counts.f1().value_or(0));
    if (counts.recall().value_or(0) >= 0.5) {
      RC_ASSERT(*precision_at_recall(ranking, 0.5) >= counts.precision().value_or(0));
    }
  }
  RC_ASSERT(best->f1 == most);
}

RC_GTEST_PROP(RankingMeasures, DoNotDependOnTheOrder, (std::vector<unsigned> numbers)) {
  const Ranking ranking = ranking_of(numbers);
  const Ranking turned(ranking.rbegin(), ranking.rend());
  RC_ASSERT(average_precision(ranking) == average_precision(turned));
  RC_ASSERT(precision_at_recall(ranking, 0.5) == precision_at_recall(turned, 0.5));
}

}  // namespace
}  // namespace cento
