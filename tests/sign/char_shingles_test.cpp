#include "sign/chars/char_shingles.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "text/random_text.hpp"

namespace cento {
namespace {

std::vector<Kernel> kernels() {
  std::vector<Kernel> all;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (has_kernel(kernel)) all.push_back(kernel);
  }
  return all;
}

Features features_of(std::string_view text, std::size_t length, Kernel kernel = best_kernel()) {
  Features features;
  CharShingleSigner(length, kernel).sign(text, features);
  return features;
}

Features features_of_shingles(const std::vector<std::string>& shingles) {
  Features features;
  for (const std::string& shingle : shingles) features.push_back(char_shingle_feature(shingle));
  return features;
}

void expect_shingles(std::string_view text, std::size_t length, const std::vector<std::string>& shingles) {
  for (const Kernel kernel : kernels()) {
    EXPECT_EQ(features_of(text, length, kernel), features_of_shingles(shingles)) << name_of(kernel) << ": " << text;
  }
}

/// The first byte of each character, then the end of the text.
std::vector<std::size_t> characters_of(std::string_view text) {
  std::vector<std::size_t> characters;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) characters.push_back(i);
  }
  characters.push_back(text.size());
  return characters;
}

/// Character by character, by definition.
std::vector<std::string> plain_shingles(std::string_view text, std::size_t length) {
  FoldedText folded;
  Tokenizer(Kernel::scalar).fold(text, folded);
  const std::vector<std::size_t> characters = characters_of(folded.text());
  std::vector<std::string> shingles;
  for (const std::uint32_t begin : folded.begins) {
    if (begin + length >= characters.size()) break;
    shingles.emplace_back(folded.text().substr(characters[begin], characters[begin + length] - characters[begin]));
  }
  if (shingles.empty() && !folded.begins.empty()) shingles.emplace_back(folded.text());
  return shingles;
}

TEST(CharShingles, StartAtEachWordOfEnglish) {
  expect_shingles("The cat's on a mat!", 8, {"the cat ", "cat s on", "s on a m", "on a mat"});
}

TEST(CharShingles, StartAtEachCharacterOfChinese) {
  expect_shingles("我们在这里，学习语言。", 8, {"我们在这里 学习", "们在这里 学习语", "在这里 学习语言"});
}

TEST(CharShingles, CountCharactersOfAnyScript) {
  expect_shingles("Übung: C++语言 и Café № 5", 8,
                  {"übung c ", "c 语言 и c", "语言 и caf", "言 и café", "и café n", "café no "});
}

TEST(CharShingles, DoNotSeeCaseWidthAndPunctuation) {
  EXPECT_EQ(features_of("“Ｆｕｌｌ width,” he SAID", 8), features_of("full - width he said.", 8));
}

TEST(CharShingles, MayBeginInALongWord) {
  expect_shingles("internationalisation of b", 8,
                  {
                      "internat",
                  });
  expect_shingles("internationalisation of bats", 6, {"intern", "of bat"});
}

TEST(CharShingles, ShortTextIsOneFeatureAndAnEmptyOneNone) {
  expect_shingles("Hi, you", 8, {"hi you"});
  expect_shingles("Hi, you 2.", 8, {"hi you 2"});
  expect_shingles("语言", 8, {"语言"});
  expect_shingles("", 8, {});
  expect_shingles(" ... ", 8, {});
}

TEST(CharShingles, AreAppended) {
  Features features = {7};
  CharShingleSigner signer(8);
  signer.sign("Hi, you", features);
  signer.sign("Good bye", features);
  EXPECT_EQ(features, (Features{7, char_shingle_feature("hi you"), char_shingle_feature("good bye")}));
}

TEST(CharShingles, EqualThePlainOnesAcrossPieces) {
  std::mt19937_64 random(2010);
  for (const char* separator : {"", " ", "\xE6\x96\x87", "plain English words between, for long runs of ASCII. "}) {
    std::string text;
    while (text.size() < 50'000) text.append(testing::random_text(random, 40)).append(separator);
    expect_shingles(text, 64, plain_shingles(text, 64));
    expect_shingles(text, 150, plain_shingles(text, 150));
  }
}

TEST(CharShingles, EqualThePlainOnesOnRandomText) {
  std::mt19937_64 random(64);
  for (int i = 0; i < 500; ++i) {
    const std::string text = testing::random_text(random, 1 + random() % 200);
    const std::size_t length = 1 + random() % 20;
    expect_shingles(text, length, plain_shingles(text, length));
  }
}

TEST(CharShingles, AreSpreadOverAllBits) {
  std::string text;
  for (int i = 10'000; i < 12'000; ++i) text += std::to_string(i) + ' ';
  std::vector<int> high(16);
  std::vector<int> low(16);
  for (const std::uint64_t feature : features_of(text, 5)) {
    ++high[feature >> 60];
    ++low[feature & 15];
  }
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(high[i], 125, 50) << i;  // 2,000 features in 16 places; the standard deviation is 11
    EXPECT_NEAR(low[i], 125, 50) << i;
  }
}

TEST(CharShingles, LengthHasLimits) {
  EXPECT_THROW(CharShingleSigner(0), UsageError);
  EXPECT_THROW(CharShingleSigner(CharShingleSigner::kLongestLength + 1), UsageError);
  const std::string text(CharShingleSigner::kLongestLength, 'x');
  expect_shingles(text + " y", CharShingleSigner::kLongestLength, {text});
}

TEST(CharShingles, DefinitionIsFixed) {
  EXPECT_EQ(char_shingle_feature("the text of every index"), 12300715300593997092ULL);
}

}  // namespace
}  // namespace cento
