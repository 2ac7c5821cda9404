#include "methods/ask/run_automaton.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace cento {
namespace {

using Row = std::vector<std::uint32_t>;

/// After each sentence of a row: the length of the longest run that `known` has and that ends there.
Row read_all(const Row& known, const Row& row) {
  RunAutomaton automaton;
  automaton.build(known);
  RunAutomaton::Match match;
  Row lengths;
  for (const std::uint32_t sentence : row) {
    automaton.read(sentence, match);
    lengths.push_back(match.length);
  }
  return lengths;
}

bool holds(const Row& known, Row::const_iterator begin, Row::const_iterator end) {
  return std::search(known.begin(), known.end(), begin, end) != known.end();
}

TEST(RunAutomaton, FindsTheLongestRunThatEndsAtEachSentence) {
  EXPECT_EQ(read_all({1, 2, 3, 1, 4}, {1, 2, 3, 4, 3, 1, 4, 9, 2}), (Row{1, 2, 3, 1, 1, 2, 3, 0, 1}));
  EXPECT_EQ(read_all({}, {1, 2}), (Row{0, 0}));
}

TEST(RunAutomaton, KnowsWhichSentencesARowHas) {
  RunAutomaton automaton;
  automaton.build(Row{5, 6, 5});
  EXPECT_TRUE(automaton.has(6));
  EXPECT_FALSE(automaton.has(7));
  automaton.build(Row{7});
  EXPECT_FALSE(automaton.has(6)) << "it was in another row";
}

RC_GTEST_PROP(RunAutomaton, AgreesWithASearchForEachRun, ()) {
  const auto letters = *rc::gen::inRange<std::uint32_t>(1, 5);
  const auto some_row = [&] { return *rc::gen::container<Row>(rc::gen::inRange<std::uint32_t>(0, letters)); };
  const Row known = some_row();
  const Row row = some_row();
  Row expected;
  for (auto end = row.begin(); end != row.end(); ++end) {
    auto begin = row.begin();
    while (begin != end + 1 && !holds(known, begin, end + 1)) ++begin;
    expected.push_back(static_cast<std::uint32_t>(end + 1 - begin));
  }
  RC_ASSERT(read_all(known, row) == expected);
}

}  // namespace
}  // namespace cento
