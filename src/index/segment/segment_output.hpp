#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/files/durable_file.hpp"
#include "core/hash/checksum.hpp"
#include "index/segment/block_checks.hpp"
#include "index/segment/segment_format.hpp"

namespace cento {

/// Writes the sections of a segment one after the other, with their checksums, into memory or a file.
class SegmentOutput {
 public:
  SegmentOutput();                                  // memory
  explicit SegmentOutput(const std::string& path);  // throws Error as DurableFile does, like all functions here

  /// Begins the section of a kind, which must be higher than those before; left out if nothing is appended.
  void begin(SectionKind kind, std::uint32_t detail = 0);

  void append(std::span<const std::byte> bytes);

  template <typename T>
  void append_array(std::span<const T> values) {
    append(std::as_bytes(values));
  }

  template <typename Values>
  void section(SectionKind kind, const Values& values, std::uint32_t detail = 0) {
    begin(kind, detail);
    append(std::as_bytes(std::span(values)));
  }

  /// Writes the head. Returns the bytes of a segment in memory; publishes a file.
  std::vector<std::byte> finish(std::uint64_t options_hash, const SegmentCounts& counts);

 private:
  void end_section();
  void write_block_sums();
  void put(std::span<const std::byte> bytes);

  std::optional<DurableFile> file_;
  std::vector<std::byte> memory_;
  std::uint64_t offset_ = 0;
  SectionRow row_;  // of the current section
  Checksum checksum_;
  BlockSums blocks_;  // of what follows the head
  std::vector<SectionRow> rows_;
};

}  // namespace cento
