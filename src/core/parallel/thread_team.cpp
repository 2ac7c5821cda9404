#include "core/parallel/thread_team.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

namespace cento {

namespace {

thread_local ThreadTeam* team_of_thread = nullptr;

}  // namespace

/// The calling thread belongs to a team while this exists.
class ThreadTeam::Member {
 public:
  explicit Member(ThreadTeam& team) : outer_(std::exchange(team_of_thread, &team)) {}
  ~Member() { team_of_thread = outer_; }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

 private:
  ThreadTeam* outer_;
};

ThreadTeam* ThreadTeam::current() {
  return team_of_thread;
}

/// A thread has done its work: it helps the others until they have done theirs.
void ThreadTeam::finish() {
  std::unique_lock lock(mutex_);
  ++finished_;
  notify();
  wait(lock, [this] { return finished_ >= threads_; });
}

/// There are fewer threads than there should be.
void ThreadTeam::expect(std::size_t threads) {
  const std::lock_guard lock(mutex_);
  threads_ = threads;
  notify();
}

void ThreadTeam::share(Loop& loop) {
  std::unique_lock lock(mutex_);
  const auto place = loops_.insert(loops_.end(), &loop);
  notify();
  while (loop.next < loop.count) run_next(loop, lock);
  changed_.wait(lock, [&] { return loop.running == 0; });
  loops_.erase(place);
}

/// Runs one call of a loop's body, if a loop has calls left. The lock is held before and after.
bool ThreadTeam::help(std::unique_lock<std::mutex>& lock) {
  const auto has_calls = [](const Loop* loop) { return loop->next < loop->count; };
  const auto found = std::find_if(loops_.begin(), loops_.end(), has_calls);
  if (found == loops_.end()) return false;
  run_next(**found, lock);
  return true;
}

void ThreadTeam::run_next(Loop& loop, std::unique_lock<std::mutex>& lock) {
  const std::size_t number = loop.next++;
  ++loop.running;
  lock.unlock();
  std::exception_ptr error;
  try {
    loop.body(number);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  --loop.running;
  if (error != nullptr) {
    loop.error = error;
    loop.next = loop.count;
  }
  if (loop.next == loop.count && loop.running == 0) notify();
}

void run_on_threads(std::size_t threads, const std::function<void(std::size_t)>& work) {
  ThreadTeam team(threads);
  std::mutex mutex;
  std::exception_ptr first_error;
  const auto guarded = [&](std::size_t worker) {
    const ThreadTeam::Member member(team);
    try {
      work(worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (first_error == nullptr) first_error = std::current_exception();
    }
    team.finish();
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t worker = 1; worker < threads; ++worker) others.emplace_back(guarded, worker);
  } catch (...) {
    team.expect(others.size());  // the system has no more threads; those that there are must not wait for the rest
    throw;
  }
  guarded(0);
  others.clear();
  if (first_error != nullptr) std::rethrow_exception(first_error);
}

void share_loop(std::size_t count, const std::function<void(std::size_t)>& body) {
  ThreadTeam* team = ThreadTeam::current();
  if (team == nullptr) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  ThreadTeam::Loop loop{count, body};
  team->share(loop);
  if (loop.error != nullptr) std::rethrow_exception(loop.error);
}

}  // namespace cento
