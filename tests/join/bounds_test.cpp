#include "join/bounds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace cento {
namespace {

TEST(WantedSimilarity, WorkedExample) {
  const WantedSimilarity wanted(Measure::jaccard, 0.8);
  EXPECT_TRUE(wanted.reached(4, 4, 5));
  EXPECT_FALSE(wanted.reached(4, 5, 5));
  EXPECT_EQ(wanted.least_shared(10, 10), 9U) << "9 of 11 together is 0.82, 8 of 12 is 0.67";
  EXPECT_EQ(wanted.least_shared(10), 8U) << "with a subset of 8";
  EXPECT_EQ(wanted.prefix_size(10), 3U);
  EXPECT_TRUE(wanted.sizes_fit(8, 10));
  EXPECT_FALSE(wanted.sizes_fit(7, 10));
}

RC_GTEST_PROP(WantedSimilarity, BoundsAreTight, ()) {
  const WantedSimilarity wanted(*rc::gen::element(Measure::jaccard, Measure::containment),
                                *rc::gen::inRange(1, 1001) / 1000.0);
  const auto a = *rc::gen::inRange<std::uint32_t>(1, 60);
  const auto b = *rc::gen::inRange<std::uint32_t>(1, 60);
  const std::uint32_t smaller = std::min(a, b);
  RC_ASSERT(wanted.sizes_fit(a, b) == wanted.reached(smaller, a, b));
  if (!wanted.sizes_fit(a, b)) return;
  const std::uint32_t least = wanted.least_shared(a, b);
  RC_ASSERT(wanted.reached(least, a, b));
  RC_ASSERT(least == 0 || !wanted.reached(least - 1, a, b));
  if (wanted.measure() == Measure::jaccard || a <= b) RC_ASSERT(wanted.least_shared(a) <= least);
}

}  // namespace
}  // namespace cento
