#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/hash/checksum.hpp"
#include "index/segment/segment.hpp"
#include "index/segment/segment_format.hpp"

namespace cento::testing {

/// Makes the checksum of a segment's head valid, as an attacker would.
inline void mend_head(std::vector<std::byte>& bytes) {
  constexpr std::size_t kChecksumAt = 56;
  if (bytes.size() < kSegmentHeadBytes) return;
  std::memset(bytes.data() + kChecksumAt, 0, sizeof(std::uint64_t));
  const std::uint64_t sum = checksum_of(std::span(bytes).first(kSegmentHeadBytes));
  std::memcpy(bytes.data() + kChecksumAt, &sum, sizeof(sum));
}

/// The same for its sections. Throws Error if they are not where the head says.
inline void mend_sections(std::vector<std::byte>& bytes) {
  mend_head(bytes);
  SegmentHead head = decode_head(bytes, "");
  for (SectionRow& row : head.sections) {
    row.checksum = checksum_of(std::span(bytes).subspan(row.offset, aligned(row.bytes)));
  }
  std::ranges::copy(encode_head(head), bytes.begin());
}

/// Calls all functions of a segment, and reads all that they return. That must be safe for any bytes.
inline std::uint64_t look_at_all(const Segment& segment) {
  std::uint64_t sum = segment.ordinal_of(3);
  PlainVector<Span> spans;
  for (std::uint32_t document = 0; document <= segment.documents(); ++document) {
    for (const std::uint32_t number : segment.thread_of(document)) sum += number;
    for (std::uint32_t part = 0; part <= segment.parts_of(document); ++part) {
      const SentenceRange positions = segment.positions_of(document, part);
      for (std::uint32_t i = positions.begin; i < positions.end; ++i) sum += segment.contents()[i];
      segment.spans_of(document, part, spans);
      for (const Span& span : spans) sum += span.size();
      sum += segment.bytes_of(document, part, {1, 3}).size();
    }
  }
  for (std::uint32_t position = 0; position <= segment.sentences(); ++position) {
    const SegmentPlace place = segment.place_of(position);
    sum += segment.positions_of(place.document, place.part).begin + place.sentence;
    for (const std::uint32_t word : segment.words_of(position)) sum += word;
    if (position < segment.bits().size()) sum += segment.bits()[position].words[1];
  }
  for (std::size_t i = 0; i < kIndexTables; ++i) {
    const KeyTable& table = segment.table(static_cast<IndexTable>(i));
    for (std::uint64_t key = 0; key < (std::uint64_t{1} << 16U); key += 97) {
      table.prefetch_entries(key << 48U);
      for (const KeyTable::Entry& entry : table.find((key << 48U) | (key << 20U))) sum += entry.value;
      table.for_each_below(static_cast<std::uint32_t>(key),
                           [&](std::uint32_t low, std::uint32_t value) { sum += low ^ value; });
    }
    table.for_each([&](std::uint64_t key, std::uint32_t value) { sum += key ^ value; });
  }
  for (const Segment::SectionSize& section : segment.section_sizes()) sum += section.bytes;
  return sum;
}

}  // namespace cento::testing
