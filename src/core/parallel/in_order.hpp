#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace cento {

/// Lets threads make things in parallel and passes them on one after the other, by number. Unlike with TurnTaking, a
/// thread whose turn has not come leaves what it made to the thread whose turn it is, and continues.
template <typename Made>
class InOrder {
 public:
  /// If `waiting_most` things wait for their turn, threads that made more wait with them.
  explicit InOrder(std::size_t waiting_most) : waiting_most_(waiting_most) {}

  /// Calls `take` with what `make` returned, or leaves it to another thread's call, which must have an equal `take`.
  /// Numbers are begun in ascending order, without gaps, starting with 0. When one throws, nothing more is passed on;
  /// false then.
  template <typename Make, typename Take>
  bool run(std::size_t number, const Make& make, const Take& take) {
    try {
      Made made = make();
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_stopped_ || number == next_ || waiting_.size() < waiting_most_; });
      waiting_.emplace(number, std::move(made));
      if (!is_taking_) take_waiting(lock, take);
      return !is_stopped_;
    } catch (...) {
      stop();
      throw;
    }
  }

 private:
  template <typename Take>
  void take_waiting(std::unique_lock<std::mutex>& lock, const Take& take) {
    is_taking_ = true;
    while (!is_stopped_ && !waiting_.empty() && waiting_.begin()->first == next_) {
      auto first = waiting_.extract(waiting_.begin());
      lock.unlock();
      take(std::move(first.mapped()));
      lock.lock();
      ++next_;
      changed_.notify_all();
    }
    is_taking_ = false;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
  }

  std::size_t waiting_most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Made> waiting_;  // by number
  std::size_t next_ = 0;
  bool is_taking_ = false;
  bool is_stopped_ = false;
};

}  // namespace cento
