#pragma once

#include <cstdint>

#include "read/document.hpp"

namespace cento {

/// How much of a collection was read.
struct CollectionTotals {
  std::uint64_t documents = 0;
  std::uint64_t parts = 0;
  std::uint64_t text_bytes = 0;

  CollectionTotals& operator+=(const CollectionTotals& more);
};

[[nodiscard]] CollectionTotals totals_of(const DocumentBatch& batch);

}  // namespace cento
