#include "sign/placed_sets.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace cento {
namespace {

Features counting_from(std::uint64_t first, std::size_t count) {
  Features set(count);
  std::iota(set.begin(), set.end(), first);
  return set;
}

Features features_of(const PlacedSet& set) {
  return {set.features.begin(), set.features.end()};
}

TEST(SetPlacer, PlacesSetsOneAfterAnother) {
  SetPlacer placer(100);
  Features first = counting_from(1, 10);
  Features second = counting_from(50, 20);
  const PlacedSet a = placer.place(first);
  const PlacedSet b = placer.place(second);
  EXPECT_EQ(features_of(a), first);
  EXPECT_EQ(features_of(b), second);
  EXPECT_EQ(a.memory, b.memory);
  EXPECT_EQ(a.features.data() + 10, b.features.data());
  EXPECT_EQ(a.held(), 10U);
}

TEST(SetPlacer, BeginsNewMemoryWhenTheLastIsFull) {
  SetPlacer placer(100);
  std::vector<PlacedSet> placed;
  for (std::uint64_t i = 0; i < 9; ++i) {
    Features set = counting_from(i, 24);
    placed.push_back(placer.place(set));
  }
  EXPECT_EQ(placed[0].memory, placed[3].memory);
  EXPECT_NE(placed[3].memory, placed[4].memory);
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(features_of(placed[i]), counting_from(i, 24));
}

TEST(SetPlacer, LargeSetsTakeTheirMemoryAlong) {
  SetPlacer placer(100);
  Features large = counting_from(7, 80);
  large.reserve(120);
  const std::uint64_t* const where = large.data();
  const PlacedSet placed = placer.place(large);
  EXPECT_EQ(placed.features.data(), where);
  EXPECT_EQ(features_of(placed), counting_from(7, 80));
  EXPECT_EQ(placed.held(), 120U);
  EXPECT_TRUE(large.empty());
}

TEST(SetPlacer, EmptySetsNeedNoMemory) {
  SetPlacer placer(100);
  Features nothing;
  const PlacedSet placed = placer.place(nothing);
  EXPECT_TRUE(placed.features.empty());
  EXPECT_EQ(placed.memory, nullptr);
  EXPECT_EQ(placed.held(), 0U);
}

}  // namespace
}  // namespace cento
