#include "core/memory/memory_gate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/parallel/executor.hpp"

namespace cento {
namespace {

TEST(MemoryGate, ThreadsHoldNoMoreThanTheBudgetOrOneAlone) {
  constexpr std::uint64_t kBudget = 100;
  MemoryGate gate(kBudget);
  std::atomic<std::uint64_t> held = 0;
  std::atomic<std::uint64_t> inside = 0;
  std::atomic<bool> is_over = false;
  run_on_threads(4, [&](std::size_t worker) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const std::uint64_t bytes = (i * 37 + worker * 11) % 130;  // some exceed the budget
      const MemoryGate::Pass pass(gate, bytes);
      const std::uint64_t now = held += bytes;
      const std::uint64_t others = inside++;
      if (now > kBudget && others > 0 && now > bytes) is_over = true;
      --inside;
      held -= bytes;
    }
  });
  EXPECT_FALSE(is_over);
}

}  // namespace
}  // namespace cento
