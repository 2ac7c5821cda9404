#pragma once

#include <cstdint>
#include <vector>

#include "core/span.hpp"

namespace cento {

/// A stretch of a part of a document that a passage covers.
struct CoveredStretch {
  std::uint32_t part = 0;
  Span bytes = {};
};

/// How many bytes the stretches, which are sorted, cover together.
[[nodiscard]] std::uint64_t covered_bytes(std::vector<CoveredStretch>& stretches);

/// The share that is covered; 1 of nothing.
[[nodiscard]] double share_of(std::uint64_t covered, std::uint64_t all);

}  // namespace cento
