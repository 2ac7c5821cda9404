#include "index/segment/place_cursor.hpp"

#include <algorithm>

#include "index/segment/segment_sections.hpp"

namespace cento {

PlaceCursor::PlaceCursor(const Segment& segment) : segment_(&segment), firsts_(segment.sections().first_positions) {}

/// The last part that begins at or before the position: it contains it, since the parts after it begin later.
void PlaceCursor::move_to(std::uint32_t position) {
  if (position < firsts_[part_]) part_ = 0;
  std::size_t step = 1;
  std::size_t end = part_ + step;  // a part that begins after the position, or the end
  while (end < firsts_.size() && firsts_[end] <= position) {
    part_ = end;
    step *= 2;
    end += step;
  }
  const auto behind =
      std::upper_bound(firsts_.begin() + static_cast<std::ptrdiff_t>(part_),
                       firsts_.begin() + static_cast<std::ptrdiff_t>(std::min(end, firsts_.size())), position);
  part_ = static_cast<std::size_t>(behind - firsts_.begin()) - 1;
}

SegmentPlace PlaceCursor::find(std::uint32_t position) {
  move_to(position);
  return segment_->place_in_part(static_cast<std::uint32_t>(part_), position);
}

SentenceRange PlaceCursor::positions() const {
  return {firsts_[part_], firsts_[part_ + 1]};
}

}  // namespace cento
