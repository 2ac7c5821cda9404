#include "core/parallel/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cento/error.hpp"

namespace cento {
namespace {

struct OwnKey {
  std::uint64_t operator()(std::uint64_t record) const { return record; }
};

/// Spread evenly, as keys of a shuffle are.
std::uint64_t spread(std::uint64_t number) {
  return number * 0x9E3779B97F4A7C15ULL;
}

TEST(RunOnThreads, RunsEachWorkerOnceOnAThreadOfItsOwn) {
  std::mutex mutex;
  std::multiset<std::size_t> workers;
  std::set<std::thread::id> threads;
  run_on_threads(4, [&](std::size_t worker) {
    const std::lock_guard lock(mutex);
    workers.insert(worker);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(workers, (std::multiset<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(threads.size(), 4U);
}

TEST(RunOnThreads, RethrowsAfterAllHaveEnded) {
  std::atomic<int> ended = 0;
  for (const std::size_t thrower : {0U, 2U}) {
    ended = 0;
    const auto work = [&](std::size_t worker) {
      if (worker == thrower) throw Error("worker " + std::to_string(worker));
      ++ended;
    };
    try {
      run_on_threads(3, work);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()), "worker " + std::to_string(thrower));
    }
    EXPECT_EQ(ended, 2);
  }
}

TEST(RunOnThreads, RethrowsOneOfMany) {
  EXPECT_THROW(run_on_threads(5, [](std::size_t) { throw std::runtime_error("each"); }), std::runtime_error);
}

TEST(LocalExecutor, HasAtLeastOneWorker) {
  EXPECT_EQ(LocalExecutor(0, 0, "").workers(), 1U);
  EXPECT_EQ(LocalExecutor(3, 0, "").workers(), 3U);
}

TEST(LocalExecutor, RangesCoverEachItemOnce) {
  for (const std::size_t items : {0U, 1U, 5U, 128U, 129U, 10'000U}) {
    LocalExecutor executor(3, 0, "");
    std::vector<std::atomic<int>> visits(items);
    executor.for_each_range(items, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      ASSERT_LT(begin, end);
      ASSERT_LT(worker, 3U);
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    for (const auto& count : visits) ASSERT_EQ(count, 1) << items;
  }
}

TEST(LocalExecutor, RangesRethrow) {
  LocalExecutor executor(2, 0, "");
  const auto work = [](std::size_t begin, std::size_t end, std::size_t) {
    if (begin <= 700 && 700 < end) throw Error("item 700");
  };
  EXPECT_THROW(executor.for_each_range(1000, work), Error);
  EXPECT_NO_THROW(executor.for_each_range(700, work)) << "the executor can still be used";
}

/// How often each number below `numbers` is returned when all workers add some of them; groups must be whole.
std::vector<std::size_t> regrouped_counts(std::size_t threads, std::uint64_t memory_bytes, std::uint64_t& spilled) {
  constexpr std::size_t kNumbers = 500;
  constexpr std::size_t kRecords = 100'000;
  LocalExecutor executor(threads, memory_bytes, "");
  auto records = executor.regroup<std::uint64_t>(kRecords * 100, OwnKey());
  executor.for_each_range(kRecords, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t i = begin; i < end; ++i) records.writer(worker).add(spread(i * i % kNumbers));
  });
  std::mutex mutex;
  std::vector<std::size_t> counts(kNumbers);
  std::set<std::uint64_t> seen;
  records.for_each_batch([&](std::span<const std::uint64_t> batch, std::size_t) {
    EXPECT_TRUE(std::is_sorted(batch.begin(), batch.end()));
    const std::lock_guard lock(mutex);
    for (const std::uint64_t key : std::set<std::uint64_t>(batch.begin(), batch.end())) {
      EXPECT_TRUE(seen.insert(key).second) << "a group in two batches";
    }
    for (std::size_t number = 0; number < kNumbers; ++number) {
      const auto [first, last] = std::equal_range(batch.begin(), batch.end(), spread(number));
      counts[number] += static_cast<std::size_t>(last - first);
    }
  });
  spilled = records.spilled_bytes();
  return counts;
}

TEST(LocalExecutor, RegroupingDoesNotDependOnThreadsOrMemory) {
  std::uint64_t spilled = 0;
  const std::vector<std::size_t> expected = regrouped_counts(1, std::uint64_t{1} << 30, spilled);
  EXPECT_EQ(spilled, 0U);
  EXPECT_EQ(std::accumulate(expected.begin(), expected.end(), std::size_t{0}), 100'000U);
  for (const std::size_t threads : {2U, 5U}) {
    EXPECT_EQ(regrouped_counts(threads, std::uint64_t{1} << 30, spilled), expected);
    EXPECT_EQ(regrouped_counts(threads, 0, spilled), expected);
    EXPECT_EQ(spilled, 100'000 * sizeof(std::uint64_t));
  }
}

TEST(LocalExecutor, BatchesRethrow) {
  LocalExecutor executor(2, 1 << 20, "");
  auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 24, OwnKey());
  for (std::uint64_t i = 0; i < 1000; ++i) records.writer(0).add(spread(i));
  const auto work = [](std::span<const std::uint64_t>, std::size_t) { throw Error("this batch"); };
  EXPECT_THROW(records.for_each_batch(work), Error);
}

TEST(LocalExecutor, AMissingTemporaryFolderEndsTheRegroupingOnly) {
  LocalExecutor executor(2, 0, "/nowhere/at/all");
  auto records = executor.regroup<std::uint64_t>(1000, OwnKey());
  const auto add = [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t i = begin; i < end; ++i) records.writer(worker).add(spread(i));
  };
  const auto none = [](std::span<const std::uint64_t>, std::size_t) {};
  const auto regroup_many = [&] {
    executor.for_each_range(100'000, add);
    records.for_each_batch(none);
  };
  EXPECT_THROW(regroup_many(), Error);
}

TEST(LocalExecutor, BatchesInPiecesHandOnAscendingKeys) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    LocalExecutor executor(threads, std::uint64_t{1} << 28, "");
    auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 20, OwnKey());
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i < 20'000; ++i) expected.push_back(spread(i));
    executor.for_each_range(expected.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) records.writer(worker).add(expected[i]);
    });
    std::sort(expected.begin(), expected.end());
    std::vector<std::uint64_t> taken;
    records.for_each_batch_in_pieces(
        [&](std::span<const std::uint64_t> batch, std::size_t, const auto& hand_on) {
          for (std::size_t first = 0; first < batch.size(); first += 100) {
            const auto piece = batch.subspan(first, std::min<std::size_t>(100, batch.size() - first));
            hand_on(std::vector<std::uint64_t>(piece.begin(), piece.end()));
          }
        },
        [&](const std::vector<std::uint64_t>& piece) { taken.insert(taken.end(), piece.begin(), piece.end()); });
    EXPECT_EQ(taken, expected) << threads << " threads";
  }
}

