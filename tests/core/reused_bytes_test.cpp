#include "core/memory/reused_bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/memory/growable_bytes.hpp"

namespace cento {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

void fill(ReusedBytes& bytes, std::size_t begin, std::size_t end, char with) {
  std::memset(bytes.data() + begin, with, end - begin);
}

bool is_filled(const ReusedBytes& bytes, std::size_t begin, std::size_t end, char with) {
  return std::all_of(bytes.data() + begin, bytes.data() + end, [&](char c) { return c == with; });
}

TEST(ReusedBytes, AreThoseThatWereGivenBack) {
  const auto pool = std::make_shared<BytePool>();
  ReusedBytes first(kMegabyte, pool);
  ASSERT_GE(first.size(), kMegabyte);
  const char* where = first.data();
  first.release();
  EXPECT_EQ(first.size(), 0U);
  ReusedBytes tiny(kMegabyte / 16, pool);  // too small to be kept
  EXPECT_NE(tiny.data(), where);
  ReusedBytes second(kMegabyte - 100, pool);
  EXPECT_EQ(second.data(), where);
}

TEST(ReusedBytes, OutliveWhoeverMadeTheirPool) {
  auto pool = std::make_shared<BytePool>();
  ReusedBytes bytes(kMegabyte, pool);
  pool.reset();
  fill(bytes, 0, bytes.size(), 'x');
  bytes.grow(4 * kMegabyte);
  EXPECT_TRUE(is_filled(bytes, 0, kMegabyte, 'x'));
}

TEST(ReusedBytes, GoToThePoolInUseWhenTheyAreReleased) {
  ReusedBytes bytes(kMegabyte);
  const auto pool = std::make_shared<BytePool>();
  bytes.use(pool);
  const char* where = bytes.data();
  bytes.release();
  EXPECT_EQ(ReusedBytes(kMegabyte, pool).data(), where);
}

TEST(ReusedBytes, AreNobodyElses) {
  const auto pool = std::make_shared<BytePool>();
  std::vector<std::jthread> threads;
  for (char letter = 'a'; letter <= 'd'; ++letter) {
    threads.emplace_back([&pool, letter] {
      for (std::size_t round = 1; round <= 20; ++round) {
        ReusedBytes bytes(round * kMegabyte / 4, pool);
        fill(bytes, 0, bytes.size(), letter);
        ASSERT_TRUE(is_filled(bytes, 0, bytes.size(), letter));
      }
    });
  }
}

TEST(ReusedBytes, AreMoved) {
  ReusedBytes bytes(2 * kMegabyte);
  fill(bytes, 0, bytes.size(), 'x');
  ReusedBytes moved = std::move(bytes);
  EXPECT_TRUE(is_filled(moved, 0, 2 * kMegabyte, 'x'));
  bytes = std::move(moved);
  EXPECT_TRUE(is_filled(bytes, 0, 2 * kMegabyte, 'x'));
}

RC_GTEST_PROP(ReusedBytesProperty, KeepWhatIsThereWhenTheyGrow, ()) {
  const auto steps = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 5 * kMegabyte / 2));
  ReusedBytes bytes(std::make_shared<BytePool>());
  std::vector<std::size_t> ends = {0};
  for (std::size_t i = 0; i < std::min<std::size_t>(steps.size(), 8); ++i) {
    bytes.grow(ends.back() + steps[i]);
    RC_ASSERT(bytes.size() >= ends.back() + steps[i]);
    fill(bytes, ends.back(), ends.back() + steps[i], static_cast<char>('a' + i));
    ends.push_back(ends.back() + steps[i]);
  }
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    RC_ASSERT(is_filled(bytes, ends[i], ends[i + 1], static_cast<char>('a' + i)));
  }
}

TEST(GrowableBytes, GrowToTwiceAtLeast) {
  GrowableBytes bytes;
  bytes.grow(1000);
  EXPECT_GE(bytes.capacity(), 1000U);
  const std::size_t before = bytes.capacity();
  bytes.grow(before + 1);
  EXPECT_GE(bytes.capacity(), 2 * before);
  bytes.grow(1);
  EXPECT_GE(bytes.capacity(), 2 * before);
  bytes.release();
  EXPECT_EQ(bytes.capacity(), 0U);
}

}  // namespace
}  // namespace cento
