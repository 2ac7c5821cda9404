#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"

namespace cento {

/// The head of a segment; docs/formats/segment.md has all of its bytes. Numbers are little-endian and stand in the file
/// as in memory.
inline constexpr std::uint32_t kSegmentVersion = 3;
inline constexpr std::size_t kSegmentHeadBytes = 1024;  // with the table of sections, filled up with zeros
inline constexpr std::size_t kSectionAlignment = 64;

/// What sections hold. The numbers are part of the format, and sections stand in their order.
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
  blocks = 64,          // of each block of what is between the head and this section: its checksum; 8 bytes
};

[[nodiscard]] constexpr SectionKind entries_of(std::size_t table) {
  return static_cast<SectionKind>(static_cast<std::uint32_t>(SectionKind::tables) + 2 * table);
}
[[nodiscard]] constexpr SectionKind directory_of(std::size_t table) {
  return static_cast<SectionKind>(static_cast<std::uint32_t>(entries_of(table)) + 1);
}

/// Whether a table has short keys, from version 2 on: those whose values are verified anyway, and that are many.
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
  std::uint64_t bytes = 0;     // without the zeros that fill up to the next multiple
  std::uint64_t checksum = 0;  // with these zeros
};

struct SegmentCounts {
  std::uint32_t documents = 0;
  std::uint32_t parts = 0;
  std::uint32_t sentences = 0;
};

/// What stands in the head. Sections without bytes are left out.
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

/// Reads the head of a segment of `file` (for messages). Throws Error unless it is one of this or an older version, its
/// checksum fits, and its sections follow each other up to the end of `bytes`.
[[nodiscard]] SegmentHead decode_head(std::span<const std::byte> bytes, const std::string& file);

/// Throws the Error of a segment that is not as it was written.
[[noreturn]] void fail_damaged_segment(const std::string& file, const std::string& what);

}  // namespace cento
