#include "join/part_keys.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "join/bounds.hpp"

namespace cento {
namespace {

using Set = std::vector<std::uint64_t>;

std::set<std::uint64_t> keys_of(const Set& set, double threshold) {
  PartKeys keys(threshold);
  std::vector<std::uint64_t> out;
  keys.append(set, out);
  return {out.begin(), out.end()};
}

bool share_a_key(const Set& a, const Set& b, double threshold) {
  const auto keys_a = keys_of(a, threshold);
  const auto keys_b = keys_of(b, threshold);
  return std::any_of(keys_a.begin(), keys_a.end(), [&](std::uint64_t key) { return keys_b.contains(key); });
}

/// The most features by which a set can differ from one of `smaller` features, by trying all sizes and overlaps.
std::uint32_t most_different_by_trying(std::uint32_t smaller, double threshold) {
  const WantedSimilarity wanted(Measure::jaccard, threshold);
  std::uint32_t most = 0;
  for (std::uint32_t larger = smaller; larger <= smaller / threshold + 1; ++larger) {
    for (std::uint32_t shared = 0; shared <= smaller; ++shared) {
      if (wanted.reached(shared, smaller, larger)) most = std::max(most, smaller + larger - 2 * shared);
    }
  }
  return most;
}

TEST(PartKeys, KnowHowManyFeaturesMayDiffer) {
  for (int percent = 50; percent <= 100; ++percent) {
    const double threshold = percent / 100.0;
    for (std::uint32_t smaller = 1; smaller <= 80; ++smaller) {
      ASSERT_EQ(PartKeys(threshold).most_different(smaller), most_different_by_trying(smaller, threshold))
          << threshold << ", " << smaller;
    }
  }
}

TEST(PartKeys, KnowItForThresholdsNextToNothing) {
  EXPECT_GE(PartKeys(1e-12).most_different(1000), 1000U);
  EXPECT_GE(PartKeys(1 / (0x1p32 + 1.5)).most_different(1), 1000U) << "2^32 and a half must not wrap to 0";
}

TEST(PartKeys, OneForASetThatOnlyEqualOnesAreLike) {
  EXPECT_EQ(keys_of({1, 2, 3}, 1).size(), 1U);
  EXPECT_EQ(keys_of({1, 2, 3}, 1), keys_of({3, 1, 2}, 1)) << "whatever the order";
  EXPECT_NE(keys_of({1, 2, 3}, 1), keys_of({1, 2, 4}, 1));
  EXPECT_EQ(keys_of({1ULL << 63U, 2, 3, 4, 5, 6, 7}, 0.9).size(), 1U) << "one difference in seven is too many";
}

/// Two sets of the wanted similarity, at the limit if possible. `high_bits` puts their features into few parts, so that
/// the differences lie together or apart.
struct SimilarSets {
  Set a;
  Set b;
};

SimilarSets similar_sets(double threshold) {
  std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
  const auto smaller = *rc::gen::inRange<std::uint32_t>(1, 81);
  const auto shown_bits = *rc::gen::element<std::uint64_t>(0, 1, 2, 5, 64);
  const auto feature = [&](bool differs) {
    const bool is_crowded = shown_bits < 64 && (differs || *rc::gen::arbitrary<bool>());
    const std::uint64_t drawn = random();
    return is_crowded ? drawn >> shown_bits : drawn;
  };
  const WantedSimilarity wanted(Measure::jaccard, threshold);
  std::uint32_t only_a = 0;
  std::uint32_t only_b = 0;
  for (int tries = 0; tries < 200; ++tries) {
    const bool to_a = random() % 3 == 0;
    const std::uint32_t more_a = only_a + (to_a ? 1U : 0U);
    const std::uint32_t more_b = only_b + (to_a ? 0U : 1U);
    if (more_a > smaller || more_b < more_a) continue;
    if (!wanted.reached(smaller - more_a, smaller, smaller - more_a + more_b)) continue;
    only_a = more_a;
    only_b = more_b;
  }
  SimilarSets sets;
  for (std::uint32_t i = 0; i < smaller - only_a; ++i) sets.a.push_back(feature(false));
  sets.b = sets.a;
  for (std::uint32_t i = 0; i < only_a; ++i) sets.a.push_back(feature(true));
  for (std::uint32_t i = 0; i < only_b; ++i) sets.b.push_back(feature(true));
  std::shuffle(sets.a.begin(), sets.a.end(), random);
  return sets;
}

RC_GTEST_PROP(PartKeys, SimilarSetsShareOne, ()) {
  const double threshold = *rc::gen::inRange(50, 101) / 100.0;
  const SimilarSets sets = similar_sets(threshold);
  RC_CLASSIFY(sets.a.size() + 5 < sets.b.size(), "sizes differ");
  RC_ASSERT(share_a_key(sets.a, sets.b, threshold));
  RC_ASSERT(share_a_key(sets.b, sets.a, threshold));
}

TEST(PartKeys, SetsWithNothingInCommonSeldomShareOne) {
  std::mt19937_64 random(1);
  int shared = 0;
  for (int i = 0; i < 1000; ++i) {
    Set a(20);
    Set b(20);
    for (auto& feature : a) feature = random();
    for (auto& feature : b) feature = random();
    shared += share_a_key(a, b, 0.9) ? 1 : 0;
  }
  EXPECT_LE(shared, 2);
}

}  // namespace
}  // namespace cento
