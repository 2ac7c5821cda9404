#pragma once

#include <cstddef>
#include <cstdint>

namespace cento {

inline constexpr std::uint64_t kShingleBase = 0x9e3779b97f4a7c15ULL;  // c: odd, so that no bit of a token is lost

/// Spreads what the sum left in the high bits over all bits. A bijection.
inline std::uint64_t mix_feature(std::uint64_t x) {
  constexpr std::uint64_t kMultiplier = 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= kMultiplier;
  x ^= x >> 29;
  return x;
}

/// Kernels write to `out` the feature of each `length` tokens in a row; count + length - 1 tokens must be readable.
/// Plain pointers, because each is compiled for one instruction set alone.
using ShingleKernel = void (*)(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out);

void shingles_scalar(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out);
void shingles_avx512(const std::uint64_t* tokens, std::size_t count, std::size_t length, std::uint64_t* out);

}  // namespace cento
