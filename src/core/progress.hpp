#pragma once

#include <atomic>
#include <cstdint>

namespace cento {

/// How far a run is: the phase it is in, and how much of the phase's current step is done. Advanced where the work
/// happens; any thread may look.
class Progress {
 public:
  struct State {
    const char* phase = nullptr;  // "joining"; null before the first
    std::uint64_t step = 0;       // of the phase, from 1 on; 0: nothing is counted yet
    std::uint64_t done = 0;
    std::uint64_t total = 0;  // of the step; 0: not known
  };

  /// `name` is a literal.
  void begin_phase(const char* name) {
    total_ = 0;
    done_ = 0;
    step_ = 0;
    phase_ = name;
  }

  void begin_step(std::uint64_t total) {
    total_ = 0;
    done_ = 0;
    ++step_;
    total_ = total;
  }

  void advance(std::uint64_t amount = 1) { done_.fetch_add(amount, std::memory_order_relaxed); }

  [[nodiscard]] State state() const { return {phase_, step_, done_, total_}; }

 private:
  std::atomic<const char*> phase_ = nullptr;
  std::atomic<std::uint64_t> step_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
};

}  // namespace cento
