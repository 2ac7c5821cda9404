#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hash/mix64.hpp"

namespace cento {

/// One throw of a feature, see MinHash.
struct ThrownFeature {
  std::uint64_t slot = 0;
  std::uint64_t held = 0;  // the slot gets this if it holds nothing less: the throw in the upper half, the value below
};

inline ThrownFeature throw_feature(std::uint64_t feature, std::uint64_t round, std::size_t slot_count) {
  constexpr int kValueBits = 32;
  constexpr std::uint64_t kValue = 0xffffffff;
  const std::uint64_t hash = mix64(feature + round * kGoldenStep);
  return {((hash >> kValueBits) * slot_count) >> kValueBits, (round << kValueBits) | (hash & kValue)};
}

/// Throws all features into the slots. Plain pointers, because each kernel is compiled for one instruction set alone.
using MinHashThrow = void (*)(const std::uint64_t* features, std::size_t count, std::uint64_t round,
                              std::uint64_t* slots, std::size_t slot_count);

void throw_scalar(const std::uint64_t* features, std::size_t count, std::uint64_t round, std::uint64_t* slots,
                  std::size_t slot_count);
void throw_avx512(const std::uint64_t* features, std::size_t count, std::uint64_t round, std::uint64_t* slots,
                  std::size_t slot_count);

}  // namespace cento
