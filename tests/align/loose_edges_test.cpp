#include "align/loose/loose_edges.hpp"

#include <string>

#include <gtest/gtest.h>

#include "align/loose_texts.hpp"

namespace cento {
namespace {

using testing::WordText;

std::string words(const std::string& name, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += name + std::to_string(i) + " ";
  return text;
}

LooseMatch trimmed(const std::string& a, const std::string& b, LooseMatch match, const LooseOptions& options = {}) {
  const WordText text_a(a);
  const WordText text_b(b);
  LoosePair pair;
  pair.assign(text_a.loose(), text_b.loose(), options);
  EdgeTrimmer(options).trim(pair, false, match);
  return match;
}

TEST(LooseEdges, ShrinkToTheSharedWords) {
  const std::string shared = words("s", 30);
  const LooseMatch match =
      trimmed(words("x", 20) + shared + words("y", 20), shared + words("z", 25), {{0, 70}, {0, 55}, 1});
  EXPECT_EQ(match.a, (WordRange{20, 50}));
  EXPECT_EQ(match.b, (WordRange{0, 30}));
}

TEST(LooseEdges, KeepAReplacedWordInside) {
  const std::string shared = words("s", 12) + "new " + words("t", 12);
  const LooseMatch match = trimmed(words("x", 20) + shared, words("s", 12) + "old " + words("t", 12) + words("z", 20),
                                   {{0, 45}, {0, 45}, 1});
  EXPECT_EQ(match.a, (WordRange{20, 45}));
  EXPECT_EQ(match.b, (WordRange{0, 25}));
}

TEST(LooseEdges, MoveToTheEndOfASentenceNearby) {
  // The copy lost the first three words of its sentence, and more than a tenth of its words differ.
  const std::string copied = words("s", 10) + "p q r u v w " + words("t", 10);
  const std::string original = "k l m " + words("s", 10) + "a b c d e f " + words("t", 9) + "t9. ";
  const LooseMatch match = trimmed("x0 x1 x2 x3. " + original, copied, {{0, 33}, {0, 26}, 1});
  EXPECT_EQ(match.a, (WordRange{4, 33}));
  EXPECT_EQ(match.b, (WordRange{0, 26}));
  LooseOptions options;
  options.snap_words = 0;
  EXPECT_EQ(trimmed("x0 x1 x2 x3. " + original, copied, {{0, 33}, {0, 26}, 1}, options).a, (WordRange{7, 33}));
}

TEST(LooseEdges, CreditARepeatedWordByTheOtherSidesCount) {
  std::string repeated = words("s", 20);
  for (unsigned i = 0; i < 30; ++i) repeated += "s0 u" + std::to_string(i) + " ";
  const LooseMatch match = trimmed(repeated, words("s", 20), {{0, 80}, {0, 20}, 1});
  EXPECT_LE(match.a.end, 22U);
}

TEST(LooseEdges, NearMatchesBecomeOneAgainAndAgain) {
  std::vector<LooseMatch> matches = {{{0, 10}, {0, 10}, 0.5}, {{40, 50}, {40, 50}, 0.7}, {{15, 35}, {12, 36}, 0.6}};
  merge_near(5, matches);
  EXPECT_EQ(matches, (std::vector<LooseMatch>{{{0, 50}, {0, 50}, 0.7}}));
}

TEST(LooseEdges, MatchesNearOnOneSideOnlyStayApart) {
  std::vector<LooseMatch> matches = {{{0, 10}, {0, 10}, 0.5}, {{12, 20}, {40, 50}, 0.7}};
  merge_near(5, matches);
  EXPECT_EQ(matches.size(), 2U);
}

}  // namespace
}  // namespace cento
