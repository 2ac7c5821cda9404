#include "core/parallel/pipeline.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "cento/error.hpp"

namespace cento {
namespace {

struct CutNumber {
  std::size_t number;
  std::uint64_t bytes = 0;
};
using NumberItem = std::unique_ptr<CutNumber>;

/// Cuts the numbers from 0 on, some at a time, and keeps what was taken.
class NumberSteps : public PipelineSteps<NumberItem> {
 public:
  explicit NumberSteps(std::size_t count, std::size_t at_a_time = 1) : count_(count), at_a_time_(at_a_time) {}

  bool cut(std::vector<NumberItem>& out) override {
    on_cut(next_);
    for (std::size_t i = 0; i < at_a_time_ && next_ < count_; ++i, ++next_) {
      out.push_back(std::make_unique<CutNumber>(CutNumber{next_, bytes_of_number(next_)}));
    }
    return next_ < count_;
  }
  void work(NumberItem& item) override { on_work(item->number); }
  void take(NumberItem& item) override {
    on_take(item->number);
    taken.push_back(item->number);
  }
  [[nodiscard]] std::uint64_t bytes_of(const NumberItem& item) const override { return item->bytes; }

  std::vector<std::size_t> taken;
  std::function<void(std::size_t)> on_cut = [](std::size_t) {};
  std::function<void(std::size_t)> on_work = [](std::size_t) {};
  std::function<void(std::size_t)> on_take = [](std::size_t) {};
  std::function<std::uint64_t(std::size_t)> bytes_of_number = [](std::size_t) { return 1; };

