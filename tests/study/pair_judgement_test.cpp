#include "study/judge/pair_judgement.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace cento {
namespace {

LabelledPair labelled(const std::string& a, const std::string& b, bool is_positive, const std::string& kind = "") {
  return {ordered_pair(a, b), is_positive, kind, {}};
}

FoundPair found(const std::string& a, const std::string& b, double score) {
  return {ordered_pair(a, b), score};
}

const std::vector<LabelledPair> kGold = {labelled("a", "b", true), labelled("c", "d", true), labelled("e", "f", false),
                                         labelled("g", "h", false)};
const std::vector<FoundPair> kFound = {found("b", "a", 0.9), found("e", "f", 0.8), found("c", "d", 0.7),
                                       found("y", "z", 0.95)};

TEST(PairJudgement, LeavesOutWhatTheGoldDoesNotList) {
  const PairReport report = judge_pairs(kGold, kFound, {.threshold = 0.75});
  EXPECT_EQ(report.all.counts, (PairCounts{1, 1, 1, 1}));
  EXPECT_DOUBLE_EQ(report.all.best->f1, 0.8);
  EXPECT_EQ(report.all.best->threshold, 0.7);
  EXPECT_EQ(report.unlisted, 1U);
  EXPECT_EQ(report.unlisted_at_threshold, 1U);
}

TEST(PairJudgement, CountsItWrongWhereTheListIsClosed) {
  const PairReport report = judge_pairs(kGold, kFound, {.threshold = 0.75, .closed = true});
  EXPECT_EQ(report.all.counts, (PairCounts{1, 2, 1, 1}));
  EXPECT_DOUBLE_EQ(report.all.best->f1, 2.0 / 3);
  EXPECT_EQ(report.kinds.at("").counts, (PairCounts{1, 1, 1, 1})) << "kinds have only their own pairs";
}

TEST(PairJudgement, SharesTheNegativesAmongKinds) {
  const std::vector<LabelledPair> gold = {labelled("1", "2", true, "near"), labelled("3", "4", true, "mid"),
                                          labelled("5", "6", false, "far"), labelled("7", "8", false, "far")};
  const PairReport report = judge_pairs(gold, std::vector{found("1", "2", 1), found("5", "6", 0.6)}, {});
  EXPECT_EQ(report.kinds.at("near").counts, (PairCounts{1, 1, 0, 1}));
  EXPECT_EQ(report.kinds.at("near").best->f1, 1);
  EXPECT_EQ(report.kinds.at("mid").counts, (PairCounts{0, 1, 1, 1}));
  EXPECT_EQ(report.kinds.at("mid").best->f1, 0);
  EXPECT_EQ(report.kinds.at("far").counts, (PairCounts{0, 1, 0, 1}));
  EXPECT_FALSE(report.kinds.at("far").best);
}

TEST(PairJudgement, TakesTheHighestOfSeveralScores) {
  const std::vector<FoundPair> twice = {found("a", "b", 0.2), found("b", "a", 0.8), found("a", "b", 0.4),
                                        found("u", "v", 0.1), found("v", "u", 0.9)};
  const PairReport report = judge_pairs(kGold, twice, {});
  EXPECT_EQ(report.all.counts.true_positives, 1U);
  EXPECT_EQ(report.all.best->threshold, 0.8);
  EXPECT_EQ(report.unlisted, 1U);
  EXPECT_EQ(report.unlisted_at_threshold, 1U);
}

TEST(PairJudgement, RanksThePairsOfAQuery) {
  std::vector<LabelledPair> gold = {labelled("q1", "1", true), labelled("q1", "2", false), labelled("q2", "3", false),
                                    labelled("q2", "4", true), labelled("x", "y", true)};
  for (std::size_t i = 0; i < 4; ++i) gold[i].query = i < 2 ? "q1" : "q2";
  const std::vector<FoundPair> scores = {found("q1", "1", 0.3), found("q1", "2", 0.2), found("q2", "3", 0.9),
                                         found("q2", "4", 0.8)};
  const PairReport report = judge_pairs(gold, scores, {});
  EXPECT_DOUBLE_EQ(*report.by_query.mean, 0.75);
  EXPECT_EQ(report.by_query.rankings, 2U) << "a pair without a query is in none";
}

TEST(PairJudgement, OfNothingFoundHasNoPrecision) {
  const PairReport report = judge_pairs(kGold, {}, {});
  EXPECT_FALSE(report.all.counts.precision());
  EXPECT_EQ(report.all.counts.f1(), 0);
  EXPECT_FALSE(report.all.best->threshold);
}

RC_GTEST_PROP(PairJudgement, DoesNotCareAboutTheOrderOfIds, (std::vector<std::pair<std::uint8_t, bool>> pairs)) {
  std::vector<LabelledPair> gold;
  std::vector<FoundPair> one;
  std::vector<FoundPair> other;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string a = "a" + std::to_string(i);
    const std::string b = std::to_string(i * 7 % 10);
    gold.push_back(labelled(a, b, pairs[i].second));
    if (pairs[i].first % 3 == 0) continue;
    one.push_back(found(a, b, pairs[i].first / 256.0));
    other.insert(other.begin(), found(b, a, pairs[i].first / 256.0));
  }
  const PairReport report = judge_pairs(gold, one, {});
  const PairReport turned = judge_pairs(gold, other, {});
  RC_ASSERT(report.all.counts == turned.all.counts);
  RC_ASSERT(report.all.counts.pairs() == gold.size());
  RC_ASSERT(report.average_precision == turned.average_precision);
  RC_ASSERT(report.unlisted == 0U);
}

}  // namespace
}  // namespace cento
