#include "text/fold/folded_text.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "text/icu_tokens.hpp"
#include "text/random_text.hpp"
#include "text/tokenizer.hpp"

namespace cento {
namespace {

using testing::random_text;
using testing::tokens_by_icu;

std::vector<Kernel> kernels() {
  std::vector<Kernel> all;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (has_kernel(kernel)) all.push_back(kernel);
  }
  return all;
}

FoldedText fold(std::string_view text, Kernel kernel = best_kernel()) {
  FoldedText folded;
  Tokenizer(kernel).fold(text, folded);
  return folded;
}

/// The normalised text with a bar before each token.
std::string marked(std::string_view text, Kernel kernel) {
  const FoldedText folded = fold(text, kernel);
  std::string marked(folded.text());
  for (auto begin = folded.begins.rbegin(); begin != folded.begins.rend(); ++begin) {
    marked.insert(folded.byte_of(*begin), "|");
  }
  return marked;
}

std::vector<std::uint64_t> hashes(std::string_view text) {
  Tokens tokens;
  Tokenizer().tokenize(text, tokens);
  return {tokens.hashes.begin(), tokens.hashes.end()};
}

void expect_characters_listed(const FoldedText& folded) {
  std::vector<std::uint32_t> first_bytes;
  for (std::uint32_t i = 0; i < folded.bytes.size(); ++i) {
    if ((static_cast<unsigned char>(folded.bytes[i]) & 0xC0) != 0x80) first_bytes.push_back(i);
  }
  first_bytes.push_back(static_cast<std::uint32_t>(folded.bytes.size()));
  ASSERT_EQ(folded.character_count() + 1, first_bytes.size());
  for (std::uint32_t i = 0; i < first_bytes.size(); ++i) ASSERT_EQ(folded.byte_of(i), first_bytes[i]);
}

/// The tokens are ICU's, are where `begins` says, and have a space before them where the source has a gap.
void expect_tokens_of_icu(std::string_view source, const FoldedText& folded) {
  const auto expected = tokens_by_icu(source);
  ASSERT_EQ(folded.begins.size(), expected.size());
  std::size_t end = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::size_t begin = folded.byte_of(folded.begins[i]);
    const std::string_view between = folded.text().substr(end, begin - end);
    ASSERT_TRUE(between.empty() || (between == " " && i > 0)) << between;
    const bool has_gap = i > 0 && expected[i - 1].span.end < expected[i].span.begin;
    ASSERT_EQ(between, has_gap ? " " : between);
    ASSERT_EQ(folded.text().substr(begin, expected[i].folded.size()), expected[i].folded);
    end = begin + expected[i].folded.size();
  }
  ASSERT_EQ(end, folded.bytes.size());
}

void expect_all_is_well(std::string_view source) {
  const FoldedText plain = fold(source, Kernel::scalar);
  expect_tokens_of_icu(source, plain);
  expect_characters_listed(plain);
  EXPECT_EQ(hashes(plain.text()), hashes(source)) << "separators still separate";
  for (const Kernel kernel : kernels()) {
    const FoldedText folded = fold(source, kernel);
    ASSERT_EQ(folded.text(), plain.text()) << name_of(kernel);
    ASSERT_EQ(folded.begins, plain.begins) << name_of(kernel);
    ASSERT_EQ(folded.characters, plain.characters) << name_of(kernel);
  }
}

TEST(FoldedText, HasOneSpaceForWhateverSeparates) {
  for (const Kernel kernel : kernels()) {
    EXPECT_EQ(marked("  It's -- 3.14, OK?\n", kernel), "|it |s |3 |14 |ok");
    EXPECT_EQ(marked("Straße — ÉCOLE…", kernel), "|strasse |école");
    EXPECT_EQ(marked("x½y", kernel), "|x1 |2y") << "the fraction slash separates";
    EXPECT_EQ(marked("", kernel), "");
    EXPECT_EQ(marked(" ,. ", kernel), "");
  }
}

TEST(FoldedText, HasNothingBetweenNeighbours) {
  for (const Kernel kernel : kernels()) {
    EXPECT_EQ(marked("我爱C++语言。你呢？", kernel), "|我|爱|c |语|言 |你|呢");
    EXPECT_EQ(marked("コーヒー2杯", kernel), "|コ|ー|ヒ|ー|2|杯");
    EXPECT_EQ(marked("我\u00AD爱", kernel), "|我|爱") << "an ignorable character leaves nothing to separate";
    EXPECT_EQ(marked("co\u00ADop", kernel), "|coop");
  }
}

TEST(FoldedText, CountsInCharacters) {
  const FoldedText folded = fold("Größe über alles");
  EXPECT_EQ(folded.text(), "grösse über alles");
  EXPECT_EQ(folded.begins, (PlainVector<std::uint32_t>{0, 7, 12}));
  EXPECT_EQ(folded.byte_of(7), 8U);
  EXPECT_EQ(folded.character_count(), 17U);
  EXPECT_EQ(folded.byte_of(17), 19U);
  EXPECT_TRUE(fold("plain").characters.empty());
}

TEST(FoldedText, AgreesOnRandomText) {
  std::mt19937_64 random(1981);
  for (int i = 0; i < 5000; ++i) expect_all_is_well(random_text(random, 1 + random() % 300));
}

TEST(FoldedText, AgreesAcrossPieces) {
  std::mt19937_64 random(64);
  for (const char* separator : {"", " ", "\xE6\x96\x87", "'s, "}) {
    std::string text;
    while (text.size() < 60'000) text.append(random_text(random, 40)).append(separator);
    expect_all_is_well(text);
  }
}

TEST(FoldedText, MayBeginWithManyPiecesOfAscii) {
  std::string text;
  while (text.size() < 40'000) text += "plain words, ";
  expect_all_is_well(text + "et après. " + text);
  expect_all_is_well(text + std::string(40'000, '.') + text);  // with pieces without tokens
  std::string han;
  while (han.size() < 40'000) han += "漢字";
  expect_all_is_well(han);
}

}  // namespace
}  // namespace cento
