#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/part_passage.hpp"
#include "core/span.hpp"
#include "read/document.hpp"

namespace cento {

/// A stretch of a document between two passage boundaries.
struct PassageSegment {
  std::uint32_t part = 0;
  Span bytes;
  std::uint32_t passage = 0;  // number, from 1, of the first passage that holds it; 0: none
  bool has_more = false;      // other passages also hold it

  friend bool operator==(const PassageSegment&, const PassageSegment&) = default;
};

/// The stretch of a passage in one document.
struct PassageStretch {
  std::uint32_t part = 0;
  Span bytes;
};

/// Where the passages are in the first document, and in the second.
[[nodiscard]] std::vector<PassageStretch> stretches_in_a(std::span<const PartPassage> passages);
[[nodiscard]] std::vector<PassageStretch> stretches_in_b(std::span<const PartPassage> passages);

/// Cuts a document at the begin and end of each passage. Together the segments are the document, in order.
[[nodiscard]] std::vector<PassageSegment> cut_at_passages(std::span<const Part> parts,
                                                          std::span<const PassageStretch> passages);

}  // namespace cento
