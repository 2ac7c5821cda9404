#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/hash/mix64.hpp"
#include "core/kernel.hpp"

namespace cento {

/// The inner loop of sentence_hash(): the sum of a run of tokens, each times the factor of its position.
inline constexpr std::size_t kRunTokensMost = 64;

inline constexpr auto kRunFactors = [] {
  std::array<std::uint64_t, kRunTokensMost> factors{};
  for (std::size_t i = 0; i < kRunTokensMost; ++i) factors[i] = 2 * mix64(i + 1) + 1;
  return factors;
}();

using RunSum = std::uint64_t (*)(const std::uint64_t* tokens, std::size_t count);

std::uint64_t run_sum_scalar(const std::uint64_t* tokens, std::size_t count);
std::uint64_t run_sum_avx512(const std::uint64_t* tokens, std::size_t count);

/// The function for a kernel.
[[nodiscard]] RunSum run_sum(Kernel kernel);

}  // namespace cento
