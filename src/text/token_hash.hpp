#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// The 64-bit hash of a folded token. Its definition is part of every index and must not change: state = key; for each
/// 16 bytes but the last 1 to 16, state ^= bytes and two AES rounds; then state ^= the rest, padded with zeros, and
/// three AES rounds; the low half of the state. A folded token has no zero byte, so the padding is unambiguous. This is
/// the plain version; kernels compute the same with AES instructions.
[[nodiscard]] std::uint64_t token_hash(std::string_view folded);

/// The key of all rounds, as the processor's AES instruction expects it.
inline constexpr std::uint64_t kTokenHashKeyLow = 0xe7037ed1a0b428dbULL;
inline constexpr std::uint64_t kTokenHashKeyHigh = 0xa0761d6478bd642fULL;

}  // namespace cento
