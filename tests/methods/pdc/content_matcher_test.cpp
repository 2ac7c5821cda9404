#include "methods/pdc/content_matcher.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "methods/letter_texts.hpp"

namespace cento {
namespace {

using testing::Letters;
using testing::LetterSequence;
using testing::NearLetters;

using Cell = std::pair<std::uint32_t, std::uint32_t>;
using Cells = std::map<Cell, float>;
using Diagonal = std::vector<Cell>;

constexpr std::uint32_t kGap = 1;

/// All cells of two texts; of one text with itself, those above the main diagonal.
Cells all_cells(const Letters& rows, const Letters& columns, const NearLetters& near, bool is_self) {
  Cells cells;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    for (std::uint32_t column = is_self ? row + 1 : 0; column < columns.size(); ++column) {
      const float similarity = testing::similarity_of(rows[row], columns[column], near);
      if (similarity > 0) cells[{row, column}] = similarity;
    }
  }
  return cells;
}

std::vector<Diagonal> maximal_diagonals(const Cells& cells) {
  std::vector<Diagonal> diagonals;
  for (const auto& [cell, similarity] : cells) {
    if (cell.first > 0 && cell.second > 0 && cells.contains({cell.first - 1, cell.second - 1})) continue;
    Diagonal diagonal;
    for (Cell next = cell; cells.contains(next); ++next.first, ++next.second) diagonal.push_back(next);
    diagonals.push_back(diagonal);
  }
  return diagonals;
}

/// The matcher's results for two texts.
class Matching {
 public:
  Matching(const LetterSequence& texts, DocId rows, DocId columns, const ChainOptions& chains, CellChoice choice)
      : texts_(texts), hashes_(texts.sequence().classes().size()), matcher_(texts.near(), chains, choice) {
    hash_runs(texts.sequence().classes(), chains.min_sentences, hashes_);
    matcher_.set_rows(text_of(rows));
    matcher_.match(text_of(columns), found_);
  }

  /// Also matches other columns.
  void match(DocId columns, std::uint64_t& reserve) { matcher_.match(text_of(columns), found_, reserve); }

  [[nodiscard]] const FoundRuns& found() const { return found_; }
  [[nodiscard]] std::uint64_t capped() const { return matcher_.capped(); }
  [[nodiscard]] std::size_t cells() const {
    std::size_t cells = 0;
    for (const DiagonalRun& run : found_.runs) cells += run.length;
    return cells;
  }

 private:
  [[nodiscard]] MatchedText text_of(DocId document) const {
    const ContentId content = texts_.content(document);
    const std::span<const std::uint32_t> classes = texts_.sequence().classes_of(content);
    return {classes, std::span(hashes_).subspan(texts_.sequence().begin_of(content), classes.size())};
  }

