#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "core/memory/memory_budget.hpp"

namespace cento {

/// Limits the total size of the blocks in flight; a larger block goes alone. The pipeline limits their number.
/// Thread-safe.
class BytesInFlight {
 public:
  explicit BytesInFlight(const MemoryPart& memory) : lease_(memory) {}

  /// Waits until there is room for a block of `bytes` bytes.
  void enter(std::uint64_t bytes) {
    // Other threads soon make room, unless the library gave this run no other thread: then waiting ends as well.
    constexpr std::chrono::milliseconds kNobodyWorks{250};
    std::unique_lock lock(mutex_);
    const auto has_room = [&] { return bytes_ == 0 || bytes_ + bytes <= lease_.bytes(); };
    while (!changed_.wait_for(lock, kNobodyWorks, has_room)) {
      if (working_ == 0) break;
    }
    bytes_ += bytes;
    lease_.use(bytes);
  }

  void leave(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ -= bytes;
    lease_.free(bytes);
    changed_.notify_one();
  }

  /// Runs a step on a block that has entered.
  template <typename Step>
  void work(const Step& step) {
    const Working working(*this);
    step();
  }

 private:
  class Working {
   public:
    explicit Working(BytesInFlight& all) : all_(all) { count(1); }
    ~Working() { count(-1); }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

   private:
    void count(int change) {
      const std::lock_guard lock(all_.mutex_);
      all_.working_ += change;
    }

    BytesInFlight& all_;
  };

  MemoryLease lease_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t bytes_ = 0;
  int working_ = 0;  // threads that are running a step
};

}  // namespace cento
