#include "align/loose/loose_sentences.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "align/loose_texts.hpp"

namespace cento {
namespace {

using testing::WordText;

std::vector<WordRange> cut(const WordText& text, const LooseOptions& options = {}) {
  std::vector<WordRange> sentences;
  cut_loose_sentences(text.loose().sentences, static_cast<std::uint32_t>(text.loose().words.size()), options,
                      sentences);
  return sentences;
}

TEST(LooseSentences, AShortOneGoesWithTheNextAndTheLastWithTheOneBefore) {
  EXPECT_EQ(cut(WordText("a b. c d e. f g h i. j. ")), (std::vector<WordRange>{{0, 5}, {5, 10}}));
  EXPECT_EQ(cut(WordText("a. ")), (std::vector<WordRange>{{0, 1}}));
  EXPECT_EQ(cut(WordText("")), (std::vector<WordRange>{}));
}

TEST(LooseSentences, ALongOneIsCutIntoEvenPieces) {
  LooseOptions options;
  options.max_sentence_words = 4;
  EXPECT_EQ(cut(WordText("a b c d e f g h i. j k l. "), options),
            (std::vector<WordRange>{{0, 3}, {3, 6}, {6, 9}, {9, 12}}));
}

TEST(LooseSentences, WeighWordsByHowFewSentencesHaveThem) {
  const WordText a("red red apple. red pear falls. ");
  const WordText b("red plum falls. ");
  LoosePair pair;
  pair.assign(a.loose(), b.loose(), {});
  const std::span<const WeightedWord> first = pair.a.vector_of(0);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_NEAR(first[0].weight, (1 + std::log(2)) * std::log(2), 1e-6);  // red, twice, in all three
  EXPECT_NEAR(first[1].weight, std::log(4), 1e-6);                      // apple, in one of three
  EXPECT_NEAR(pair.b.total_weight, std::log(2) + std::log(4) + std::log(2.5), 1e-6);
  EXPECT_NEAR(pair.a.norms[0], std::hypot(first[0].weight, first[1].weight), 1e-6);
}

}  // namespace
}  // namespace cento
