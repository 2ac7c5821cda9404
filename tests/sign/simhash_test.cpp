#include "sign/bits/simhash.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;

/// One counter per bit.
std::uint64_t plain_simhash(const Hashes& features) {
  std::array<std::size_t, 64> ones{};
  for (const std::uint64_t feature : features) {
    for (std::size_t bit = 0; bit < 64; ++bit) ones.at(bit) += (mix64(feature) >> bit) & 1;
  }
  std::uint64_t hash = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    if (2 * ones.at(bit) > features.size()) hash |= std::uint64_t{1} << bit;
  }
  return hash;
}

Hashes numbers(std::uint64_t first, std::size_t count) {
  Hashes features(count);
  for (std::size_t i = 0; i < count; ++i) features[i] = first + i;
  return features;
}

TEST(SimHash, MajorityOfTheBits) {
  EXPECT_EQ(simhash({}), 0U);
  EXPECT_EQ(simhash(Hashes{5}), mix64(5));
  EXPECT_EQ(simhash(Hashes{5, 6}), mix64(5) & mix64(6)) << "a half is not more than half";
  EXPECT_EQ(simhash(Hashes{5, 6, 6}), mix64(6));
}

TEST(SimHash, DefinitionIsFixed) {
  EXPECT_EQ(simhash(numbers(1, 100)), 14384355551988554301ULL);
}

TEST(SimHash, SimilarSetsDifferInFewBits) {
  Hashes changed = numbers(1000, 500);
  for (std::size_t i = 0; i < 5; ++i) changed[i] = 9'000'000 + i;
  EXPECT_LE(hamming_distance(simhash(numbers(1000, 500)), simhash(changed)), 8);
  EXPECT_GE(hamming_distance(simhash(numbers(1000, 500)), simhash(numbers(9000, 500))), 16);
}

TEST(SimHash, SampledFeaturesAreSpreadAgain) {
  Hashes sampled = numbers(1, 300);
  for (std::uint64_t& feature : sampled) feature = mix64(feature) << 8;
  EXPECT_NE(simhash(sampled) & 0xFF, 0U) << "all low bits of the features are 0";
}

RC_GTEST_PROP(SimHash, AgreesWithThePlainOne, ()) {
  const Hashes features = *rc::gen::resize(300, rc::gen::arbitrary<Hashes>());
  RC_ASSERT(simhash(features) == plain_simhash(features));
}

TEST(SimHash, ManyEqualFeaturesCarryFar) {
  for (const std::size_t count : {15U, 16U, 17U, 255U, 256U, 4096U, 65'537U}) {
    const Hashes features(count, 77);
    EXPECT_EQ(simhash(features), plain_simhash(features)) << count;
  }
}

}  // namespace
}  // namespace cento
