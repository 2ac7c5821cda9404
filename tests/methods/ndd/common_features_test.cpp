#include "methods/ndd/common_features.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace cento {
namespace {

using Sets = std::vector<std::set<std::uint64_t>>;

struct Shares {
  CommonFeatures common;
  Sets rest;
  std::uint64_t left_out = 0;
};

Shares leave_out(const Sets& sets, const std::vector<std::uint32_t>& copies, std::uint32_t most,
                 LocalExecutor executor = LocalExecutor(2, 1 << 20, "")) {
  FeatureStore store(1 << 20, "");
  for (const auto& set : sets) store.add(Features(set.begin(), set.end()));
  Shares shares;
  shares.common = find_common_features(store, copies, most, executor);
  FeatureStore rest(1 << 20, "");
  shares.left_out = copy_without(store, shares.common, rest);
  Features scratch;
  for (std::size_t set = 0; set < rest.size(); ++set) {
    const auto features = rest.get(set, scratch);
    shares.rest.emplace_back(features.begin(), features.end());
  }
  return shares;
}

TEST(CommonFeatures, AreThoseInMoreThanSoManyDocuments) {
  const Sets sets = {{1, 2, 3}, {2, 3}, {3}};
  const Shares shares = leave_out(sets, {1, 1, 1}, 2);
  EXPECT_EQ(shares.common, CommonFeatures{3});
  EXPECT_EQ(shares.rest, (Sets{{1, 2}, {2}, {}}));
  EXPECT_EQ(shares.left_out, 3U);
}

TEST(CommonFeatures, CountEachCopyOfADocument) {
  const Sets sets = {{1, 2}, {2, 3}};
  EXPECT_EQ(leave_out(sets, {3, 1}, 3).common, CommonFeatures{2});
  EXPECT_EQ(leave_out(sets, {4, 1}, 3).common, (CommonFeatures{1, 2}));
  EXPECT_EQ(leave_out(sets, {4'000'000'000, 1'000'000'000}, 4'100'000'000).common, CommonFeatures{2});
}

TEST(CommonFeatures, OfNothingAreNone) {
  EXPECT_TRUE(leave_out({}, {}, 1).common.empty());
  EXPECT_TRUE(leave_out({{}, {}}, {1, 1}, 0).common.empty());
}

RC_GTEST_PROP(CommonFeatures, EqualACountInAMap, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  Sets sets(*rc::gen::inRange<std::size_t>(0, 80));
  std::vector<std::uint32_t> copies;
  std::map<std::uint64_t, std::uint64_t> documents;
  for (auto& set : sets) {
    copies.push_back(1 + static_cast<std::uint32_t>(random() % 3));
    for (std::size_t i = random() % 20; i > 0; --i) set.insert((random() % 40) * 0x9E3779B97F4A7C15ULL);
    for (const std::uint64_t feature : set) documents[feature] += copies.back();
  }
  const auto most = *rc::gen::inRange(0U, 30U);
  CommonFeatures common;
  Sets rest = sets;
  for (const auto& [feature, count] : documents) {
    if (count <= most) continue;
    common.push_back(feature);
    for (auto& set : rest) set.erase(feature);
  }
  const auto memory = *rc::gen::element<std::uint64_t>(0, 1 << 20);
  const Shares shares = leave_out(sets, copies, most, LocalExecutor(*rc::gen::inRange<std::size_t>(1, 4), memory, ""));
  RC_ASSERT(shares.common == common);
  RC_ASSERT(shares.rest == rest);
}

}  // namespace
}  // namespace cento
