#pragma once

#include <cstdint>
#include <span>

#include "sign/signer.hpp"

namespace cento {

/// The 128-bit hash of tokens in this order. Part of every index, so its definition must not change: with mix64() of
/// mix64.hpp, modulo 2^64, for each token in turn
///   low  = mix64(low + token)               from low  = 0x6a09e667f3bcc908
///   high = mix64(high · kGoldenStep + token) from high = 0xbb67ae8584caa73b
/// Each half is a 64-bit hash by itself. Guards against accidental collisions, not against an adversary.
[[nodiscard]] Fingerprint sequence_fingerprint(std::span<const std::uint64_t> tokens);

/// A fingerprint as a feature: the xor of both halves.
[[nodiscard]] inline std::uint64_t feature_of(const Fingerprint& fingerprint) {
  return fingerprint.low ^ fingerprint.high;
}

}  // namespace cento
