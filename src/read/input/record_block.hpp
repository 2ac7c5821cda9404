#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/memory/growable_bytes.hpp"
#include "core/place.hpp"
#include "core/span.hpp"

namespace cento {

/// Growable bytes, uninitialised beyond what was appended, with at least kPadding readable bytes after the end.
class PaddedBytes {
 public:
  static constexpr std::size_t kPadding = 64;

  PaddedBytes() = default;
  /// `pool`: as for ReusedBytes.
  explicit PaddedBytes(std::shared_ptr<BytePool> pool) : memory_(std::move(pool)) {}

  [[nodiscard]] std::string_view view() const { return {memory_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] char* data() { return memory_.data(); }
  void append(std::string_view more);
  /// Room for `more` bytes after the end, which extend() then adds.
  char* room(std::size_t more);
  void extend(std::size_t more) { resize(size_ + more); }
  /// Drops everything after the first `size` bytes.
  void shrink_to(std::size_t size) { resize(size); }
  /// Drops the bytes. Keeps the memory, unless one large record made it larger than usual.
  void clear();

 private:
  void resize(std::size_t size);

  GrowableBytes memory_;
  std::size_t size_ = 0;
};

/// One record inside a block.
struct RawRecord {
  Span bytes;                            // in RecordBlock::bytes
  std::uint64_t byte = 0;                // its start in the decompressed input
  std::uint64_t line = Place::kUnknown;  // the same as a line, where the cutter counts them
  std::uint64_t end_byte = 0;            // end of its bytes in the decompressed input; 0: not known
};

/// Whole records cut off the input: the unit of work shared by reader threads.
struct RecordBlock {
  RecordBlock() = default;
  /// `pool`: as for ReusedBytes.
  explicit RecordBlock(std::shared_ptr<BytePool> pool) : bytes(std::move(pool)) {}

  PaddedBytes bytes;
  std::vector<RawRecord> records;  // for formats whose cutter knows the records; line formats leave it empty
  Place place;                     // file; line and byte of the first byte of `bytes`, or the first row
  std::uint64_t parsed_bytes = 0;  // memory that parse() takes for records that are not in `bytes`, likely
  std::uint64_t stored_bytes = 0;  // what such records take in the file

  void clear() {
    bytes.clear();
    records.clear();
    place = {};
    parsed_bytes = 0;
    stored_bytes = 0;
  }
};

}  // namespace cento
