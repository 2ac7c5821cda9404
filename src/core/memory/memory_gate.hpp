#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "core/memory/memory_budget.hpp"

namespace cento {

/// Lets threads take memory for a while so that together they stay within a budget. A thread that needs more than the
/// budget is admitted alone.
class MemoryGate {
 public:
  explicit MemoryGate(const MemoryPart& memory) : lease_(memory) {}

  /// Held for as long as the memory is.
  class Pass {
   public:
    Pass(MemoryGate& gate, std::uint64_t bytes) : gate_(gate), bytes_(bytes) { gate_.enter(bytes); }
    ~Pass() { gate_.leave(bytes_); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    MemoryGate& gate_;
    std::uint64_t bytes_;
  };

 private:
  void enter(std::uint64_t bytes) {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return held_ == 0 || held_ + bytes <= lease_.bytes(); });
    held_ += bytes;
    lease_.use(bytes);
  }

  void leave(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    held_ -= bytes;
    lease_.free(bytes);
    left_.notify_all();
  }

  MemoryLease lease_;
  std::mutex mutex_;
  std::condition_variable left_;
  std::uint64_t held_ = 0;
};

}  // namespace cento
