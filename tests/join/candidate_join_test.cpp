#include "join/candidate_join.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <set>

#include "join/banding.hpp"

namespace cento {
namespace {

TEST(Banding, PredictsTheSCurve) {
  const Banding banding{16, 8};
  EXPECT_NEAR(banding.recall_at(0.8), 0.947, 0.001) << "1 - (1 - 0.8^8)^16";
  EXPECT_NEAR(banding.recall_at(0.5), 0.061, 0.001);
}

TEST(Banding, LongestBandsThatReachTheRecall) {
  const Banding banding = choose_banding(0.8, 0.95, 128);
  EXPECT_EQ(banding.rows, 7U);
  EXPECT_EQ(banding.bands, 18U);
  EXPECT_GE(banding.recall_at(0.8), 0.95);
  EXPECT_EQ(choose_banding(0.01, 0.99, 16).rows, 1U) << "the most sensitive one";
}

RC_GTEST_PROP(Blocks, SignaturesWithinTheDistanceShareAKey, (std::uint64_t signature)) {
  const auto distance = *rc::gen::inRange(0U, 20U);
  std::uint64_t other = signature;
  for (unsigned i = 0; i < distance; ++i) other ^= std::uint64_t{1} << *rc::gen::inRange(0, 64);
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> other_keys;
  append_block_keys(signature, distance, keys);
  append_block_keys(other, distance, other_keys);
  RC_ASSERT(keys.size() == distance + 1);
  bool share = false;
  for (std::size_t i = 0; i < keys.size(); ++i) share = share || keys[i] == other_keys[i];
  RC_ASSERT(share);
}

TEST(CandidateJoin, VerifiesWhatKeysBringTogether) {
  FeatureStore sets(1 << 20, "");
  sets.add(std::vector<std::uint64_t>{1, 2, 3, 4});
  sets.add(std::vector<std::uint64_t>{1, 2, 3, 4, 5});
  sets.add(std::vector<std::uint64_t>{1, 9});
  sets.add(std::vector<std::uint64_t>{1, 2, 3, 4, 6});
  LocalExecutor executor(2, 1 << 20, "");
  JoinOptions options;
  options.threshold = 0.6;
  CandidateJoin join(options, executor, 10);
  join.add(0, std::vector<std::uint64_t>{7, 8});
  join.add(1, std::vector<std::uint64_t>{7, 8});
  join.add(2, std::vector<std::uint64_t>{7});
  join.add(3, std::vector<std::uint64_t>{8});
  const JoinResult result = join.find(sets, [](std::uint32_t a, std::uint32_t b) { return a != 1 || b != 3; });
  EXPECT_EQ(result.pairs, (std::vector<SimilarPair>{{0, 1, 4, 4, 5}, {0, 3, 4, 4, 5}}));
}

}  // namespace
}  // namespace cento
