#include "align/word_alignment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace cento {
namespace {

using Words = std::vector<std::uint64_t>;

/// The words with a mark.
Words marked(const Words& words, const PlainVector<std::uint8_t>& marks) {
  Words chosen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (marks[i] != 0) chosen.push_back(words[i]);
  }
  return chosen;
}

/// The length of the longest common subsequence, by the usual table.
std::size_t longest(const Words& a, const Words& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      table[i + 1][j + 1] = a[i] == b[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
    }
  }
  return table[a.size()][b.size()];
}

TEST(WordAlignment, MarksTheWordsThatBothHaveInThisOrder) {
  const WordAlignment found = align_words(Words{1, 2, 3, 4, 5}, Words{1, 9, 3, 4, 8, 5});
  EXPECT_EQ(found.a, (PlainVector<std::uint8_t>{1, 0, 1, 1, 1}));
  EXPECT_EQ(found.b, (PlainVector<std::uint8_t>{1, 0, 1, 1, 0, 1}));
}

TEST(WordAlignment, LeavesInsertedWordsTogether) {
  // "so {as the others are} the old one", not "so {as} the {others are the} old one".
  const Words without = {1, 3, 7, 8};
  const Words with = {1, 2, 3, 4, 5, 3, 7, 8};
  EXPECT_EQ(align_words(without, with).b, (PlainVector<std::uint8_t>{1, 0, 0, 0, 0, 1, 1, 1}));
}

TEST(WordAlignment, MarksKnownWordsWhereTooMuchDiffers) {
  Words a(2 * kDifferencesMost, 1);
  Words b(2 * kDifferencesMost, 2);
  a.push_back(7);
  b.insert(b.begin(), 7);
  EXPECT_EQ(marked(a, align_words(a, b).a), Words{7});
  EXPECT_EQ(marked(b, align_words(a, b).b), Words{7});
}

RC_GTEST_PROP(WordAlignment, IsALongestCommonSubsequence, ()) {
  const auto word = rc::gen::inRange<std::uint64_t>(0, 4);
  const auto a = *rc::gen::container<Words>(word);
  const auto b = *rc::gen::container<Words>(word);
  const WordAlignment found = align_words(a, b);
  RC_ASSERT(marked(a, found.a) == marked(b, found.b));
  const WordAlignment swapped = align_words(b, a);
  RC_ASSERT(found.a == swapped.b);
  RC_ASSERT(found.b == swapped.a);
  RC_ASSERT(marked(a, found.a).size() == longest(a, b));
}

}  // namespace
}  // namespace cento
