#include "text/tokenizer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/utf8.hpp"
#include "text/fold/fold_table.hpp"
#include "text/icu_tokens.hpp"
#include "text/random_text.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

using testing::random_text;
using testing::tokens_by_icu;

std::vector<Kernel> tokenizer_kernels() {
  std::vector<Kernel> all;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (has_kernel(kernel)) all.push_back(kernel);
  }
  return all;
}

/// The tokens as written in the text, joined by '|'.
std::string cut(std::string_view text, Kernel kernel = best_kernel()) {
  Tokens tokens;
  Tokenizer(kernel).tokenize(text, tokens);
  std::string joined;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) joined += '|';
    joined += tokens.span(i).of(text);
  }
  return joined;
}

std::vector<std::uint64_t> token_hashes(std::string_view text) {
  Tokens tokens;
  Tokenizer().tokenize(text, tokens);
  return {tokens.hashes.begin(), tokens.hashes.end()};
}

void expect_equal_to_icu(std::string_view text, Kernel kernel) {
  Tokens tokens;
  Tokenizer(kernel).tokenize(text, tokens);
  const auto expected = tokens_by_icu(text);
  ASSERT_EQ(tokens.size(), expected.size()) << name_of(kernel) << " on: " << text;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(tokens.hashes[i], token_hash(expected[i].folded))
        << name_of(kernel) << ", token " << i << " '" << expected[i].folded << "' of: " << text;
    ASSERT_EQ(tokens.span(i), expected[i].span) << name_of(kernel) << ", token " << i << " of: " << text;
  }
}

TEST(Tokenizer, CutsAtWhatIsNeitherLetterNorDigit) {
  EXPECT_EQ(cut("Hello, world! It's 3.14 o'clock."), "Hello|world|It|s|3|14|o|clock");
  EXPECT_EQ(cut(""), "");
  EXPECT_EQ(cut(" \t\n--"), "");
  EXPECT_EQ(cut("snake_case e-mail"), "snake|case|e|mail");
}

TEST(Tokenizer, MakesEachHanKanaAndThaiLetterATokenOfItsOwn) {
  EXPECT_EQ(cut("我爱C++语言"), "我|爱|C|语|言");
  EXPECT_EQ(cut("カタカナとひらがな"), "カ|タ|カ|ナ|と|ひ|ら|が|な");
  EXPECT_EQ(cut("コーヒー2杯"), "コ|ー|ヒ|ー|2|杯");
  EXPECT_EQ(cut("ที่นี่ 25"), "ที่|นี่|25") << "marks stay with their letter";
}

TEST(Tokenizer, CutsHangulAndOtherScriptsByWord) {
  EXPECT_EQ(cut("한국어 문장입니다."), "한국어|문장입니다");
  EXPECT_EQ(cut("Привет, мир"), "Привет|мир");
  EXPECT_EQ(cut("हिन्दी भाषा"), "हिन्दी|भाषा");
  EXPECT_EQ(cut("الكتاب العربي"), "الكتاب|العربي");
}

TEST(Tokenizer, FoldsCaseWidthAndForm) {
  EXPECT_EQ(token_hashes("Straße ÉCOLE Ⅻ ﬁn"), token_hashes("strasse école xii fin"));
  EXPECT_EQ(token_hashes("ABC123"), token_hashes("abc123"));
  EXPECT_EQ(token_hashes("e\u0301cole"), token_hashes("école"));
  EXPECT_EQ(token_hashes("ｶﾞ"), token_hashes("ガ"));
  EXPECT_EQ(token_hashes("co\u00ADop"), token_hashes("coop")) << "a soft hyphen is ignored";
}

TEST(Tokenizer, KeepsTheWayBackToTheOriginal) {
  Tokens tokens;
  const std::string text = "ﬁne x½y \u00ADcafe\u0301\u00AD.";
  Tokenizer().tokenize(text, tokens);
  ASSERT_EQ(tokens.size(), 4U);
  EXPECT_EQ(tokens.span(0).of(text), "ﬁne");
  EXPECT_EQ(tokens.span(1).of(text), "x½") << "x1 ends inside the fraction, which is not cut";
  EXPECT_EQ(tokens.span(2).of(text), "½y");
  EXPECT_EQ(tokens.span(3).of(text), "cafe\u0301\u00AD") << "an ignorable character belongs to what precedes it";
}

TEST(Tokenizer, HasTheHashesItAlwaysHad) {
  EXPECT_EQ(token_hash("cento"), token_hashes("Cento").at(0));
  EXPECT_EQ(token_hashes("Cento").at(0), 7727561849734959979ULL)
      << "an index stores these hashes: they must not change";
}

TEST(Tokenizer, EqualsIcuOnEveryCodePoint) {
  for (const Kernel kernel : tokenizer_kernels()) {
    for (std::uint32_t first = 0; first < 0x110000; first += 64) {
      std::string text;
      for (std::uint32_t c = first; c < first + 64; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        append_utf8(text, c);
        text += c % 2 == 0 ? "a" : " ";
      }
      expect_equal_to_icu(text, kernel);
    }
  }
}

TEST(Tokenizer, EqualsIcuOnRandomText) {
  std::mt19937_64 random(20100719);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_text(random, 1 + random() % 300);
    for (const Kernel kernel : tokenizer_kernels()) expect_equal_to_icu(text, kernel);
  }
}

TEST(Tokenizer, EqualsIcuOnLongTextOfManyPieces) {
  std::mt19937_64 random(7);
  for (const char* separator : {"", " ", "\xE6\x96\x87"}) {
    std::string text;
    while (text.size() < 100'000) text.append(random_text(random, 40)).append(separator);
    for (const Kernel kernel : tokenizer_kernels()) expect_equal_to_icu(text, kernel);
  }
}

TEST(Tokenizer, TakesLongRunsWithoutAPlaceToCut) {
  const std::string letters(200'000, 'a');
  std::string ligatures;
  for (int i = 0; i < 30'000; ++i) ligatures += "\uFDFA";  // eleven times as long when folded
  std::string marks = "a";
  for (int i = 0; i < 30'000; ++i) marks += "\u0301";
  for (const Kernel kernel : tokenizer_kernels()) {
    for (const std::string& text : {letters, ligatures, marks}) expect_equal_to_icu(text, kernel);
  }
}

TEST(FoldTable, HasABoundaryBeforeEverythingThatVectorsFoldAlone) {
  for (std::uint32_t c = 0; c < 0x80; ++c) EXPECT_FALSE(fold_row(c).combines_backwards()) << c;
  for (std::uint32_t c = 0x5000; c < 0xA000; ++c) {
    EXPECT_FALSE(fold_row(c).combines_backwards()) << c;
    EXPECT_EQ(fold_row(c).char_class(), CharClass::single) << c;
  }
}

}  // namespace
}  // namespace cento
