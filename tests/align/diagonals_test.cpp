#include "align/diagonals.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "align/random_matrix.hpp"
#include "methods/pdc_reference.hpp"

namespace cento {
namespace {

using testing::matrix;
using testing::PdcDiagonal;

PlainVector<Diagonal> find(const std::vector<SentenceMatch>& cells, std::uint32_t min_sentences) {
  PlainVector<Diagonal> found;
  DiagonalFinder().find(cells, min_sentences, found);
  return found;
}

std::set<PdcDiagonal> by_the_paper(const std::vector<SentenceMatch>& cells, std::uint32_t min_sentences) {
  testing::PdcCells pairs;
  for (const SentenceMatch& cell : cells) pairs.emplace(cell.a, cell.b);
  return testing::pdc_sequence_matching(pairs, min_sentences);
}

std::set<PdcDiagonal> without_similarity(const PlainVector<Diagonal>& diagonals) {
  std::set<PdcDiagonal> all;
  for (const Diagonal& diagonal : diagonals) all.insert({diagonal.a, diagonal.b, diagonal.length});
  return all;
}

TEST(Diagonals, AreTheLongestRunsOfMatchingSentences) {
  const auto cells = matrix({"#......",  //
                             ".#..#..",  //
                             "..#..#.",  //
                             "......#",  //
                             "#......",  //
                             ".#....."});
  const PlainVector<Diagonal> expected = {{0, 0, 3, 1}, {1, 4, 3, 1}};
  EXPECT_EQ(find(cells, 3), expected);
  EXPECT_EQ(find(cells, 2).size(), 3U);
  EXPECT_TRUE(find(cells, 4).empty());
}

TEST(Diagonals, HaveTheMeanSimilarityOfTheirCells) {
  const auto found = find(matrix({"#..", ".8.", "..9"}), 3);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].similarity, 0.9, 1e-6);
}

TEST(Diagonals, CountARepeatedCellOnceWithItsHighestSimilarity) {
  const PlainVector<Diagonal> expected = {{0, 0, 2, 1}};
  EXPECT_EQ(find({{1, 1, 0.5F}, {0, 0, 1}, {1, 1, 1}, {0, 0, 0.9F}}, 1), expected);
}

TEST(Diagonals, OfNothingAreNone) {
  EXPECT_TRUE(find({}, 1).empty());
}

TEST(Diagonals, OfTheLargestSentenceNumbersAreFound) {
  const std::uint32_t last = (std::uint32_t{1} << 31U) - 2;
  const PlainVector<Diagonal> expected = {{0, last - 1, 2, 1}, {last - 1, 0, 2, 1}};
  EXPECT_EQ(find({{last, 1, 1}, {1, last, 1}, {last - 1, 0, 1}, {0, last - 1, 1}}, 2), expected);
}

RC_GTEST_PROP(Diagonals, AreThoseOfAlgorithm2, ()) {
  const auto cells = testing::random_matrix();
  const auto gamma = *rc::gen::inRange<std::uint32_t>(1, 5);
  RC_ASSERT(without_similarity(find(cells, gamma)) == by_the_paper(cells, gamma));
}

TEST(Diagonals, OfManyCellsAreThoseOfAlgorithm2) {
  std::mt19937 random(7);
  for (const std::uint32_t side : {60U, 3000U}) {
    std::vector<SentenceMatch> cells;
    for (int i = 0; i < 4000; ++i) {
      const auto a = static_cast<std::uint32_t>(random() % side);
      const auto b = static_cast<std::uint32_t>(random() % side);
      for (std::uint32_t step = 0; step < random() % 5; ++step) cells.push_back({a + step, b + step, 1});
    }
    const auto found = find(cells, 3);
    EXPECT_GT(found.size(), 100U);
    EXPECT_TRUE(without_similarity(found) == by_the_paper(cells, 3));
  }
}

TEST(PdcReference, FindsTheSentencesOfAlgorithm1) {
  // Nine of ten signatures in common, eight of ten, and the same sentence within one document.
  const testing::PdcSignatures ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const testing::PdcSignatures nine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const testing::PdcSignatures eight = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto found =
      testing::pdc_sentence_duplicates({{{0, 5}, ten}, {{1, 2}, nine}, {{1, 3}, eight}, {{0, 7}, ten}}, 0.9);
  const std::map<testing::PdcDocuments, testing::PdcCells> expected = {{{0, 0}, {{5, 7}}}, {{0, 1}, {{5, 2}, {7, 2}}}};
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace cento