 private:
  std::size_t count_;
  std::size_t at_a_time_;
  std::size_t next_ = 0;
};

void run_numbers(NumberSteps& numbers, std::size_t threads, const PipelineLimits& limits) {
  Pipeline<NumberItem>(numbers, threads, limits).run();
}

std::vector<std::size_t> numbers_below(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Counts what happens at once, and remembers the most.
class MostAtOnce {
 public:
  void begin(std::uint64_t amount = 1) {
    const std::uint64_t now = current_ += amount;
    for (std::uint64_t before = most_; before < now && !most_.compare_exchange_weak(before, now);) {
    }
  }
  void end(std::uint64_t amount = 1) { current_ -= amount; }
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  std::atomic<std::uint64_t> current_ = 0;
  std::atomic<std::uint64_t> most_ = 0;
};

RC_GTEST_PROP(Pipeline, TakesEverythingInOrder, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 300);
  NumberSteps numbers(count, *rc::gen::inRange<std::size_t>(1, 9));
  PipelineLimits limits;
  limits.waiting = *rc::gen::inRange<std::size_t>(0, 4);
  limits.ahead = *rc::gen::inRange<std::size_t>(1, 6);
  limits.bytes = *rc::gen::inRange<std::uint64_t>(0, 20);
  numbers.bytes_of_number = [](std::size_t number) { return number % 7; };
  numbers.on_work = [](std::size_t number) {
    if (number % 7 == 0) std::this_thread::yield();
  };
  run_numbers(numbers, *rc::gen::inRange<std::size_t>(1, 6), limits);
  RC_ASSERT(numbers.taken == numbers_below(count));
}

TEST(Pipeline, CutsAndTakesOneAtATime) {
  NumberSteps numbers(500);
  MostAtOnce cut;
  MostAtOnce taken;
  numbers.on_cut = [&](std::size_t) {
    cut.begin();
    std::this_thread::yield();
    cut.end();
  };
  numbers.on_take = [&](std::size_t) {
    taken.begin();
    std::this_thread::yield();
    taken.end();
  };
  run_numbers(numbers, 4, {4, 2});
  EXPECT_EQ(cut.most(), 1U);
  EXPECT_EQ(taken.most(), 1U);
}

/// Somebody waits until others have come as far as they may.
class Milestone {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  void wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t count_ = 0;
};

/// One thread is slow with the first item; the other must be able to work on several meanwhile.
TEST(Pipeline, AThreadGoesOnBeforeItsItemIsTaken) {
  NumberSteps numbers(4);
  Milestone others;
  numbers.on_work = [&](std::size_t number) { number == 0 ? others.wait_for(3) : others.add(); };
  run_numbers(numbers, 2, {3});
  EXPECT_EQ(numbers.taken, numbers_below(4));
}

TEST(Pipeline, AThreadGoesOnWhileAnotherCuts) {
  NumberSteps numbers(6, 3);
  Milestone worked;
  // The second three are not cut before the first three were worked on.
  numbers.on_cut = [&](std::size_t number) { worked.wait_for(number); };
  numbers.on_work = [&](std::size_t) { worked.add(); };
  run_numbers(numbers, 2, {6, 4});
  EXPECT_EQ(numbers.taken, numbers_below(6));
}

TEST(Pipeline, NoMoreItemsAreBegunThanAllowed) {
  constexpr std::size_t kThreads = 3;
  constexpr std::size_t kWaiting = 2;
  NumberSteps numbers(300);
  MostAtOnce begun;
  numbers.on_work = [&](std::size_t number) {
    begun.begin();
    if (number % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  numbers.on_take = [&](std::size_t) { begun.end(); };
  run_numbers(numbers, kThreads, {kWaiting});
  EXPECT_LE(begun.most(), kThreads + kWaiting);
}

TEST(Pipeline, KeepsToTheBytesAllowed) {
  NumberSteps numbers(300);
  MostAtOnce bytes;
  const auto size_of = [](std::size_t number) { return number % 10; };
  numbers.bytes_of_number = size_of;
  numbers.on_work = [&](std::size_t number) {
    bytes.begin(size_of(number));
    std::this_thread::yield();
  };
  numbers.on_take = [&](std::size_t number) { bytes.end(size_of(number)); };
  PipelineLimits limits{8};
  limits.bytes = 15;
  run_numbers(numbers, 3, limits);
  EXPECT_LE(bytes.most(), 15U);
}

TEST(Pipeline, AnItemLargerThanAllowedGoesAlone) {
  NumberSteps numbers(20);
  MostAtOnce begun;
  numbers.bytes_of_number = [](std::size_t) { return 100; };
  numbers.on_work = [&](std::size_t) { begun.begin(); };
  numbers.on_take = [&](std::size_t) { begun.end(); };
  PipelineLimits limits{8};
  limits.bytes = 15;
  run_numbers(numbers, 3, limits);
  EXPECT_EQ(begun.most(), 1U);
  EXPECT_EQ(numbers.taken, numbers_below(20));
}

TEST(Pipeline, EndsWhenAStepThrows) {
  const auto fails_at_ten = [](std::size_t number) {
    if (number == 10) throw Error("ten");
  };
  for (const std::size_t threads : {1, 3}) {
    for (const auto step : {&NumberSteps::on_cut, &NumberSteps::on_work, &NumberSteps::on_take}) {
      NumberSteps numbers(1'000'000);
      numbers.*step = fails_at_ten;
      EXPECT_THROW(run_numbers(numbers, threads, {2}), Error);
      EXPECT_LE(numbers.taken.size(), 10U);
    }
  }
}

/// The other thread has nothing else to do: the work on one item goes on only when it helps.
TEST(Pipeline, ThreadsThatWaitHelpWithLoops) {
  for (const auto step : {&NumberSteps::on_work, &NumberSteps::on_take}) {
    NumberSteps numbers(1);
    Milestone both;
    numbers.*step = [&](std::size_t) {
      share_loop(2, [&](std::size_t) {
        both.add();
        both.wait_for(2);
      });
    };
    run_numbers(numbers, 2, {2});
    EXPECT_EQ(numbers.taken, numbers_below(1));
  }
}

}  // namespace
}  // namespace cento