TEST(LocalExecutor, BatchesInPiecesRethrow) {
  LocalExecutor executor(3, 1 << 20, "");
  for (const bool takes : {false, true}) {
    auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 24, OwnKey());
    for (std::uint64_t i = 0; i < 1000; ++i) records.writer(0).add(spread(i));
    const auto make = [&](std::span<const std::uint64_t> batch, std::size_t, const auto& hand_on) {
      for (const std::uint64_t record : batch) {
        if (!takes && record == spread(500)) throw Error("this record");
        hand_on(record);
      }
    };
    const auto take = [&](std::uint64_t record) {
      if (record == spread(500)) throw Error("this record");
    };
    EXPECT_THROW(records.for_each_batch_in_pieces(make, take), Error);
  }
}

TEST(LocalExecutor, BatchesInOrderHandOnAscendingKeys) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 28}) {
      LocalExecutor executor(threads, memory, "");
      auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 20, OwnKey());
      std::vector<std::uint64_t> expected;
      for (std::uint64_t i = 0; i < 20'000; ++i) expected.push_back(spread(i % 5000));
      executor.for_each_range(expected.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
        for (std::size_t i = begin; i < end; ++i) records.writer(worker).add(expected[i]);
      });
      std::sort(expected.begin(), expected.end());
      std::vector<std::uint64_t> taken;
      const auto make = [&](std::span<const std::uint64_t> batch, std::size_t worker) {
        EXPECT_LT(worker, threads);
        return std::vector<std::uint64_t>(batch.begin(), batch.end());
      };
      records.for_each_batch_in_order(make, [&](const std::vector<std::uint64_t>& batch) {
        taken.insert(taken.end(), batch.begin(), batch.end());
      });
      EXPECT_EQ(taken, expected) << threads << " threads";
    }
  }
}

