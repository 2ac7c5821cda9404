#include "methods/loose/loose_words.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace cento {
namespace {

LooseWords words_of(std::string_view text) {
  LooseWords words;
  LooseWordMaker().make(text, words);
  return words;
}

void expect_equal(const LooseWords& x, const LooseWords& y) {
  EXPECT_EQ(x.words, y.words);
  EXPECT_EQ(x.bytes, y.bytes);
  EXPECT_EQ(x.sentences, y.sentences);
}

TEST(LooseWords, AreTheFirstSixLettersFolded) {
  const LooseWords words = words_of("Connecting connected CONNECTION connive con conn");
  ASSERT_EQ(words.words.size(), 6U);
  EXPECT_EQ(words.words[0], words.words[1]);
  EXPECT_EQ(words.words[0], words.words[2]);
  EXPECT_NE(words.words[0], words.words[3]);
  EXPECT_NE(words.words[4], words.words[5]);
}

TEST(LooseWords, CountLettersNotBytes) {
  const LooseWords words = words_of("übermäßig übermässiger übermut");
  EXPECT_EQ(words.words[0], words.words[1]);
  EXPECT_NE(words.words[0], words.words[2]);
}

TEST(LooseWords, KnowTheirPlacesAndSentences) {
  const std::string_view text = "One two. Three four five.";
  const LooseWords words = words_of(text);
  ASSERT_EQ(words.bytes.size(), 5U);
  EXPECT_EQ(words.bytes[3].of(text), "four");
  ASSERT_EQ(words.sentences.size(), 2U);
  EXPECT_EQ(words.sentences[1].first_token, 2U);
  EXPECT_EQ(words.sentences[1].bytes.of(text), "Three four five.");
}

TEST(LooseWords, AreTwoCharactersWhereNothingSeparatesThem) {
  const LooseWords once = words_of("天地玄黄");
  ASSERT_EQ(once.words.size(), 4U);
  const LooseWords again = words_of("天地黄玄");
  EXPECT_EQ(once.words[0], again.words[0]);  // 天地
  EXPECT_NE(once.words[1], again.words[1]);  // 地玄 and 地黄
  EXPECT_NE(once.words[2], words_of("玄 黄").words[0]);
}

TEST(LooseWords, OfALongTextAreThoseOfItsSlices) {
  std::string text;
  while (text.size() < 3 * kSliceBytes) text += "A sentence of several words stands here. Another follows.\n\n";
  const LooseWords words = words_of(text);
  const std::size_t half = words.words.size() / 2;
  EXPECT_EQ(words.bytes[half].of(text), words.bytes[half % 9].of(text));
  EXPECT_EQ(words.sentences.back().first_token + words.sentences.back().token_count, words.words.size());
  EXPECT_EQ(words.sentences.back().bytes.of(text), "Another follows.");
}

TEST(LooseWords, ComeBackAsTheyWerePacked) {
  for (const std::string_view text : {"", "One.", "One two. Three four five."}) {
    const LooseWords words = words_of(text);
    Features packed;
    pack_words(words, packed);
    LooseWords back = words_of("something else");
    unpack_words(packed, back);
    expect_equal(back, words);
    std::vector<std::uint32_t> alone;
    append_packed_words(packed, alone);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), words.words.begin(), words.words.end()));
  }
}

}  // namespace
}  // namespace cento
