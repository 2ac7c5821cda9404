#include "core/parallel/thread_team.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "cento/error.hpp"

namespace cento {
namespace {

TEST(ShareLoop, CallsEachOnce) {
  for (const std::size_t threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> calls(400);
    run_on_threads(threads, [&](std::size_t worker) {
      if (worker % 2 == 1) return;  // these only help
      share_loop(100, [&](std::size_t i) { ++calls[worker / 2 * 100 + i]; });
    });
    const std::size_t expected = (threads + 1) / 2 * 100;
    EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), static_cast<std::ptrdiff_t>(expected));
  }
}

TEST(ShareLoop, WorksOutsideOfATeam) {
  EXPECT_EQ(ThreadTeam::current(), nullptr);
  std::vector<std::size_t> called;
  share_loop(3, [&](std::size_t i) { called.push_back(i); });
  EXPECT_EQ(called, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(ShareLoop, RethrowsAndLeavesTheRestOut) {
  for (const std::size_t threads : {1, 3}) {
    std::atomic<std::size_t> calls = 0;
    const auto fails = [&](std::size_t i) {
      ++calls;
      if (i == 10) throw Error("ten");
    };
    std::atomic<bool> was_thrown = false;
    run_on_threads(threads, [&](std::size_t worker) {
      if (worker > 0) return;
      try {
        share_loop(1'000'000, fails);
      } catch (const Error&) {
        was_thrown = true;
      }
    });
    EXPECT_TRUE(was_thrown);
    EXPECT_LT(calls, 1'000'000U);
  }
}

/// Another thread's failure is no reason to end a loop early.
TEST(ShareLoop, EndsAlthoughAnotherThreadFails) {
  std::atomic<std::size_t> calls = 0;
  const auto work = [&](std::size_t worker) {
    if (worker == 1) throw Error("one");
    share_loop(1000, [&](std::size_t) { ++calls; });
  };
  EXPECT_THROW(run_on_threads(2, work), Error);
  EXPECT_EQ(calls, 1000U);
}

TEST(ThreadTeam, OfTheInnermostCall) {
  run_on_threads(2, [](std::size_t) {
    ThreadTeam* const outer = ThreadTeam::current();
    ASSERT_NE(outer, nullptr);
    run_on_threads(2, [&](std::size_t) { EXPECT_NE(ThreadTeam::current(), outer); });
    EXPECT_EQ(ThreadTeam::current(), outer);
  });
  EXPECT_EQ(ThreadTeam::current(), nullptr);
}

}  // namespace
}  // namespace cento
