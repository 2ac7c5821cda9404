#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/parallel/thread_team.hpp"

namespace cento {

/// What happens to the items of a pipeline, in this order.
template <typename Item>
class PipelineSteps {
 public:
  virtual ~PipelineSteps() = default;

  /// Appends the next item to `out`, or the next few. False when there are no more. One thread at a time.
  virtual bool cut(std::vector<Item>& out) = 0;
  /// On any thread, for several items at once. Loops that it shares (share_loop) are run by threads that wait.
  virtual void work(Item& item) = 0;
  /// One thread at a time, in the order in which items were cut.
  virtual void take(Item& item) = 0;

  /// What counts for PipelineLimits::bytes.
  [[nodiscard]] virtual std::uint64_t bytes_of(const Item& /*item*/) const { return 0; }
};

struct PipelineLimits {
  std::size_t waiting = 0;  // items that were worked on and wait to be taken, besides one for each thread
  std::size_t ahead = 1;    // items that are kept cut; more if cut() gives several
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();  // of items being worked on or waiting; or one item
};

/// Cuts, works on and takes items until there are no more, on `threads` threads. A thread never waits while it could do
/// one of the three. When a step throws, the others end and run() rethrows.
template <typename Item>
class Pipeline {
 public:
  Pipeline(PipelineSteps<Item>& steps, std::size_t threads, const PipelineLimits& limits)
      : steps_(steps), threads_(std::max<std::size_t>(1, threads)), limits_(limits) {}

  void run() {
    run_on_threads(threads_, [this](std::size_t) { work_along(*ThreadTeam::current()); });
  }

 private:
  using Lock = std::unique_lock<std::mutex>;  // of the team's mutex, which guards all that changes here

  void work_along(ThreadTeam& team) {
    Lock lock(team.mutex());
    try {
      while (do_next(team, lock)) team.notify();
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      is_stopped_ = true;
      team.notify();
      throw;
    }
  }

  /// False when nothing is left to do. Taking comes first because it frees memory.
  bool do_next(ThreadTeam& team, Lock& lock) {
    team.wait(lock, [&] { return is_stopped_ || can_take() || can_cut() || can_begin() || is_done(); });
    if (is_stopped_) return false;
    if (can_take()) {
      take_next(lock);
    } else if (can_cut()) {
      cut_more(lock);
    } else if (can_begin()) {
      work_on_next(lock);
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] bool can_take() const { return !is_taking_ && !worked_.empty() && worked_.begin()->first == taken_; }
  [[nodiscard]] bool can_cut() const { return !is_cutting_ && !has_ended_ && cut_.size() < limits_.ahead; }
  [[nodiscard]] bool can_begin() const {
    if (cut_.empty() || begun_ - taken_ >= threads_ + limits_.waiting) return false;
    return bytes_ == 0 || bytes_ + steps_.bytes_of(cut_.front()) <= limits_.bytes;
  }
  [[nodiscard]] bool is_done() const { return has_ended_ && cut_.empty() && begun_ == taken_; }

  void cut_more(Lock& lock) {
    is_cutting_ = true;
    lock.unlock();
    std::vector<Item> more;
    const bool goes_on = steps_.cut(more);
    lock.lock();
    is_cutting_ = false;
    has_ended_ = !goes_on;
    std::move(more.begin(), more.end(), std::back_inserter(cut_));
  }

  void work_on_next(Lock& lock) {
    Item item = std::move(cut_.front());
    cut_.pop_front();
    const std::size_t number = begun_++;
    const std::uint64_t bytes = steps_.bytes_of(item);
    bytes_ += bytes;
    lock.unlock();
    steps_.work(item);
    lock.lock();
    worked_.emplace(number, Worked{std::move(item), bytes});
  }

  void take_next(Lock& lock) {
    is_taking_ = true;
    auto first = worked_.extract(worked_.begin());
    lock.unlock();
    const std::uint64_t bytes = first.mapped().bytes;
    steps_.take(first.mapped().item);
    first = {};
    lock.lock();
    bytes_ -= bytes;
    ++taken_;
    is_taking_ = false;
  }

  struct Worked {
    Item item;
    std::uint64_t bytes;
  };

  PipelineSteps<Item>& steps_;
  std::size_t threads_;
  PipelineLimits limits_;
  std::deque<Item> cut_;
  std::map<std::size_t, Worked> worked_;  // by number
  std::size_t begun_ = 0;
  std::size_t taken_ = 0;
  std::uint64_t bytes_ = 0;  // of items begun and not taken
  bool is_cutting_ = false;
  bool is_taking_ = false;
  bool has_ended_ = false;
  bool is_stopped_ = false;
};

}  // namespace cento
