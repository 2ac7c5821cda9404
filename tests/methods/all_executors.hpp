#pragma once

#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdint>

#include "core/parallel/executor.hpp"
#include "naive_executor.hpp"

namespace cento::testing {

/// Requires that `find(executor)` returns the same under a naive executor and under LocalExecutor with one and with
/// several threads, in memory and in files; returns it.
template <typename Find>
auto same_under_all_executors(std::uint32_t seed, const Find& find) {
  NaiveExecutor naive(seed);
  const auto expected = find(naive);
  for (const std::size_t threads : {1U, 3U}) {
    for (const std::uint64_t memory_bytes : {std::uint64_t{0}, std::uint64_t{1} << 22}) {
      LocalExecutor local(threads, memory_bytes, "");
      RC_ASSERT(find(local) == expected);
    }
  }
  return expected;
}

}  // namespace cento::testing
