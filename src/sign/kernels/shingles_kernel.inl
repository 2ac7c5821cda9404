// The loop of the shingle kernels, compiled once for each instruction set: many shingles at a time, each step adding
// one token to all of them, which the compiler turns into vector code.

#pragma once

#include <cstddef>
#include <cstdint>

#include "sign/shingle_feature.hpp"

namespace {

inline void shingle_features(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out) {
  constexpr std::size_t kAtATime = 64;
  std::uint64_t sums[kAtATime];  // NOLINT: std::array would pull a template into a file of one instruction set
  std::size_t first = 0;
  for (; first + kAtATime <= count; first += kAtATime) {
    for (std::size_t i = 0; i < kAtATime; ++i) sums[i] = tokens[first + i];
    for (std::size_t step = 1; step < length; ++step) {
      const std::uint64_t* next = tokens + first + step;
      for (std::size_t i = 0; i < kAtATime; ++i) sums[i] = sums[i] * cento::kShingleBase + next[i];
    }
    for (std::size_t i = 0; i < kAtATime; ++i) out[first + i] = cento::mix_feature(sums[i]);
  }
  for (; first < count; ++first) {
    std::uint64_t sum = 0;
    for (std::size_t step = 0; step < length; ++step) sum = sum * cento::kShingleBase + tokens[first + step];
    out[first] = cento::mix_feature(sum);
  }
}

}  // namespace