TEST(LocalExecutor, ReadsInOrderOnOneThreadWhileOthersWork) {
  for (const std::size_t threads : {1U, 3U}) {
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 28}) {
      LocalExecutor executor(threads, std::uint64_t{1} << 20, "");
      auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 20, OwnKey(), memory);
      std::vector<std::uint64_t> expected;
      for (std::uint64_t i = 0; i < 20'000; ++i) expected.push_back(spread(i % 5000));
      executor.for_each_range(expected.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
        for (std::size_t i = begin; i < end; ++i) records.writer(worker).add(expected[i]);
      });
      std::sort(expected.begin(), expected.end());
      std::vector<std::uint64_t> taken;
      std::atomic<std::size_t> seen = 0;
      records.read_in_order([&](std::span<const std::uint64_t> batch) {
        taken.insert(taken.end(), batch.begin(), batch.end());
        executor.for_each_range(batch.size(),
                                [&](std::size_t begin, std::size_t end, std::size_t) { seen += end - begin; });
      });
      EXPECT_EQ(taken, expected) << threads << " threads";
      EXPECT_EQ(seen, expected.size());
      EXPECT_EQ(records.spilled_bytes() > 0, memory == 0) << "the regrouping has memory of its own";
    }
  }
}

TEST(LocalExecutor, BatchesInOrderRethrow) {
  for (const bool in_make : {true, false}) {
    LocalExecutor executor(4, 1 << 20, "");
    auto records = executor.regroup<std::uint64_t>(std::uint64_t{1} << 24, OwnKey());
    for (std::uint64_t i = 0; i < 1000; ++i) records.writer(0).add(spread(i));
    const auto make = [&](std::span<const std::uint64_t> batch, std::size_t) {
      if (in_make && !batch.empty()) throw Error("made");
      return batch.size();
    };
    const auto take = [](std::size_t size) {
      if (size > 0) throw Error("taken");
    };
    EXPECT_THROW(records.for_each_batch_in_order(make, take), Error) << in_make;
  }
}

/// The result of `count` numbers on some threads; `make` and `take` may throw at one of them; taken ones in order.
struct Turns {
  std::vector<std::size_t> taken;
  std::string error;
};

Turns take_turns(std::size_t threads, std::size_t count, std::size_t make_throws_at, std::size_t take_throws_at) {
  Turns out;
  TurnTaking turns;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> is_taking = false;
  const auto make = [&](std::size_t number) {
    if (number == make_throws_at) throw Error("make");
    if (number % 7 == 0) std::this_thread::yield();
    return number * 2;
  };
  const auto take = [&](std::size_t made) {
    EXPECT_FALSE(is_taking.exchange(true)) << "one at a time";
    if (made / 2 == take_throws_at) throw Error("take");
    out.taken.push_back(made / 2);
    is_taking = false;
  };
  try {
    run_on_threads(threads, [&](std::size_t) {
      for (std::size_t i = next++; i < count; i = next++)
        turns.run(
            i, [&] { return make(i); }, take);
    });
  } catch (const Error& error) {
    out.error = error.what();
  }
  return out;
}

constexpr std::size_t kNever = ~std::size_t{0};

std::vector<std::size_t> numbers_below(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

TEST(TurnTaking, HandsOnInOrder) {
  for (const std::size_t threads : {1U, 2U, 16U}) {
    const Turns turns = take_turns(threads, 3000, kNever, kNever);
    EXPECT_EQ(turns.taken, numbers_below(3000)) << threads;
    EXPECT_EQ(turns.error, "");
  }
}

TEST(TurnTaking, StopsWhenTakingThrows) {
  for (const std::size_t threads : {1U, 2U, 16U}) {
    const Turns turns = take_turns(threads, 3000, kNever, 1000);
    EXPECT_EQ(turns.taken, numbers_below(1000)) << threads;
    EXPECT_EQ(turns.error, "take");
  }
}

TEST(TurnTaking, StopsWhenMakingThrows) {
  for (const std::size_t threads : {1U, 2U, 16U}) {
    const Turns turns = take_turns(threads, 3000, 1000, kNever);
    EXPECT_EQ(turns.taken, numbers_below(turns.taken.size())) << threads << ": no gap";
    EXPECT_LE(turns.taken.size(), 1000U);
    EXPECT_EQ(turns.error, "make");
  }
}

}  // namespace
}  // namespace cento
