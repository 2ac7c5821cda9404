#include "sign/feature_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "sign/shingle_feature.hpp"

namespace cento {
namespace {

Features made_set(const std::vector<std::uint64_t>& appended) {
  Features features(appended.begin(), appended.end());
  SetMaker().make_set(features);
  return features;
}

TEST(SetMaker, HasEachFeatureOnceAscending) {
  EXPECT_EQ(made_set({7, 3, 7, ~0ULL, 3, 0}), (Features{0, 3, 7, ~0ULL}));
  EXPECT_EQ(made_set({}), Features{});
  EXPECT_EQ(made_set({5}), Features{5});
  EXPECT_EQ(made_set({5, 5}), Features{5});
}

TEST(SetMaker, MayBeUsedAgain) {
  SetMaker maker;
  Features large;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) large.push_back(i % 1000 << 40);
  maker.make_set(large);
  EXPECT_EQ(large.size(), 1000U);
  Features small = {2, 1, 2};
  maker.make_set(small);
  EXPECT_EQ(small, (Features{1, 2}));
}

RC_GTEST_PROP(SetMaker, EqualsASet, (const std::vector<std::uint64_t>& wide, const std::vector<std::uint8_t>& narrow)) {
  std::vector<std::uint64_t> appended = wide;
  appended.insert(appended.end(), narrow.begin(), narrow.end());
  const std::set<std::uint64_t> expected(appended.begin(), appended.end());
  RC_ASSERT(made_set(appended) == Features(expected.begin(), expected.end()));
}

TEST(SetMaker, KernelsAgreeOnSetsOfAllSizes) {
  std::mt19937_64 random(7);
  for (const std::size_t size : {2U, 31U, 33U, 1000U, 59'999U, 60'001U, 300'000U, 1'200'000U}) {
    for (const std::uint64_t repeats : {1U, 50U}) {
      Features appended;
      for (std::size_t i = 0; i < size; ++i) appended.push_back(mix_feature(random() % (size / repeats + 1)));
      Features expected = appended;
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      for (const Kernel kernel : {Kernel::scalar, Kernel::avx512}) {
        Features features = appended;
        SetMaker(kernel).make_set(features);
        EXPECT_EQ(features, expected) << size << " features";
      }
    }
  }
}

TEST(SetMaker, SortsWhatIsNotSpreadEvenly) {
  std::mt19937_64 random(8);
  Features features;
  for (std::size_t i = 0; i < 200'000; ++i) features.push_back(random() % 1'000'000);
  Features expected = features;
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  SetMaker().make_set(features);
  EXPECT_EQ(features, expected);
}

TEST(FingerprintOfSet, IsOneOfTheFeaturesInAnyOrder) {
  const Fingerprint fingerprint = fingerprint_of_set(Features{1, 2, 3});
  EXPECT_EQ(fingerprint, fingerprint_of_set(Features{3, 1, 2}));
  EXPECT_NE(fingerprint, fingerprint_of_set(Features{1, 2, 4}));
  EXPECT_NE(fingerprint, fingerprint_of_set(Features{1, 2}));
  EXPECT_NE(fingerprint_of_set({}), fingerprint_of_set(Features{0}));
}

TEST(FingerprintOfSet, TellsNeighbouringSetsApart) {
  std::set<Fingerprint> seen;
  for (std::uint64_t a = 0; a < 200; ++a) {
    for (std::uint64_t b = a + 1; b < 200; ++b) seen.insert(fingerprint_of_set(Features{a, b}));
  }
  EXPECT_EQ(seen.size(), 200U * 199 / 2);
}

}  // namespace
}  // namespace cento
