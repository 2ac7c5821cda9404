#include "core/parallel/executor.hpp"

#include <exception>
#include <mutex>
#include <thread>

namespace cento {

bool TurnTaking::wait_for(std::size_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || turn_ == number; });
  return !stopped_;
}

void TurnTaking::pass_on() {
  const std::lock_guard lock(mutex_);
  ++turn_;
  changed_.notify_all();
}

void TurnTaking::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void run_on_threads(std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::mutex mutex;
  std::exception_ptr first_error;
  const auto guarded = [&](std::size_t worker) {
    try {
      work(worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (first_error == nullptr) first_error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t worker = 1; worker < threads; ++worker) others.emplace_back(guarded, worker);
    guarded(0);
  }
  if (first_error != nullptr) std::rethrow_exception(first_error);
}

}  // namespace cento
