#include "sign/bits/qsign_theory.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sign/bits/bit_signature.hpp"

namespace cento {
namespace {

constexpr BitShape kPaper{32, 2};  // the paper's longer signatures

TEST(QsignTheory, TenWordsSetNearlyHalfOf32Bits) {
  EXPECT_NEAR(set_bit_probability(kPaper, 10), 0.470051, 1e-6);  // 1 − (31/32)^20
  EXPECT_EQ(set_bit_probability(kPaper, 0), 0);
  EXPECT_EQ(set_bit_probability({1, 1}, 3), 1);
}

TEST(QsignTheory, ThreeMoreWordsSwitchABitInEleven) {
  EXPECT_NEAR(bit_switch_probability(kPaper, 10, 3), 0.091919, 1e-6);
  EXPECT_EQ(bit_switch_probability(kPaper, 10, 0), 0);
}

TEST(QsignTheory, BitDifferencesOfThreeMoreWords) {
  EXPECT_NEAR(exact_difference_probability(kPaper, 10, 3, 2), 0.232291, 1e-6);
  EXPECT_NEAR(most_difference_probability(kPaper, 10, 3, 0), 0.045708, 1e-6);
  EXPECT_NEAR(most_difference_probability(kPaper, 10, 3, 2), 0.426054, 1e-6);
  EXPECT_NEAR(most_difference_probability({128, 4}, 15, 3, 11), 0.943463, 1e-6);
  EXPECT_EQ(most_difference_probability(kPaper, 10, 3, 32), 1);
}

TEST(QsignTheory, TheSameWordsNeverDiffer) {
  EXPECT_EQ(exact_difference_probability(kPaper, 10, 0, 0), 1);
  EXPECT_EQ(exact_difference_probability(kPaper, 10, 0, 1), 0);
  EXPECT_EQ(exact_difference_probability(kPaper, 10, 3, 33), 0);
}

TEST(QsignTheory, WordBitsGiveEachWordOfTheDictionaryItsOwn) {
  EXPECT_EQ(word_bits_for(16, 16), 1U);
  EXPECT_EQ(word_bits_for(16, 17), 2U);
  EXPECT_EQ(word_bits_for(32, 496), 2U);  // C(32, 2)
  EXPECT_EQ(word_bits_for(32, 497), 3U);
  EXPECT_EQ(word_bits_for(64, 1'000'000), 5U);
  EXPECT_EQ(word_bits_for(128, 1'000'000), 4U);
}

TEST(QsignTheory, ADictionaryThatIsTooLargeGetsTheMostChoices) {
  EXPECT_EQ(word_bits_for(16, 1'000'000), 8U);
  EXPECT_EQ(word_bits_for(1, 10), 1U);
  EXPECT_EQ(word_bits_for(64, 0), 1U);
}

TEST(QsignTheory, ShortSignaturesAreNotFilledWithOnes) {
  EXPECT_EQ(usual_word_bits(16, 1'000'000), 1U);
  EXPECT_EQ(usual_word_bits(32, 1'000'000), 2U);
  EXPECT_EQ(usual_word_bits(64, 1'000'000), 4U);
  EXPECT_EQ(usual_word_bits(128, 1'000'000), 4U);
  EXPECT_EQ(usual_word_bits(8, 100), 1U);
}

TEST(QsignTheory, TheLargestDistanceOfAFalseHitRate) {
  // Three words are allowed, so four are one too many: at most 2 bits 0.2500, at most 3 bits 0.4623.
  EXPECT_EQ(distance_for_false_hits(kPaper, 10, 3, 0.3), 2U);
  EXPECT_EQ(distance_for_false_hits(kPaper, 10, 3, 0.5), 3U);
  EXPECT_EQ(distance_for_false_hits(kPaper, 10, 3, 0.01), std::nullopt);  // 0.0174 with the same bits
}

TEST(QsignTheory, TheSmallestDistanceOfARecall) {
  EXPECT_EQ(distance_for_recall(kPaper, 10, 3, 0.9), 5U);  // 4 bits: 0.8337, 5 bits: 0.9316
  EXPECT_EQ(distance_for_recall(kPaper, 10, 0, 1), 0U);
  EXPECT_EQ(distance_for_recall({128, 4}, 15, 3, 0.9), 11U);
}

TEST(QsignTheory, WordsApartAtAThreshold) {
  EXPECT_DOUBLE_EQ(words_apart(10, 0.64), 4);  // 8 of 10 shared, 2 and 2 are not
  EXPECT_DOUBLE_EQ(words_apart(14, 0.64), 4);  // one more would be 2.8 of 14
  EXPECT_EQ(words_apart(3, 0.7), 0);           // two of three are too few
  EXPECT_EQ(words_apart(10, 1), 0);
}

RC_GTEST_PROP(QsignTheory, DistancesAreTheFirstAndLastOfTheirKind, ()) {
  const BitShape shape{*rc::gen::element(16U, 32U, 64U, 128U), *rc::gen::inRange(1U, 6U)};
  const double words = *rc::gen::inRange(1, 60);
  const double more = *rc::gen::inRange(1, 20);
  const double share = *rc::gen::inRange(1, 1000) / 1000.0;
  const auto most = [&](double extra, unsigned d) { return most_difference_probability(shape, words, extra, d); };
  const unsigned recalled = distance_for_recall(shape, words, more, share);
  RC_ASSERT(most(more, recalled) >= share - 1e-12);
  if (recalled > 0) RC_ASSERT(most(more, recalled - 1) < share);
  const auto accepted = distance_for_false_hits(shape, words, more, share);
  if (accepted) RC_ASSERT(most(more + 1, *accepted) <= share + 1e-12);
  const unsigned next = accepted ? *accepted + 1 : 0;
  if (next < shape.signature_bits) RC_ASSERT(most(more + 1, next) > share);
}

/// A signer sets l distinct bits, the paper's formula draws with repetition: close for short words.
TEST(QsignTheory, PredictsWhatSignaturesDo) {
  constexpr BitShape kShape{64, 4};
  constexpr int kRounds = 4000;
  const BitSigner signer(kShape.signature_bits, kShape.word_bits);
  int within = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::uint64_t> words;
    for (int i = 0; i < 14; ++i) words.push_back(static_cast<std::uint64_t>(round) * 1000 + static_cast<unsigned>(i));
    const BitSignature longer = signer.sign({{}, words, {}, {}});
    words.resize(12);
    within += static_cast<int>(hamming_distance(longer, signer.sign({{}, words, {}, {}})) <= 3);
  }
  EXPECT_NEAR(within / static_cast<double>(kRounds), most_difference_probability(kShape, 12, 2, 3), 0.06);
}

}  // namespace
}  // namespace cento
