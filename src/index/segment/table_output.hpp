#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "index/segment/key_table.hpp"
#include "index/segment/segment_output.hpp"

namespace cento {

/// Writes a table of a segment: its entries, as wide as needed, and then its directory.
class TableOutput {
 public:
  /// `size`: entries of the table; `documents` of the segment.
  TableOutput(SegmentOutput& out, std::size_t table, std::uint64_t size, std::uint32_t documents);

  void append(std::span<const KeyTable::Entry> entries);
  void finish(const PlainVector<std::uint32_t>& directory);

  [[nodiscard]] std::uint64_t written() const { return written_; }  // entries

 private:
  SegmentOutput& out_;
  std::size_t table_;
  unsigned directory_bits_;
  bool is_narrow_;
  std::uint64_t written_ = 0;
  PlainVector<std::uint32_t> narrow_;
};

}  // namespace cento
