#include "sign/feature_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

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