  const LetterSequence& texts_;
  PlainVector<std::uint32_t> hashes_;
  ContentMatcher matcher_;
  FoundRuns found_;
};

/// The matcher's cells, each once. Cells that come twice must agree.
Cells matched(const LetterSequence& texts, DocId rows, DocId columns, std::uint32_t least, CellChoice choice) {
  const Matching matching(texts, rows, columns, {least, choice == CellChoice::all ? 0 : kGap}, choice);
  EXPECT_EQ(matching.capped(), 0U);
  const FoundRuns& found = matching.found();
  Cells cells;
  for (const DiagonalRun& run : found.runs) {
    for (std::uint32_t i = 0; i < run.length; ++i) {
      const float similarity = found.similarities.empty() ? 1 : found.similarities[run.first_cell + i];
      const auto [at, is_new] = cells.emplace(Cell{run.a + i, run.b + i}, similarity);
      EXPECT_EQ(at->second, similarity);
    }
  }
  return cells;
}

Cells long_diagonals(const Cells& cells, std::uint32_t least) {
  Cells chosen;
  for (const Diagonal& diagonal : maximal_diagonals(cells)) {
    if (diagonal.size() < least) continue;
    for (const Cell& cell : diagonal) chosen[cell] = cells.at(cell);
  }
  return chosen;
}

TEST(ContentMatcher, AllGivesWholeDiagonals) {
  const LetterSequence texts({"xabcy", "zabczab"}, {});
  EXPECT_EQ(matched(texts, 0, 1, 3, CellChoice::all), (Cells{{{1, 1}, 1}, {{2, 2}, 1}, {{3, 3}, 1}}));
  EXPECT_EQ(matched(texts, 0, 1, 4, CellChoice::all), Cells{});
  EXPECT_EQ(matched(texts, 0, 1, 2, CellChoice::all).size(), 5U);
}

TEST(ContentMatcher, NearSentencesArePartOfDiagonals) {
  const LetterSequence texts({"abcd", "abed"}, {{{'c', 'e'}, 0.9F}});
  EXPECT_EQ(matched(texts, 0, 1, 4, CellChoice::all), (Cells{{{0, 0}, 1}, {{1, 1}, 1}, {{2, 2}, 0.9F}, {{3, 3}, 1}}));
}

TEST(ContentMatcher, ATextIsNotMatchedWithItsOwnPlaces) {
  const LetterSequence texts({"abcxabc"}, {});
  EXPECT_EQ(matched(texts, 0, 0, 3, CellChoice::all), (Cells{{{0, 4}, 1}, {{1, 5}, 1}, {{2, 6}, 1}}));
  EXPECT_EQ(matched(texts, 0, 0, 3, CellChoice::cover), (Cells{{{0, 4}, 1}, {{1, 5}, 1}, {{2, 6}, 1}}));
}

TEST(ContentMatcher, CoverTakesTheDiagonalThatReachesFarthest) {
  const LetterSequence texts({"abcxabcd", "abcd"}, {});
  EXPECT_EQ(matched(texts, 0, 1, 3, CellChoice::cover), (Cells{{{4, 0}, 1}, {{5, 1}, 1}, {{6, 2}, 1}, {{7, 3}, 1}}));
}

TEST(ContentMatcher, CoverAlsoTakesWhatAChainGoesOnWith) {
  const LetterSequence texts({"eabcxdw", "veqabcyduuw"}, {});
  EXPECT_EQ(matched(texts, 0, 1, 3, CellChoice::cover),
            (Cells{{{0, 1}, 1}, {{1, 3}, 1}, {{2, 4}, 1}, {{3, 5}, 1}, {{5, 7}, 1}}))
      << "e and d come after a gap of one sentence; w is too far away";
}

/// Only mcd reaches d, and its near sentence is in a column that abc covers.
TEST(ContentMatcher, CoverReachesColumnsBehindACoveredNearSentence) {
  const LetterSequence texts({"mcdxabc", "abcd"}, {{{'b', 'm'}, 0.9F}});
  EXPECT_EQ(matched(texts, 0, 1, 3, CellChoice::cover),
            (Cells{{{0, 1}, 0.9F}, {{1, 2}, 1}, {{2, 3}, 1}, {{4, 0}, 1}, {{5, 1}, 1}, {{6, 2}, 1}}));
}

RC_GTEST_PROP(ContentMatcher, AllGivesTheCellsOfAllLongDiagonals, ()) {
  const auto texts = testing::some_letter_texts(2, 4);
  const NearLetters near = testing::some_near_letters();
  const LetterSequence sequence(texts, near);
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  const DocId a = *rc::gen::arbitrary<bool>() ? 0 : 1;
  const DocId b = 1;
  const bool is_self = texts[a] == texts[b];
  RC_CLASSIFY(is_self, "with itself");
  RC_ASSERT(matched(sequence, a, b, least, CellChoice::all) ==
            long_diagonals(all_cells(texts[a], texts[b], near, is_self), least));
}

RC_GTEST_PROP(ContentMatcher, CoverReachesEveryColumnOfALongDiagonal, ()) {
  const auto texts = testing::some_letter_texts(2, 4);
  const NearLetters near = testing::some_near_letters();
  const LetterSequence sequence(texts, near);
  const auto least = *rc::gen::inRange<std::uint32_t>(1, 5);
  const DocId a = *rc::gen::arbitrary<bool>() ? 0 : 1;
  const DocId b = 1;
  const Cells cells = all_cells(texts[a], texts[b], near, texts[a] == texts[b]);
  const Cells wanted = long_diagonals(cells, least);
  const Cells chosen = matched(sequence, a, b, least, CellChoice::cover);
  std::set<std::uint32_t> long_columns;
  for (const auto& [cell, similarity] : wanted) long_columns.insert(cell.second);
  std::set<std::uint32_t> covered;
  for (const auto& [cell, similarity] : chosen) {
    RC_ASSERT(cells.contains(cell));
    RC_ASSERT(cells.at(cell) == similarity);
    if (wanted.contains(cell)) covered.insert(cell.second);
  }
  RC_ASSERT(covered == long_columns);
  for (const Diagonal& diagonal : maximal_diagonals(cells)) {
    const auto count =
        std::count_if(diagonal.begin(), diagonal.end(), [&](const Cell& cell) { return chosen.contains(cell); });
    RC_ASSERT(count == 0 || count == static_cast<std::ptrdiff_t>(diagonal.size()));
  }
}

/// Texts in which every sentence is near one of the other text give each diagonal once, not once for each of its cells.
TEST(ContentMatcher, LongDiagonalsOfNearSentencesAreGivenOnce) {
  Letters rows;
  Letters columns;
  for (int i = 0; i < 2000; ++i) {
    rows += i % 2 == 0 ? 'a' : 'c';
    columns += i % 2 == 0 ? 'b' : 'd';
  }
  rows = "x" + rows.substr(0, 3) + std::string(2000, 'a');
  columns = "y" + columns.substr(0, 3) + std::string(1, 'z') + std::string(50, 'b');
  for (const CellChoice choice : {CellChoice::all, CellChoice::cover}) {
    const LetterSequence texts({rows, columns}, {{{'a', 'b'}, 0.9F}, {{'c', 'd'}, 0.9F}});
    const Matching matching(texts, 0, 1, {3, kGap}, choice);
    EXPECT_LE(matching.cells(), 2 * all_cells(rows, columns, {{{'a', 'b'}, 0.9F}, {{'c', 'd'}, 0.9F}}, false).size());
  }
}

/// Every sentence of one text matches every one of the other.
TEST(ContentMatcher, VeryRepetitiveTextsAreLimited) {
  constexpr std::size_t kTimes = 8000;
  const LetterSequence texts({Letters(kTimes + 1, 'a'), Letters(kTimes, 'a'), Letters(kTimes, 'b')},
                             {{{'a', 'b'}, 0.9F}});
  for (const CellChoice choice : {CellChoice::all, CellChoice::cover}) {
    for (const DocId columns : {1U, 2U}) {
      const Matching matching(texts, 0, columns, {3, kGap}, choice);
      EXPECT_LE(matching.cells(), std::size_t{1} << 25U);
      EXPECT_GE(matching.cells(), kTimes) << "the longest is found";
      const bool are_too_many = choice == CellChoice::all || columns == 2;
      EXPECT_EQ(matching.capped() > 0, are_too_many);
    }
  }
}

TEST(ContentMatcher, CallsMayShareABoundOfTheirWork) {
  constexpr std::size_t kTimes = 300;
  std::string different;
  for (char letter = 'b'; letter <= 'z'; ++letter) different += letter;
  const LetterSequence texts({Letters(kTimes, 'a') + different, Letters(kTimes - 1, 'a'), different}, {});
  Matching matching(texts, 0, 1, {3, kGap}, CellChoice::all);
  std::uint64_t reserve = 1'000'000;
  matching.match(2, reserve);
  EXPECT_EQ(reserve, 1'000'000U) << "texts that do not repeat themselves need none of it";
  matching.match(1, reserve);
  EXPECT_LT(reserve, 1'000'000U);
  EXPECT_EQ(matching.capped(), 0U);
  matching.match(1, reserve = 1000);
  EXPECT_EQ(reserve, 0U);
  EXPECT_GT(matching.capped(), 0U);
  const std::uint64_t capped = matching.capped();
  matching.match(2, reserve);
  EXPECT_EQ(matching.capped(), capped);
  EXPECT_EQ(matching.cells(), different.size());
}

}  // namespace
}  // namespace cento
