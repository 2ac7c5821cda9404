#include "index/segment/place_cursor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "plain_documents.hpp"

namespace cento {
namespace {

using testing::PlainDocuments;

RC_GTEST_PROP(PlaceCursor, FindsWhatTheSegmentFinds, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const PlainDocuments documents = testing::random_documents(random, 40);
  const auto segment = Segment::of_bytes(testing::segment_bytes(documents));
  RC_PRE(segment->sentences() > 0U);
  auto positions = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0U, segment->sentences()));
  if (*rc::gen::arbitrary<bool>()) std::sort(positions.begin(), positions.end());
  PlaceCursor cursor(*segment);
  for (const std::uint32_t position : positions) {
    const SegmentPlace found = cursor.find(position);
    const SegmentPlace expected = segment->place_of(position);
    RC_ASSERT(found.document == expected.document);
    RC_ASSERT(found.part == expected.part);
    RC_ASSERT(found.sentence == expected.sentence);
    RC_ASSERT(cursor.positions() == segment->positions_of(found.document, found.part));
  }
}

}  // namespace
}  // namespace cento
