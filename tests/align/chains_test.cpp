#include "align/chains.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

#include "align/chain_reference.hpp"
#include "align/diagonals.hpp"
#include "align/random_matrix.hpp"

namespace cento {

/// For messages of tests.
static std::ostream& operator<<(std::ostream& out, const Chain& chain) {
  return out << "[" << chain.a.begin << "," << chain.a.end << ") [" << chain.b.begin << "," << chain.b.end << ") "
             << chain.matched << " " << chain.similarity;
}

namespace {

using testing::ChainReference;
using testing::matrix;
using Chains = std::vector<Chain>;

Chains find(const std::vector<SentenceMatch>& cells, const ChainOptions& options) {
  PlainVector<Chain> found;
  ChainFinder().find(cells, options, found);
  return {found.begin(), found.end()};
}

Chains sorted(Chains chains) {
  const auto key = [](const Chain& chain) {
    return std::tuple(chain.a.begin, chain.b.begin, chain.a.end, chain.b.end, chain.matched, chain.similarity);
  };
  std::sort(chains.begin(), chains.end(), [&](const Chain& x, const Chain& y) { return key(x) < key(y); });
  chains.erase(std::unique(chains.begin(), chains.end()), chains.end());
  return chains;
}

Chains swapped(Chains chains) {
  for (Chain& chain : chains) std::swap(chain.a, chain.b);
  return sorted(chains);
}

Chain one_chain(const std::vector<SentenceMatch>& cells, const ChainOptions& options) {
  const Chains found = find(cells, options);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Chain{} : found.front();
}

TEST(Chains, GoOverARewrittenSentence) {
  const auto cells = matrix({"#....", ".#...", ".....", "...#.", "....#"});
  EXPECT_EQ(one_chain(cells, {3, 1}), (Chain{{0, 5}, {0, 5}, 4, 1}));
  EXPECT_TRUE(find(cells, {3, 0}).empty());
}

TEST(Chains, GoOverAnInsertedSentence) {
  EXPECT_EQ(one_chain(matrix({"#....", ".#...", "...#.", "....#"}), {3, 1}), (Chain{{0, 4}, {0, 5}, 4, 1}));
}

TEST(Chains, GoOverADeletedSentence) {
  EXPECT_EQ(one_chain(matrix({"#...", ".#..", "....", "..#.", "...#"}), {3, 1}), (Chain{{0, 5}, {0, 4}, 4, 1}));
}

TEST(Chains, GoOverASentenceThatWasSplitInTwo) {
  EXPECT_EQ(one_chain(matrix({"#.....", ".#....", "......", "....#.", ".....#"}), {3, 1}),
            (Chain{{0, 5}, {0, 6}, 4, 1}));
}

TEST(Chains, GoOverTwoSentencesMergedIntoOne) {
  EXPECT_EQ(one_chain(matrix({"#....", ".#...", ".....", ".....", "...#.", "....#"}), {3, 1}),
            (Chain{{0, 6}, {0, 5}, 4, 1}));
}

TEST(Chains, GoOverNoMoreThanTheGap) {
  const auto two_rewritten = matrix({"#.....", ".#....", "......", "......", "....#.", ".....#"});
  EXPECT_TRUE(find(two_rewritten, {3, 1}).empty());
  EXPECT_EQ(one_chain(two_rewritten, {3, 2}).matched, 4U);
  const auto two_inserted = matrix({"#.....", ".#....", "....#.", ".....#"});
  EXPECT_TRUE(find(two_inserted, {3, 1}).empty());
  EXPECT_EQ(one_chain(two_inserted, {3, 2}).matched, 4U);
}

TEST(Chains, GoOverTwoSentencesThatChangedPlaces) {
  // One of the two counts: the chain ascends on both sides.
  const auto cells = matrix({"#.....", ".#....", "...#..", "..#...", "....#.", ".....#"});
  EXPECT_EQ(one_chain(cells, {3, 1}), (Chain{{0, 6}, {0, 6}, 5, 1}));
}

TEST(Chains, CountASentenceOnceThatStandsTwiceOnTheOtherSide) {
  // p q r s against p q q r s
  EXPECT_EQ(one_chain(matrix({"#....", ".##..", "...#.", "....#"}), {3, 1}), (Chain{{0, 4}, {0, 5}, 4, 1}));
}

TEST(Chains, OfOnePlaceAndTwoOthersAreTwo) {
  const auto cells = matrix({"#..#..", ".#..#.", "..#..#"});
  const Chains expected = {{{0, 3}, {0, 3}, 3, 1}, {{0, 3}, {3, 6}, 3, 1}};
  EXPECT_EQ(find(cells, {3, 1}), expected);
}

TEST(Chains, BothStayWhereTheTextsGoOnInMirroredWays) {
  // After the shared sentences, each text has next what the other has one later.
  const auto cells = matrix({"#......", ".#.....", "..#....", "....#..", "...#.#.", "....#.."});
  const Chains found = find(cells, {3, 1});
  EXPECT_EQ(found, swapped(found));
  EXPECT_EQ(found.size(), 2U);
}

TEST(Chains, HaveTheMeanSimilarityOfWhatMatches) {
  EXPECT_NEAR(one_chain(matrix({"#...", ".8..", "....", "...9"}), {3, 1}).similarity, 0.9, 1e-6);
}

RC_GTEST_PROP(Chains, WithoutGapsAreTheDiagonals, ()) {
  const auto cells = testing::random_matrix();
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  PlainVector<Diagonal> diagonals;
  DiagonalFinder().find(cells, least, diagonals);
  Chains expected;
  for (const Diagonal& run : diagonals) {
    expected.push_back({{run.a, run.a + run.length}, {run.b, run.b + run.length}, run.length, run.similarity});
  }
  RC_ASSERT(find(cells, {least, 0}) == expected);
}

RC_GTEST_PROP(Chains, AreTheSameWhenTheTextsAreSwapped, ()) {
  const auto cells = testing::random_matrix();
  const ChainOptions options{*rc::gen::inRange<std::uint32_t>(1, 5), *rc::gen::inRange<std::uint32_t>(0, 4)};
  RC_ASSERT(find(testing::swapped(cells), options) == swapped(find(cells, options)));
}

RC_GTEST_PROP(Chains, DoNotDependOnTheOrderOfTheCells, ()) {
  auto cells = testing::random_matrix();
  const ChainOptions options{1, *rc::gen::inRange<std::uint32_t>(0, 4)};
  const Chains found = find(cells, options);
  std::reverse(cells.begin(), cells.end());
  RC_ASSERT(find(cells, options) == found);
}

RC_GTEST_PROP(Chains, HoldEveryDiagonalOfThePaper, ()) {
  const auto cells = testing::random_matrix();
  const ChainOptions options{*rc::gen::inRange<std::uint32_t>(1, 5), *rc::gen::inRange<std::uint32_t>(0, 4)};
  const Chains found = find(cells, options);
  PlainVector<Diagonal> diagonals;
  DiagonalFinder().find(cells, options.min_sentences, diagonals);
  for (const Diagonal& run : diagonals) {
    RC_ASSERT(std::any_of(found.begin(), found.end(), [&](const Chain& chain) {
      return chain.a.begin <= run.a && run.a + run.length <= chain.a.end && chain.b.begin <= run.b &&
             run.b + run.length <= chain.b.end && chain.matched >= run.length;
    }));
  }
}

RC_GTEST_PROP(Chains, MatchNoMoreSentencesThanTheyHave, ()) {
  const auto cells = testing::random_matrix();
  const std::uint32_t least = *rc::gen::inRange<std::uint32_t>(1, 5);
  for (const Chain& chain : find(cells, {least, *rc::gen::inRange<std::uint32_t>(0, 4)})) {
    RC_ASSERT(chain.matched >= least);
    RC_ASSERT(chain.matched <= std::min(chain.a.size(), chain.b.size()));
    RC_ASSERT(chain.similarity >= 0.89 && chain.similarity <= 1);
  }
}

bool covers(const ChainReference::Found& outer, const ChainReference::Found& inner) {
  return outer.chain.a.begin <= inner.chain.a.begin && inner.chain.a.end <= outer.chain.a.end &&
         outer.chain.b.begin <= inner.chain.b.begin && inner.chain.b.end <= outer.chain.b.end;
}

bool is_larger_or_better(const ChainReference::Found& one, const ChainReference::Found& other) {
  if (one.chain.a != other.chain.a || one.chain.b != other.chain.b) return true;
  return std::tuple(one.chain.matched, one.similarity_sum) > std::tuple(other.chain.matched, other.similarity_sum);
}

/// The chains of one result that the other does not cover.
Chains uncovered(const std::vector<ChainReference::Found>& result, const std::vector<ChainReference::Found>& others) {
  Chains kept;
  for (const auto& found : result) {
    const Diagonal& first = found.runs.front();
    const auto rival = std::find_if(others.begin(), others.end(), [&](const ChainReference::Found& other) {
      return std::find(other.runs.begin(), other.runs.end(), first) != other.runs.end();
    });
    if (!covers(*rival, found) || !is_larger_or_better(*rival, found)) kept.push_back(found.chain);
  }
  return kept;
}

std::vector<ChainReference::Found> mirrored(std::vector<ChainReference::Found> result) {
  for (auto& found : result) {
    std::swap(found.chain.a, found.chain.b);
    for (Diagonal& run : found.runs) std::swap(run.a, run.b);
  }
  return result;
}

RC_GTEST_PROP(Chains, AreThoseOfTheDefinition, ()) {
  const auto cells = testing::random_matrix();
  const ChainOptions options{*rc::gen::inRange<std::uint32_t>(1, 5), *rc::gen::inRange<std::uint32_t>(0, 4)};
  const auto by_a = ChainReference(cells, options.max_gap).chains();
  const auto by_b = mirrored(ChainReference(testing::swapped(cells), options.max_gap).chains());
  Chains expected = uncovered(by_a, by_b);
  const Chains more = uncovered(by_b, by_a);
  expected.insert(expected.end(), more.begin(), more.end());
  std::erase_if(expected, [&](const Chain& chain) { return chain.matched < options.min_sentences; });
  RC_ASSERT(find(cells, options) == sorted(expected));
}

TEST(Chains, OfASentenceRepeatedAThousandTimesAreItsDiagonals) {
  constexpr std::uint32_t kSide = 1000;
  std::vector<SentenceMatch> cells;
  for (std::uint32_t a = 0; a < kSide; ++a) {
    for (std::uint32_t b = 0; b < kSide; ++b) cells.push_back({a, b, 1});
  }
  EXPECT_EQ(find(cells, {1, 1}).size(), 2 * kSide - 1);
}

}  // namespace
}  // namespace cento
