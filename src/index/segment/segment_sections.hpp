#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "index/digest.hpp"
#include "index/segment/key_table.hpp"
#include "index/segment/segment_format.hpp"

namespace cento {

/// The sections of a segment as typed arrays; empty if a section is left out.
struct SegmentSections {
  std::span<const std::uint32_t> numbers;          // of each document, ascending
  std::span<const Fingerprint> texts;              // of each document
  std::span<const std::uint32_t> first_parts;      // of each document, and the end
  std::span<const std::uint32_t> first_positions;  // of each part, and the end
  std::span<const std::uint64_t> span_offsets;     // of each part, and the end
  std::span<const std::byte> spans;
  std::span<const std::uint32_t> contents;      // of each position
  std::span<const BitSignature> bits;           // of each position
  std::span<const std::uint32_t> word_offsets;  // of each position, and the end; not checked: may be anything
  std::span<const std::uint32_t> words;
  std::span<const std::uint32_t> thread_offsets;  // of each document, and the end; not checked: may be anything
  std::span<const std::uint32_t> threads;
  std::array<KeyTable, kIndexTables> tables;
  std::span<const std::uint64_t> blocks;  // checksums; empty before version 3
};

/// The sections of the segment `bytes` of `file` (for messages). Throws Error unless each has the size required by the
/// counts and offsets of documents and parts ascend: takes time proportional to these, not to sentences.
[[nodiscard]] SegmentSections sections_of(std::span<const std::byte> bytes, const SegmentHead& head,
                                          const std::string& file);

}  // namespace cento
