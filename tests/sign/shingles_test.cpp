#include "sign/shingles.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace cento {
namespace {

TokenRange range_of(const std::vector<std::uint64_t>& hashes) {
  return {{}, hashes, {}, {}};
}

Features shingles_of(const std::vector<std::uint64_t>& hashes, std::size_t length, Kernel kernel = best_kernel()) {
  Features features;
  ShingleSigner(length, kernel).sign(range_of(hashes), features);
  return features;
}

TEST(Shingles, OneFeatureForEveryRunOfTokens) {
  const std::vector<std::uint64_t> abcd = {11, 22, 33, 44};
  const Features features = shingles_of(abcd, 2);
  ASSERT_EQ(features.size(), 3U);
  EXPECT_EQ(features[0], sequence_feature(std::vector<std::uint64_t>{11, 22}));
  EXPECT_EQ(features[1], sequence_feature(std::vector<std::uint64_t>{22, 33}));
  EXPECT_EQ(features[2], sequence_feature(std::vector<std::uint64_t>{33, 44}));
}

TEST(Shingles, FewerTokensThanAShingleAreSignedWhole) {
  const std::vector<std::uint64_t> two = {11, 22};
  const Features features = shingles_of(two, 5);
  ASSERT_EQ(features.size(), 1U);
  EXPECT_EQ(features[0], sequence_feature(two));
  EXPECT_TRUE(shingles_of({}, 5).empty());
}

TEST(Shingles, OrderMatters) {
  EXPECT_NE(shingles_of({11, 22}, 2), shingles_of({22, 11}, 2));
}

TEST(Shingles, DefinitionIsFixed) {
  EXPECT_EQ(sequence_feature(std::vector<std::uint64_t>{1, 2, 3}), 6135968909787821481ULL);
}

RC_GTEST_PROP(Shingles, KernelsAgree, ()) {
  const auto hashes = *rc::gen::resize(300, rc::gen::arbitrary<std::vector<std::uint64_t>>());
  const auto length = *rc::gen::inRange<std::size_t>(1, 20);
  const Features plain = shingles_of(hashes, length, Kernel::scalar);
  for (const Kernel kernel : {Kernel::avx2, Kernel::avx512}) RC_ASSERT(shingles_of(hashes, length, kernel) == plain);
  if (hashes.size() < length) return;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    RC_ASSERT(plain[i] == sequence_feature(std::span(hashes).subspan(i, length)));
  }
}

}  // namespace
}  // namespace cento
