#include "core/spilled_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "core/error.hpp"

namespace cento {
namespace {

TEST(SpilledArray, HoldsTheSameInMemoryAndInAFile) {
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1000}, ~std::uint64_t{0}}) {
    SpilledArray<std::uint32_t> array(ArrayMemory{memory, ""});
    EXPECT_TRUE(array.empty());
    for (std::uint32_t i = 0; i < 500'000; ++i) {
      array.push_back(i * 3);
      ASSERT_EQ(array.is_in_file(), array.size() * sizeof(std::uint32_t) > memory);
    }
    ASSERT_EQ(array.size(), 500'000U);
    for (std::uint32_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], i * 3);
  }
}

TEST(SpilledArray, IsFilledShrunkAndMoved) {
  SpilledArray<std::uint64_t> array(1000, 7, ArrayMemory{100, ""});
  EXPECT_TRUE(array.is_in_file());
  EXPECT_EQ(array.back(), 7U);
  array.resize(10);
  array.shrink_to_fit();
  EXPECT_EQ(array.end() - array.begin(), 10);
  array[9] = 8;
  SpilledArray<std::uint64_t> moved = std::move(array);
  EXPECT_EQ(moved.size(), 10U);
  EXPECT_EQ(moved.back(), 8U);
  moved = SpilledArray<std::uint64_t>(3, 1, ArrayMemory());
  EXPECT_FALSE(moved.is_in_file());
  EXPECT_EQ(moved.back(), 1U);
}

TEST(SpilledArray, AFolderThatIsNotThereIsAnError) {
  SpilledArray<std::uint64_t> array(ArrayMemory{0, "/no/such/folder"});
  EXPECT_THROW(array.resize(1), Error);
}

}  // namespace
}  // namespace cento
