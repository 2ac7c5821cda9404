#include "core/memory/arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cento {
namespace {

TEST(Arena, KeepsWhatIsStored) {
  Arena arena;
  std::vector<std::string_view> views;
  for (int i = 0; i < 50'000; ++i) views.push_back(arena.store("value " + std::to_string(i)));
  for (int i = 0; i < 50'000; ++i) ASSERT_EQ(views[static_cast<std::size_t>(i)], "value " + std::to_string(i));
}

TEST(Arena, TakesThingsLargerThanAChunk) {
  Arena arena;
  const std::string large(5'000'000, 'x');
  const std::string_view before = arena.store("before");
  const std::string_view stored = arena.store(large);
  const std::string_view after = arena.store("after");
  EXPECT_EQ(stored, large);
  EXPECT_EQ(before, "before");
  EXPECT_EQ(after, "after");
}

TEST(Arena, LeavesReadableBytesBehindEachView) {
  Arena arena;
  const std::string_view first = arena.store(std::string(3'000'000, 'x'));
  const std::string_view second = arena.store("next");
  // Under the address sanitizer, reading out of bounds would end the test.
  const std::string behind(first.data() + first.size(), Arena::kPadding);
  EXPECT_EQ(behind.size(), Arena::kPadding);
  EXPECT_TRUE(second.data() >= first.data() + first.size() + Arena::kPadding || second.data() < first.data());
}

TEST(Arena, GivesBackTheUnusedEndOfARoom) {
  Arena arena;
  char* room = arena.allocate(1000);
  std::string("short").copy(room, 5);
  arena.commit(room, 5);
  const char* next = arena.allocate(1);
  EXPECT_EQ(next, room + 5 + Arena::kPadding);
}

TEST(Arena, AlignsArrays) {
  Arena arena;
  arena.store("odd");
  const auto numbers = arena.array<std::uint64_t>(10);
  ASSERT_EQ(numbers.size(), 10U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % alignof(std::uint64_t), 0U);
  for (const std::uint64_t number : numbers) EXPECT_EQ(number, 0U);
}

TEST(Arena, KeepsUsualMemoryWhenClearedButNotTheUnusual) {
  Arena arena;
  arena.store("small");
  const std::size_t usual = arena.capacity_bytes();
  arena.store(std::string(9'000'000, 'x'));
  EXPECT_GT(arena.capacity_bytes(), 9'000'000U);
  arena.clear();
  EXPECT_EQ(arena.capacity_bytes(), usual);
  EXPECT_EQ(arena.store("again"), "again");
  EXPECT_EQ(arena.capacity_bytes(), usual);
}

TEST(Arena, LeavesLargeMemoryToTheNextArenaOfItsPool) {
  const auto pool = std::make_shared<BytePool>();
  Arena first(pool);
  Arena second(pool);
  const std::string large(5'000'000, 'x');
  const char* where = first.store(large).data();
  first.clear();
  EXPECT_EQ(second.store(large).data(), where);
}

}  // namespace
}  // namespace cento
