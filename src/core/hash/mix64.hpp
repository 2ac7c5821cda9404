#pragma once

#include <cstdint>

namespace cento {

inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio, odd

/// Every bit of `x` affects every bit of the result; a bijection that maps 0 to 0. The finaliser of SplitMix64 (Steele,
/// Lea and Flood 2014). Sketches and fingerprints are defined by it, so it must not change.
constexpr std::uint64_t mix64(std::uint64_t x) {
  constexpr std::uint64_t kFirst = 0xbf58476d1ce4e5b9ULL;
  constexpr std::uint64_t kSecond = 0x94d049bb133111ebULL;
  x = (x ^ (x >> 30)) * kFirst;
  x = (x ^ (x >> 27)) * kSecond;
  return x ^ (x >> 31);
}

}  // namespace cento
