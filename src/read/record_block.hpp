#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/growable_bytes.hpp"
#include "core/place.hpp"
#include "core/span.hpp"

namespace cento {

/// Growable bytes, uninitialised beyond what was appended, with at least kPadding readable bytes behind the end.
class PaddedBytes {
 public:
  static constexpr std::size_t kPadding = 64;

  [[nodiscard]] std::string_view view() const { return {memory_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] char* data() { return memory_.data(); }
  void append(std::string_view more);
  /// Room for `more` bytes behind the end, which extend() then takes in.
  char* room(std::size_t more);
  void extend(std::size_t more) { resize(size_ + more); }
  /// Forgets what is behind `size` bytes.
  void shrink_to(std::size_t size) { resize(size); }
  /// Forgets the bytes. Keeps the memory, unless one large record made it grow over the usual.
  void clear();

 private:
  void resize(std::size_t size);

  GrowableBytes memory_;
  std::size_t size_ = 0;
};

/// One record inside a block.
struct RawRecord {
  Span bytes;                            // in RecordBlock::bytes
  std::uint64_t byte = 0;                // where it starts in the decompressed input
  std::uint64_t line = Place::kUnknown;  // the same as a line, where the cutter counts them
  std::uint64_t end_byte = 0;            // where what belongs to it ends in the decompressed input; 0: not known
};

/// Whole records cut off the input: the unit of work that reader threads share.
struct RecordBlock {
  PaddedBytes bytes;
  std::vector<RawRecord> records;  // for formats whose cutter knows the records; line formats leave it empty
  Place place;                     // file; line and byte of the first byte of `bytes`

  void clear() {
    bytes.clear();
    records.clear();
    place = {};
  }
};

}  // namespace cento
