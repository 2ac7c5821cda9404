#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "cento/error.hpp"

namespace cento {

/// How far a run is: its phase, and how much of the phase's current step is done. Advanced where the work happens; any
/// thread may read it.
class Progress {
 public:
  struct State {
    const char* phase = nullptr;  // "joining"; null before the first
    std::uint64_t step = 0;       // of the phase, from 1 on; 0: nothing is counted yet
    std::uint64_t done = 0;
    std::uint64_t total = 0;  // of the step; 0: not known
  };

  Progress() = default;
  /// `stop`: asks for the end of the run.
  explicit Progress(std::stop_token stop) : stop_(std::move(stop)) {}

  /// Throws Stopped once the run is asked to end. Called often, wherever work goes on, by any thread.
  void check() const {
    if (stop_.stop_requested()) throw Stopped();
  }

  /// `name` is a literal.
  void begin_phase(const char* name) {
    check();
    total_ = 0;
    done_ = 0;
    step_ = 0;
    phase_ = name;
  }

  void begin_step(std::uint64_t total) {
    check();
    total_ = 0;
    done_ = 0;
    ++step_;
    total_ = total;
  }

  void advance(std::uint64_t amount = 1) {
    done_.fetch_add(amount, std::memory_order_relaxed);
    check();
  }

  [[nodiscard]] State state() const { return {phase_, step_, done_, total_}; }

 private:
  std::stop_token stop_;
  std::atomic<const char*> phase_ = nullptr;
  std::atomic<std::uint64_t> step_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
};

}  // namespace cento
