// Reads the input as the bytes of a segment, with valid checksums, and accesses everything in it. What can be opened
// can be merged or is refused; a merged segment has no more sentences.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "cento/error.hpp"
#include "index/segment/segment.hpp"
#include "index/segment/segment_builder.hpp"
#include "look_at_segment.hpp"

namespace {

void merge(const std::shared_ptr<const cento::Segment>& segment) {
  const std::vector<std::uint32_t> removed = {10, 12};
  const auto merged = cento::Segment::of_bytes(cento::merge_segments(std::span(&segment, 1), removed, 1));
  merged->verify();
  if (merged->sentences() > segment->sentences()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> bytes(begin, begin + size);
  try {
    cento::testing::mend_sections(bytes);
    const auto segment = cento::Segment::of_bytes(std::move(bytes));
    cento::testing::look_at_all(*segment);
    merge(segment);
  } catch (const cento::Error&) {
    return 0;
  }
  return 0;
}
