#pragma once

#include <cstdint>

#include "align/passage.hpp"
#include "index/segment/segment.hpp"

namespace cento {

/// Finds the places of sentences in a segment, for many positions in ascending order, or nearly so: a step takes time
/// logarithmic in the number of parts it skips. The segment must outlive it.
class PlaceCursor {
 public:
  explicit PlaceCursor(const Segment& segment);

  /// As Segment::place_of(); the position must be below Segment::sentences().
  [[nodiscard]] SegmentPlace find(std::uint32_t position);

  /// The positions of the part found last, or initially of the part with the first sentence.
  [[nodiscard]] SentenceRange positions() const;

 private:
  void move_to(std::uint32_t position);

  const Segment* segment_;
  std::span<const std::uint32_t> firsts_;  // positions
  std::size_t part_ = 0;
};

}  // namespace cento
