#include "text/analysis.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/random_text.hpp"

namespace cento {
namespace {

TEST(TextAnalyzer, GivesEachSentenceItsTokens) {
  AnalyzedText analyzed;
  TextAnalyzer().analyze("One two three. Four five.\n\n我爱你。Six", analyzed);
  ASSERT_EQ(analyzed.sentences.size(), 4U);
  EXPECT_EQ(analyzed.sentences[0], (Sentence{{0, 14}, 0, 3}));
  EXPECT_EQ(analyzed.sentences[1], (Sentence{{15, 25}, 3, 2}));
  EXPECT_EQ(analyzed.sentences[2], (Sentence{{27, 39}, 5, 3}));
  EXPECT_EQ(analyzed.sentences[3], (Sentence{{39, 42}, 8, 1}));
}

TEST(TextAnalyzer, TakesAnEmptyText) {
  AnalyzedText analyzed;
  TextAnalyzer analyzer;
  analyzer.analyze("Something.", analyzed);
  analyzer.analyze("", analyzed);
  EXPECT_TRUE(analyzed.sentences.empty());
  EXPECT_EQ(analyzed.tokens.size(), 0U);
}

TEST(TextAnalyzer, FindsTheSameInSlices) {
  std::mt19937_64 random(11);
  std::string text;
  while (text.size() < 3 * kSliceBytes) {
    text += testing::random_text(random, 50);
    text += random() % 5 == 0 ? ".\n\n" : random() % 2 == 0 ? ". Then " : " ";
  }
  TextAnalyzer analyzer;
  AnalyzedText whole;
  analyzer.analyze(text, whole);
  AnalyzedText slice;
  std::vector<std::uint64_t> hashes;
  std::size_t sentences = 0;
  std::size_t slices = 0;
  for (std::string_view rest = text; !rest.empty(); ++slices) {
    const std::size_t size = end_of_slice(rest);
    analyzer.analyze(rest.substr(0, size), slice);
    hashes.insert(hashes.end(), slice.tokens.hashes.begin(), slice.tokens.hashes.end());
    sentences += slice.sentences.size();
    rest.remove_prefix(size);
  }
  EXPECT_GE(slices, 3U);
  EXPECT_EQ(sentences, whole.sentences.size());
  EXPECT_TRUE(std::equal(hashes.begin(), hashes.end(), whole.tokens.hashes.begin(), whole.tokens.hashes.end()));
}

/// A token belongs to the sentence in which it begins, however long the text and however folding changed lengths.
TEST(TextAnalyzer, SharesAllTokensOutToTheSentences) {
  std::mt19937_64 random(3);
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const std::size_t size = round % 10 == 0 ? 60'000 : 400;
    while (text.size() < size) {
      text += random() % 4 == 0 ? testing::random_text(random, 30) : "Plain words follow here, many of them";
      text += random() % 3 == 0 ? ". The " : " ";
    }
    analyzer.analyze(text, analyzed);
    std::uint32_t token = 0;
    for (const Sentence& sentence : analyzed.sentences) {
      ASSERT_EQ(sentence.first_token, token);
      const std::uint32_t end = token + sentence.token_count;
      for (; token < end; ++token) ASSERT_LT(analyzed.tokens.begins[token], sentence.bytes.end);
      if (token == analyzed.tokens.size()) continue;
      ASSERT_GE(analyzed.tokens.begins[token], sentence.bytes.end);
    }
    ASSERT_EQ(token, analyzed.tokens.size());
  }
}

}  // namespace
}  // namespace cento
