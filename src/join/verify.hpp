#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/kernel.hpp"
#include "join/bounds.hpp"

namespace cento {

/// How many features two sets (ascending) share.
[[nodiscard]] std::uint32_t count_shared(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                         Kernel kernel = best_kernel());

/// The same if the sets are similar, otherwise nothing. Gives up as soon as the features C of A that are not in B keep
/// the similarity below τ: J ≤ (|A| − |C|) / (|B| + |C|), the bound of threads §4.1, for either set.
[[nodiscard]] std::optional<std::uint32_t> verify_similarity(std::span<const std::uint64_t> a,
                                                             std::span<const std::uint64_t> b,
                                                             const WantedSimilarity& wanted,
                                                             Kernel kernel = best_kernel());

}  // namespace cento
