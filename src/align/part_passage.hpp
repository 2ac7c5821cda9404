#pragma once

#include <cstdint>

#include "align/passage.hpp"

namespace cento {

/// A passage of two documents and the parts of them that it occurs in, counted from 0.
struct PartPassage {
  std::uint32_t part_a = 0;
  std::uint32_t part_b = 0;
  Passage passage;

  friend bool operator==(const PartPassage&, const PartPassage&) = default;
};

}  // namespace cento
