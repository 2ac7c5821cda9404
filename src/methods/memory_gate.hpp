#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace cento {

/// Lets threads take memory for a while so that they hold no more than a budget together. One that needs more than that
/// is let in alone.
class MemoryGate {
 public:
  explicit MemoryGate(std::uint64_t memory_bytes) : most_(memory_bytes) {}

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
    left_.wait(lock, [&] { return held_ == 0 || held_ + bytes <= most_; });
    held_ += bytes;
  }

  void leave(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    held_ -= bytes;
    left_.notify_all();
  }

  std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable left_;
  std::uint64_t held_ = 0;
};

}  // namespace cento
