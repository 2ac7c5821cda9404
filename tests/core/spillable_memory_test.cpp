#include "core/memory/spillable_memory.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "../temp_folder.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

constexpr std::size_t kMega = std::size_t{1} << 20;

TEST(SpillableMemory, HoldsNoMoreOfTheHeapThanItsBudgetAndLosesNothing) {
  const TempFolder folder;
  SpillableMemory memory(2 * kMega, folder.path());
  SpillableVector<std::uint64_t> numbers{SpillableAllocator<std::uint64_t>(&memory)};
  constexpr std::uint64_t kCount = kMega;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    numbers.push_back(i * i);
    ASSERT_LE(memory.heap_bytes(), 2 * kMega);
  }
  EXPECT_GE(memory.spilled_bytes(), kCount * sizeof(std::uint64_t));
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(numbers[i], i * i);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 0) << "files have no name";
  numbers = SpillableVector<std::uint64_t>{SpillableAllocator<std::uint64_t>(&memory)};
  EXPECT_EQ(memory.heap_bytes(), 0U);
  EXPECT_EQ(memory.spilled_bytes(), 0U);
}

TEST(SpillableMemory, StaysInTheHeapWithinItsBudget) {
  SpillableMemory memory(64 * kMega, "/nowhere");
  SpillableVector<char> bytes{SpillableAllocator<char>(&memory)};
  bytes.resize(16 * kMega, 'x');
  EXPECT_EQ(memory.heap_bytes(), 16 * kMega);
  EXPECT_EQ(memory.spilled_bytes(), 0U);
}

TEST(SpillableMemory, SmallPiecesNeverSpill) {
  SpillableMemory memory(0, "/nowhere");
  SpillableVector<char> bytes{SpillableAllocator<char>(&memory)};
  bytes.resize(SpillableMemory::kLeastSpilled - 1);
  EXPECT_EQ(memory.spilled_bytes(), 0U);
}

TEST(SpillableMemory, ServesHashTables) {
  using Map = boost::unordered_flat_map<std::uint64_t, std::uint32_t, boost::hash<std::uint64_t>, std::equal_to<>,
                                        SpillableAllocator<std::pair<const std::uint64_t, std::uint32_t>>>;
  const TempFolder folder;
  SpillableMemory memory(kMega, folder.path());
  Map map{Map::allocator_type(&memory)};
  constexpr std::uint32_t kCount = 300'000;
  for (std::uint32_t i = 0; i < kCount; ++i) map.emplace(std::uint64_t{i} * 7, i);
  EXPECT_GT(memory.spilled_bytes(), 0U);
  EXPECT_LE(memory.heap_bytes(), kMega);
  for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(map.at(std::uint64_t{i} * 7), i);
}

TEST(SpillableMemory, SaysSoWhenItCannotSpill) {
  SpillableMemory memory(0, "/nowhere");
  SpillableVector<char> bytes{SpillableAllocator<char>(&memory)};
  try {
    bytes.resize(kMega);
    FAIL() << "there is no such folder";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere"), std::string::npos);
  }
  EXPECT_EQ(memory.heap_bytes(), 0U);
}

TEST(SpillableAllocator, WithoutAnOwnerIsThePlainHeap) {
  SpillableVector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 499'500);
}

}  // namespace
}  // namespace cento
