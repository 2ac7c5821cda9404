#include "sign/words/word_overlap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <iterator>
#include <set>
#include <vector>

namespace cento {
namespace {

OverlapQuery query_of(const std::vector<std::uint32_t>& words, OverlapFormula formula,
                      const std::vector<double>& weights = {}) {
  OverlapQuery query(formula);
  for (std::size_t i = 0; i < words.size(); ++i) query.add(words[i], weights.empty() ? 1 : weights[i]);
  return query;
}

const DocumentFrequencies kStatistics(1000, {{7, 1000}, {8, 100}, {9, 1}});

TEST(WordOverlap, AWordWeighsLogOfDocumentsByThoseThatHaveIt) {
  EXPECT_DOUBLE_EQ(word_weight(7, &kStatistics), 0);
  EXPECT_DOUBLE_EQ(word_weight(8, &kStatistics), std::log(10));
  EXPECT_DOUBLE_EQ(word_weight(9, &kStatistics), std::log(1000));
  EXPECT_DOUBLE_EQ(word_weight(10, &kStatistics), std::log(1000));  // unknown
}

TEST(WordOverlap, WithoutStatisticsAllWordsWeighOne) {
  const DocumentFrequencies empty;
  EXPECT_EQ(word_weight(8, nullptr), 1);
  EXPECT_EQ(word_weight(8, &empty), 1);
}

TEST(WordOverlap, ThreeOfFourWordsOfTheSameWeight) {
  const std::vector<std::uint32_t> other{2, 4, 5, 6, 8};
  EXPECT_DOUBLE_EQ(query_of({2, 4, 7, 8}, OverlapFormula::normalised).score(other), 0.75 * 0.75);
  EXPECT_DOUBLE_EQ(query_of({2, 4, 7, 8}, OverlapFormula::paper).score(other), 0.75 * 3);
}

TEST(WordOverlap, HeavyWordsCountMore) {
  const std::vector<std::uint32_t> other{1, 3};
  EXPECT_DOUBLE_EQ(query_of({1, 2}, OverlapFormula::normalised, {6, 2}).score(other), 0.5 * 0.75);
  EXPECT_DOUBLE_EQ(query_of({2, 3}, OverlapFormula::normalised, {6, 2}).score(other), 0.5 * 0.25);
  EXPECT_DOUBLE_EQ(query_of({1, 2}, OverlapFormula::paper, {6, 2}).score(other), 0.5 * 6);
}

TEST(WordOverlap, ASentenceOverlapsItselfWhollyAndOneWithMoreWordsToo) {
  const auto query = query_of({1, 5, 9}, OverlapFormula::normalised, {0.5, 2, 3});
  EXPECT_DOUBLE_EQ(query.score(std::vector<std::uint32_t>{1, 5, 9}), 1);
  EXPECT_DOUBLE_EQ(query.score(std::vector<std::uint32_t>{0, 1, 2, 5, 7, 9, 11}), 1);
}

TEST(WordOverlap, WordsWithoutWeightAreCounted) {
  const std::vector<std::uint32_t> other{1};
  EXPECT_DOUBLE_EQ(query_of({1, 2}, OverlapFormula::normalised, {0, 0}).score(other), 0.25);
  EXPECT_DOUBLE_EQ(query_of({1, 2}, OverlapFormula::paper, {0, 0}).score(other), 0);
}

TEST(WordOverlap, NoWordsOverlapNothing) {
  EXPECT_EQ(query_of({}, OverlapFormula::normalised).score(std::vector<std::uint32_t>{1}), 0);
  EXPECT_EQ(query_of({1}, OverlapFormula::normalised).score(std::vector<std::uint32_t>{}), 0);
}

TEST(WordOverlap, TheLeastSharedWordsOfAThreshold) {
  const auto query = query_of({1, 2, 3, 4, 5}, OverlapFormula::normalised);
  EXPECT_EQ(query.least_shared(0.6), 3U);  // 3 / 5, if they had all the weight
  EXPECT_EQ(query.least_shared(1), 5U);
  EXPECT_EQ(query_of({1, 2}, OverlapFormula::paper).least_shared(2.5), 3U);  // not even all
}

RC_GTEST_PROP(WordOverlap, IsThatOfSets, ()) {
  const auto words = *rc::gen::container<std::set<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 40));
  const auto other = *rc::gen::container<std::set<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 40));
  OverlapQuery query(OverlapFormula::paper);
  for (const std::uint32_t word : words) query.add(word, word * 0.25);
  WordOverlap expected;
  for (const std::uint32_t word : words) {
    if (!other.contains(word)) continue;
    ++expected.shared;
    expected.weight += word * 0.25;
  }
  const WordOverlap found = query.overlap(std::vector<std::uint32_t>(other.begin(), other.end()));
  RC_ASSERT(found.shared == expected.shared);
  RC_ASSERT(found.weight == expected.weight);  // quarters add up exactly
}

}  // namespace
}  // namespace cento
