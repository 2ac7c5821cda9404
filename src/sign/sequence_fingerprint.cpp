#include "sign/sequence_fingerprint.hpp"

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

// Fractions of the square roots of 2 and 3: nothing-up-my-sleeve numbers.
constexpr std::uint64_t kLowStart = 0x6a09e667f3bcc908ULL;
constexpr std::uint64_t kHighStart = 0xbb67ae8584caa73bULL;

}  // namespace

Fingerprint sequence_fingerprint(std::span<const std::uint64_t> tokens) {
  Fingerprint sum{kLowStart, kHighStart};
  for (const std::uint64_t token : tokens) {
    sum.low = mix64(sum.low + token);
    sum.high = mix64(sum.high * kGoldenStep + token);
  }
  return sum;
}

}  // namespace cento
