#pragma once

#include <cstdint>
#include <limits>

namespace cento {

/// Some of the groups of rows of a Parquet or Arrow file; by default all.
struct GroupRange {
  std::int64_t begin = 0;
  std::int64_t end = std::numeric_limits<std::int64_t>::max();

  [[nodiscard]] bool has(std::int64_t group) const { return group >= begin && group < end; }
};

}  // namespace cento
