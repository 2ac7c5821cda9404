#include "sign/bits/bit_signature.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "core/hash/mix64.hpp"
#include "tokenized_text.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;

BitSignature of_bits(const std::set<std::uint64_t>& bits) {
  BitSignature signature;
  for (const std::uint64_t bit : bits) signature.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
  return signature;
}

/// Floyd's sampling with a set.
BitSignature plain_signature(const Hashes& tokens, std::uint64_t signature_bits, std::uint64_t word_bits) {
  std::set<std::uint64_t> all;
  for (const std::uint64_t token : tokens) {
    std::set<std::uint64_t> chosen;
    for (std::uint64_t j = signature_bits - word_bits; j < signature_bits; ++j) {
      const std::uint64_t drawn = ((mix64(token + j * kGoldenStep) >> 32) * (j + 1)) >> 32;
      chosen.insert(chosen.contains(drawn) ? j : drawn);
    }
    EXPECT_EQ(chosen.size(), word_bits);
    all.insert(chosen.begin(), chosen.end());
  }
  return of_bits(all);
}

TEST(BitSignature, HammingDistanceCountsBothHalves) {
  EXPECT_EQ(hamming_distance(of_bits({0, 63, 64}), of_bits({0, 64, 127})), 2);
  EXPECT_EQ(hamming_distance(of_bits({}), of_bits({0, 63, 64, 127})), 4);
}

TEST(BitSignature, DefinitionIsFixed) {
  const BitSignature signature = BitSigner(128, 4).sign(TokenizedText("lighthouse").range());
  EXPECT_EQ(signature, (BitSignature{{0, 0x40810800}}));
}

TEST(BitSignature, OrderAndRepeatsDoNotMatter) {
  const BitSigner signer(64, 3);
  EXPECT_EQ(signer.sign(TokenizedText("ships in the harbour").range()),
            signer.sign(TokenizedText("in the harbour, in the harbour: ships").range()));
}

TEST(BitSignature, AWordMoreSetsAtMostItsOwnBits) {
  const BitSigner signer(128, 3);
  const BitSignature shorter = signer.sign(TokenizedText("ships in the harbour").range());
  const BitSignature longer = signer.sign(TokenizedText("ships in the old harbour").range());
  EXPECT_LE(hamming_distance(shorter, longer), 3);
  for (const std::size_t word : {0U, 1U}) EXPECT_EQ(shorter.words[word] & ~longer.words[word], 0U);
}

TEST(BitSignature, NoWordsNoBitsAndAllBitsForAll) {
  EXPECT_EQ(BitSigner(128, 3).sign(TokenizedText("").range()), BitSignature{});
  EXPECT_EQ(BitSigner(70, 70).sign(TokenizedText("word").range()), (BitSignature{{~std::uint64_t{0}, 0x3F}}));
}

/// 20,000 words set 3 of 64 bits: each bit is expected 937.5 times, with a standard deviation of 30.
TEST(BitSignature, BitsAreUsedEvenly) {
  const BitSigner signer(64, 3);
  std::array<int, 64> counts{};
  for (std::uint64_t token = 0; token < 20'000; ++token) {
    const BitSignature bits = signer.bits_of(token);
    for (std::size_t bit = 0; bit < counts.size(); ++bit)
      counts.at(bit) += static_cast<int>((bits.words[0] >> bit) & 1);
  }
  for (const int count : counts) EXPECT_NEAR(count, 937.5, 150);
}

RC_GTEST_PROP(BitSignature, AgreesWithThePlainOne, (const Hashes& tokens)) {
  const auto signature_bits = *rc::gen::inRange(1U, 129U);
  const auto word_bits = *rc::gen::inRange(1U, signature_bits + 1);
  const BitSignature signature = BitSigner(signature_bits, word_bits).sign(range_of(tokens));
  RC_ASSERT(signature == plain_signature(tokens, signature_bits, word_bits));
}

}  // namespace
}  // namespace cento
