#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"

namespace cento {

/// The head of a segment; docs/formats/segment.md describes all of its bytes. Numbers are little-endian and have the
/// same bytes in the file as in memory.
inline constexpr std::uint32_t kSegmentVersion = 3;
inline constexpr std::size_t kSegmentHeadBytes = 1024;  // including the table of sections, padded with zeros
inline constexpr std::size_t kSectionAlignment = 64;

/// The contents of sections. The numbers are part of the format, and sections are in this order.
enum class SectionKind : std::uint32_t {
  numbers = 1,          // of each document: its number; 4 bytes
  texts = 2,            // of each document: the fingerprint of its text; 16 bytes
  first_parts = 3,      // of each document: its first part, and the number of all parts; 4 bytes
  first_positions = 4,  // of each part: its first sentence, and the number of all sentences; 4 bytes
  span_offsets = 5,     // of each part: where its packed spans begin, and all end; 8 bytes
  spans = 6,            // packed, see span_codec.hpp
  contents = 7,         // of each sentence: 4 bytes
  bits = 8,             // of each sentence: 16 bytes
  word_offsets = 9,     // of each sentence: where its words begin, and all end; 4 bytes
  words = 10,           // 4 bytes each
  thread_offsets = 11,  // of each document: where its record as a thread begins, and all end; 4 bytes
  threads = 12,         // 4 bytes each
  tables = 16,          // and one more for each IndexTable t: 16 + 2 t its entries, 17 + 2 t its directory
  blocks = 64,          // of each block between the head and this section: its checksum; 8 bytes
};

[[nodiscard]] constexpr SectionKind entries_of(std::size_t table) {
  return static_cast<SectionKind>(static_cast<std::uint32_t>(SectionKind::tables) + 2 * table);
}
[[nodiscard]] constexpr SectionKind directory_of(std::size_t table) {
  return static_cast<SectionKind>(static_cast<std::uint32_t>(entries_of(table)) + 1);
}

/// Whether a table has short keys, from version 2 on: large tables whose values are verified anyway.
[[nodiscard]] constexpr bool has_short_keys(std::size_t table) {
  return table == static_cast<std::size_t>(IndexTable::documents);
}
inline constexpr std::uint32_t kNarrowEntryBytes = 4;

/// For people: "contents", "entries of table blog".
[[nodiscard]] std::string name_of(SectionKind kind);
[[nodiscard]] std::string name_of(IndexTable table);

/// A row of the table of sections.
struct SectionRow {
  SectionKind kind{};
  std::uint32_t detail = 0;    // of a directory: its bits; of narrow entries: kNarrowEntryBytes
  std::uint64_t offset = 0;    // in the file, a multiple of kSectionAlignment
  std::uint64_t bytes = 0;     // without the zeros that pad it to the next multiple
  std::uint64_t checksum = 0;  // including these zeros
};

struct SegmentCounts {
  std::uint32_t documents = 0;
  std::uint32_t parts = 0;
  std::uint32_t sentences = 0;
};

/// The contents of the head. Sections without bytes are left out.
struct SegmentHead {
  std::uint64_t options_hash = 0;
  std::uint64_t file_bytes = 0;
  SegmentCounts counts;
  std::uint64_t checksum = 0;  // filled in by encode_head() and decode_head()
  std::vector<SectionRow> sections;
  std::uint32_t version = kSegmentVersion;
};

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

[[nodiscard]] std::array<std::byte, kSegmentHeadBytes> encode_head(SegmentHead& head);

/// Reads the head of a segment of `file` (for messages). Throws Error unless it has this or an older version, its
/// checksum matches, and its sections follow each other up to the end of `bytes`.
[[nodiscard]] SegmentHead decode_head(std::span<const std::byte> bytes, const std::string& file);

/// Throws the Error for a damaged segment.
[[noreturn]] void fail_damaged_segment(const std::string& file, const std::string& what);

}  // namespace cento
