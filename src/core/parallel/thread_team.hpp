#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <list>
#include <mutex>

namespace cento {

/// The threads of one call of run_on_threads(). A thread that has to wait for the others meanwhile helps with the loops
/// that they share. Thread-safe.
class ThreadTeam {
 public:
  explicit ThreadTeam(std::size_t threads) : threads_(threads) {}

  /// The team that the calling thread works in, the innermost one; null outside of run_on_threads().
  [[nodiscard]] static ThreadTeam* current();

  /// Guards what threads of the team wait for.
  [[nodiscard]] std::mutex& mutex() { return mutex_; }

  /// Waits until `is_ready()`, which is called with the mutex locked. Helps with loops meanwhile, without the lock.
  template <typename IsReady>
  void wait(std::unique_lock<std::mutex>& lock, const IsReady& is_ready) {
    while (!is_ready()) {
      if (!help(lock)) changed_.wait(lock);
    }
  }

  /// Wakes the threads that wait, to look again.
  void notify() { changed_.notify_all(); }

 private:
  friend void run_on_threads(std::size_t threads, const std::function<void(std::size_t)>& work);
  friend void share_loop(std::size_t count, const std::function<void(std::size_t)>& body);

  struct Loop {
    std::size_t count;
    const std::function<void(std::size_t)>& body;
    std::size_t next = 0;
    std::size_t running = 0;  // calls of the body
    std::exception_ptr error = nullptr;
  };
  class Member;

  void finish();
  void expect(std::size_t threads);
  void share(Loop& loop);
  bool help(std::unique_lock<std::mutex>& lock);
  void run_next(Loop& loop, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Loop*> loops_;
  std::size_t threads_;
  std::size_t finished_ = 0;  // threads whose own work is done
};

/// Runs `work(worker)` once on each of `threads` threads, worker = 0, 1, …, and waits. Rethrows what one of them threw.
void run_on_threads(std::size_t threads, const std::function<void(std::size_t)>& work);

/// Calls `body(i)` for each i below `count`, in any order: on this thread, and on those of its team that would only
/// wait meanwhile. `body` must not wait for other threads. Rethrows what one of the calls threw; others are then left
/// out.
void share_loop(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace cento
