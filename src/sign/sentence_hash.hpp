#pragma once

#include <cstdint>
#include <span>

namespace cento {

/// The 64-bit hash of the tokens of a sentence in this order: equal for sentences that are identical after folding.
/// Part of every index, so its definition must not change. The tokens are cut into runs of 64; starting with h = the
/// number of tokens, for each run h = mix64(h + Σ token(i) · (2 · mix64(i + 1) + 1)), modulo 2^64, i from 0 in each
/// run. Without tokens, h = mix64(0).
[[nodiscard]] std::uint64_t sentence_hash(std::span<const std::uint64_t> tokens);

}  // namespace cento
