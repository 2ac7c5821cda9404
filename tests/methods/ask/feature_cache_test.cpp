#include "methods/ask/feature_cache.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

Features features_from(std::uint64_t first, std::size_t count) {
  Features features;
  for (std::size_t i = 0; i < count; ++i) features.push_back(first + i);
  return features;
}

TEST(FeatureCache, HasWhatWasAdded) {
  FeatureCache cache;
  EXPECT_EQ(cache.find({1, 2}), nullptr);
  cache.add({1, 2}, features_from(7, 3));
  ASSERT_NE(cache.find({1, 2}), nullptr);
  EXPECT_EQ(*cache.find({1, 2}), features_from(7, 3));
  EXPECT_EQ(cache.find({1, 3}), nullptr);
}

TEST(FeatureCache, ForgetsWhatWasNotNeededForLong) {
  FeatureCache cache;
  constexpr std::size_t kSize = 1000;
  constexpr std::uint64_t kTexts = 4 * FeatureCache::kFeaturesMost / kSize;
  for (std::uint64_t text = 0; text < kTexts; ++text) {
    cache.add({text, text}, features_from(text, kSize));
    ASSERT_NE(cache.find({0, 0}), nullptr) << "it is needed repeatedly";
  }
  EXPECT_EQ(*cache.find({0, 0}), features_from(0, kSize));
  EXPECT_EQ(cache.find({1, 1}), nullptr);
  EXPECT_NE(cache.find({kTexts - 1, kTexts - 1}), nullptr);
}

TEST(FeatureCache, DoesNotKeepOneLargeTextInsteadOfManyOthers) {
  FeatureCache cache;
  cache.add({1, 1}, features_from(0, FeatureCache::kFeaturesMost));
  EXPECT_EQ(cache.find({1, 1}), nullptr);
}

}  // namespace
}  // namespace cento
