#include "core/parallel/executor.hpp"

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

}  // namespace cento
