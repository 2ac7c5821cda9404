// I-Match and the sorted words of blog: fingerprints of the words that the collection's statistics do not filter out.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "sign/imatch.hpp"
#include "sign/sequence_fingerprint.hpp"
#include "sign/words/sorted_words.hpp"
#include "tokenized_text.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;

std::optional<Fingerprint> sign_by(FingerprintSigner& signer, const TokenRange& tokens) {
  Fingerprint fingerprint;
  if (!signer.sign(tokens, fingerprint)) return std::nullopt;
  return fingerprint;
}

Fingerprint sorted_fingerprint(Hashes tokens) {
  std::sort(tokens.begin(), tokens.end());
  return sequence_fingerprint(tokens);
}

/// 10,000 documents: idf 0 for "the", 0.25 for "ships", 0.5 for "harbour", 0.75 for "moor", 1 for unknown words.
DocumentFrequencies harbour_statistics() {
  return {10'000,
          {{token_hash("the"), 10'000},
           {token_hash("ships"), 1000},
           {token_hash("harbour"), 100},
           {token_hash("moor"), 10}}};
}

TEST(IMatch, KeepsTheWordsInTheRange) {
  const DocumentFrequencies statistics = harbour_statistics();
  IMatchSigner signer(statistics, {0.25, 0.75});
  const TokenizedText text("The ships moor in the harbour");
  EXPECT_EQ(sign_by(signer, text.range()), sorted_fingerprint(hashes_of("ships", "moor", "harbour")));
}

TEST(IMatch, OrderRepeatsAndWordsOutsideTheRangeDoNotMatter) {
  const DocumentFrequencies statistics = harbour_statistics();
  IMatchSigner signer(statistics, {0.2, 0.8});
  const auto first = sign_by(signer, TokenizedText("The ships moor in the harbour").range());
  const auto second = sign_by(signer, TokenizedText("Harbour ships, the ships: moor!").range());
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first, second);
}

TEST(IMatch, OneAndUnknownWordsAreAtTheUpperEnd) {
  const DocumentFrequencies statistics = harbour_statistics();
  IMatchSigner signer(statistics);
  EXPECT_EQ(sign_by(signer, TokenizedText("the unknown ships").range()),
            sorted_fingerprint(hashes_of("unknown", "ships")));
}

TEST(IMatch, NothingLeftIsNoFingerprint) {
  const DocumentFrequencies statistics = harbour_statistics();
  IMatchSigner signer(statistics);
  EXPECT_EQ(sign_by(signer, TokenizedText("the the the").range()), std::nullopt);
  EXPECT_EQ(sign_by(signer, TokenizedText("").range()), std::nullopt);
}

TEST(IMatch, WithoutACollectionNoWordTellsAnything) {
  for (const std::uint64_t documents : {0U, 1U}) {
    const DocumentFrequencies statistics(documents, {{1, 1}});
    IMatchSigner informative(statistics, {0.1, 1});
    EXPECT_FALSE(sign_by(informative, range_of({1, 20})).has_value()) << "known or not, its idf is 0";
    IMatchSigner any(statistics, {0, 1});
    EXPECT_TRUE(sign_by(any, range_of({1, 20})).has_value());
  }
}

RC_GTEST_PROP(IMatch, AgreesWithTheDefinition, ()) {
  const auto documents = *rc::gen::inRange<std::uint64_t>(0, 2000);
  std::vector<Frequency> counts;
  for (std::uint64_t token = 0; token < 20; ++token) {
    counts.push_back({token, *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(documents) + 2)});
  }
  const DocumentFrequencies statistics(documents, counts);
  const auto tokens = *rc::gen::container<Hashes>(rc::gen::inRange<std::uint64_t>(0, 25));
  const double lowest = *rc::gen::inRange(0, 100) / 100.0 + 0.001;  // not where rounding decides
  const double highest = lowest + *rc::gen::inRange(0, 100) / 100.0;
  std::set<std::uint64_t> kept;
  for (const std::uint64_t token : tokens) {
    if (statistics.idf(token) >= lowest && statistics.idf(token) <= highest) kept.insert(token);
  }
  IMatchSigner signer(statistics, {lowest, highest});
  const auto fingerprint = sign_by(signer, range_of(tokens));
  RC_ASSERT(fingerprint.has_value() == !kept.empty());
  if (fingerprint) RC_ASSERT(*fingerprint == sequence_fingerprint(Hashes(kept.begin(), kept.end())));
}

/// The three headlines of blog's Fig. 4, and statistics that make to, some, on and for common.
TEST(SortedWords, HeadlinesOfTheBlogPaper) {
  const DocumentFrequencies statistics(500, {{token_hash("to"), 490},
                                             {token_hash("some"), 310},
                                             {token_hash("on"), 450},
                                             {token_hash("for"), 470},
                                             {token_hash("security"), 300}});
  SortedWordsSigner signer(statistics, 300);
  const auto sign = [&](std::string_view text) { return sign_by(signer, TokenizedText(text).range()); };
  const auto first = sign("U.S. to Reveal Some Rules on Security for Internet");
  EXPECT_EQ(first, sorted_fingerprint(hashes_of("u", "s", "reveal", "rules", "security", "internet")));
  EXPECT_EQ(first, sign("U.S. to Reveal Security Rules for Internet"));
  EXPECT_EQ(first, sign("U.S. to Reveal Rules on Internet Security"));
  EXPECT_NE(first, sign("U.S. to Reveal Rules on Internet")) << "security is in 300 documents, not above the cut-off";
}

TEST(SortedWords, ACutOffOverEveryWordKeepsThemAll) {
  const DocumentFrequencies statistics(500, {{token_hash("some"), 310}});
  SortedWordsSigner signer(statistics, 500);
  EXPECT_EQ(sign_by(signer, TokenizedText("some rules").range()), sorted_fingerprint(hashes_of("rules", "some")));
}

TEST(SortedWords, AWordThatComesTwiceStaysTwice) {
  const DocumentFrequencies statistics(500, {});
  SortedWordsSigner signer(statistics, 300);
  EXPECT_NE(sign_by(signer, TokenizedText("rules").range()), sign_by(signer, TokenizedText("rules, rules").range()));
}

TEST(SortedWords, NothingLeftIsNoFingerprint) {
  const DocumentFrequencies statistics(500, {{token_hash("to"), 490}});
  SortedWordsSigner signer(statistics, 300);
  EXPECT_EQ(sign_by(signer, TokenizedText("to, to").range()), std::nullopt);
  EXPECT_EQ(sign_by(signer, TokenizedText("").range()), std::nullopt);
}

}  // namespace
}  // namespace cento
