#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace cento {

/// SimHash (`simhash`, Charikar 2002) of a set of features, 64 bits: bit b is 1 if more than half of the features have
/// 1 in bit b of mix64(feature). A feature given twice counts twice; 0 for no features. The definition must not change.
[[nodiscard]] std::uint64_t simhash(std::span<const std::uint64_t> features);

/// In how many bits two hashes differ.
[[nodiscard]] inline int hamming_distance(std::uint64_t a, std::uint64_t b) {
  return std::popcount(a ^ b);
}

}  // namespace cento
