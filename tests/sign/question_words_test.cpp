#include "sign/words/question_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "sign/chars/char_grams.hpp"
#include "sign/feature_set.hpp"
#include "sign/words/feature_weights.hpp"
#include "text/tokenizer.hpp"

namespace cento {
namespace {

Tokens tokens_of(std::string_view text) {
  Tokens tokens;
  Tokenizer().tokenize(text, tokens);
  return tokens;
}

QuestionFacts facts_of(std::string_view text) {
  const Tokens tokens = tokens_of(text);
  return facts_of_question(text, tokens.hashes, tokens.begins, tokens.ends);
}

std::uint64_t token(std::string_view word) {
  return tokens_of(word).hashes.front();
}

TEST(QuestionWords, HaveKindsInThreeLanguages) {
  EXPECT_EQ(kind_of_word(token("the")), QuestionWord::stop);
  EXPECT_EQ(kind_of_word(token("How")), QuestionWord::asking);
  EXPECT_EQ(kind_of_word(token("never")), QuestionWord::negation);
  EXPECT_EQ(kind_of_word(token("lantern")), QuestionWord::content);
  EXPECT_EQ(kind_of_word(token("吗")), QuestionWord::stop);
  EXPECT_EQ(kind_of_word(token("谁")), QuestionWord::asking);
  EXPECT_EQ(kind_of_word(token("不")), QuestionWord::negation);
  EXPECT_EQ(kind_of_word(token("왜")), QuestionWord::asking);
  EXPECT_EQ(kind_of_word(token("Laterne")), QuestionWord::content);  // no list for it
}

TEST(QuestionWords, ThatAskForTheSameAreTheSame) {
  EXPECT_EQ(asked_by(token("how")), asked_by(token("怎")));
  EXPECT_EQ(asked_by(token("how")), asked_by(token("어떻게")));
  EXPECT_NE(asked_by(token("how")), asked_by(token("why")));
}

TEST(QuestionFacts, TellNumbersWhateverTheirOrder) {
  EXPECT_EQ(facts_of("2 eggs and 3 apples"), facts_of("3 pears, 2 figs"));
  EXPECT_NE(facts_of("2 eggs").numbers, facts_of("3 eggs").numbers);
  EXPECT_EQ(facts_of("two eggs").numbers, 0U);
  EXPECT_NE(facts_of("Debian12").numbers, 0U);
}

TEST(QuestionFacts, TellWhetherATextDenies) {
  EXPECT_TRUE(facts_of("why can't I sleep").is_negated);
  EXPECT_FALSE(facts_of("why can I not sleep without tea").is_negated);
  EXPECT_TRUE(facts_of("我不知道").is_negated);
}

Features grams_of(std::string_view text, std::size_t length) {
  CharGramSigner signer(length);
  Features features;
  signer.sign(text, features);
  return features;
}

TEST(CharGrams, AreAllCharactersInARow) {
  EXPECT_EQ(grams_of("Kite!", 3).size(), 4U);  // " ki", "kit", "ite", "te "
  EXPECT_EQ(grams_of("kite", 3), grams_of(" KITE", 3));
  EXPECT_EQ(grams_of("风筝线", 3).size(), 3U);  // characters, not bytes
  EXPECT_EQ(grams_of("a", 16).size(), 1U);      // too short: all of it
  EXPECT_TRUE(grams_of("?!", 3).empty());
  EXPECT_ANY_THROW(CharGramSigner(0));
  EXPECT_ANY_THROW(CharGramSigner(17));
}

TEST(CharGrams, OfWordsInOtherFormsAreShared) {
  Features a = grams_of("mending", 3);
  Features b = grams_of("mended", 3);
  SetMaker().make_set(a);
  SetMaker().make_set(b);
  std::vector<std::uint64_t> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  EXPECT_EQ(shared.size(), 3U);  // " me", "men", "end"
}

}  // namespace
}  // namespace cento
