#include "core/parallel/in_order.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"

namespace cento {
namespace {

TEST(InOrder, PassesOnByNumberWhateverTheThreads) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    InOrder<std::unique_ptr<std::size_t>> order(threads);
    std::atomic<std::size_t> next = 0;
    std::vector<std::size_t> taken;
    run_on_threads(threads, [&](std::size_t) {
      for (std::size_t i = next++; i < 1000; i = next++) {
        const auto make = [&] {
          if (i % 7 == 0) std::this_thread::yield();
          return std::make_unique<std::size_t>(i);
        };
        EXPECT_TRUE(order.run(i, make, [&](const auto& made) { taken.push_back(*made); }));
      }
    });
    std::vector<std::size_t> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(taken, expected);
  }
}

/// One thread is slow with the first number; the other must be able to make several meanwhile.
TEST(InOrder, AThreadContinuesBeforeItsTurn) {
  InOrder<std::size_t> order(3);
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t made_by_other = 0;
  std::vector<std::size_t> taken;
  const auto take = [&](std::size_t made) { taken.push_back(made); };
  run_on_threads(2, [&](std::size_t worker) {
    if (worker == 0) {
      order.run(
          0,
          [&] {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return made_by_other == 3; });
            return std::size_t{0};
          },
          take);
      return;
    }
    for (std::size_t i = 1; i <= 3; ++i) {
      order.run(
          i, [&] { return i; }, take);
      const std::lock_guard lock(mutex);
      ++made_by_other;
      changed.notify_one();
    }
  });
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(InOrder, NoMoreWaitThanAllowed) {
  constexpr std::size_t kWaitingMost = 2;
  InOrder<std::shared_ptr<int>> order(kWaitingMost);
  std::atomic<std::size_t> next = 0;
  std::atomic<int> alive = 0;
  std::atomic<int> most = 0;
  constexpr std::size_t kThreads = 3;
  run_on_threads(kThreads, [&](std::size_t) {
    for (std::size_t i = next++; i < 300; i = next++) {
      const auto make = [&] {
        if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const int now = ++alive;
        for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
        }
        return std::shared_ptr<int>(new int(), [&](const int* made) {
          --alive;
          delete made;
        });
      };
      order.run(i, make, [](const auto&) {});
    }
  });
  EXPECT_LE(most, static_cast<int>(kThreads + kWaitingMost));
}

TEST(InOrder, StopsAllWhenOneThrows) {
  for (const bool throws_in_take : {false, true}) {
    InOrder<std::size_t> order(2);
    std::atomic<std::size_t> next = 0;
    std::vector<std::size_t> taken;
    const auto work = [&](std::size_t) {
      bool goes_on = true;
      for (std::size_t i = next++; goes_on && i < 1'000'000; i = next++) {
        const auto make = [&] {
          if (!throws_in_take && i == 10) throw Error("ten");
          return i;
        };
        goes_on = order.run(i, make, [&](std::size_t made) {
          if (throws_in_take && made == 10) throw Error("ten");
          taken.push_back(made);
        });
      }
    };
    EXPECT_THROW(run_on_threads(3, work), Error);
    EXPECT_LE(taken.size(), 10U);
    EXPECT_LT(next, 1'000'000U);
  }
}

}  // namespace
}  // namespace cento
