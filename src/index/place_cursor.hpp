#pragma once

#include <cstdint>

#include "align/passage.hpp"
#include "index/segment.hpp"

namespace cento {

/// Where sentences of a segment stand, for many positions that ascend, or nearly so: from one to the next it takes time
/// in proportion to the logarithm of the parts between them. The segment must outlive it.
class PlaceCursor {
 public:
  explicit PlaceCursor(const Segment& segment);

  /// As Segment::place_of(); the position must be below Segment::sentences().
  [[nodiscard]] SegmentPlace find(std::uint32_t position);

  /// The positions of the part that was found last, or that has the first sentence if none was.
  [[nodiscard]] SentenceRange positions() const;

 private:
  void move_to(std::uint32_t position);

  const Segment* segment_;
  std::span<const std::uint32_t> firsts_;  // positions
  std::size_t part_ = 0;
};

}  // namespace cento
