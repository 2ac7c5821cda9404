#include "methods/pdc/position_lists.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace cento {
namespace {

std::vector<Position> list_of(std::size_t size, Position first) {
  std::vector<Position> list;
  for (std::size_t i = 0; i < size; ++i) list.push_back(first + static_cast<Position>(i * i));
  return list;
}

TEST(PositionLists, HoldMoreThanMemoryDoes) {
  constexpr std::uint64_t kBufferBytes = std::uint64_t{1} << 18U;  // with which the file is written
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{4000}, std::uint64_t{1} << 30U}) {
    PositionLists lists(memory, "");
    std::vector<std::uint64_t> begins;
    std::uint64_t bytes = 0;
    for (Position i = 0; i < 3000; ++i) {
      begins.push_back(lists.add(list_of(i % 200, i)));
      bytes += i % 200 * sizeof(Position);
      ASSERT_LE(lists.memory_bytes(), 2 * memory + kBufferBytes);
    }
    lists.finish();
    EXPECT_LE(lists.memory_bytes(), 2 * memory);
    EXPECT_GE(lists.spilled_bytes() + memory, memory < bytes ? bytes : 0);
    PlainVector<Position> scratch;
    for (Position i = 0; i < 3000; ++i) {
      const auto found = lists.get(begins[i], i % 200, scratch);
      ASSERT_EQ(std::vector<Position>(found.begin(), found.end()), list_of(i % 200, i)) << i << " with " << memory;
    }
  }
}

}  // namespace
}  // namespace cento
