#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/byte_range.hpp"
#include "core/spill/record_spool.hpp"
#include "read/document.hpp"
#include "write/clean/text_cuts.hpp"

namespace cento {

/// The ranges of a document's cuts in the input, ascending: without these bytes its record is that of the document
/// without the cuts, and otherwise unchanged. `batch` holds the document as read. For JSON lines, plain text, CSV and
/// TSV; throws Error for texts that are not unchanged in their record: those of other formats, of arrays, HTML in a
/// field, of some charsets.
[[nodiscard]] std::vector<ByteRange> raw_ranges(const DocumentBatch& batch, const Document& document,
                                                std::span<const PartCut> cuts);

/// What is left out when the inputs are copied: ascending byte ranges of each.
class RawCuts {
 public:
  /// `temp_dir`: empty for the system's default.
  RawCuts(const MemoryPart& memory, std::string temp_dir) : ranges_(memory, std::move(temp_dir)) {}

  /// Adds ranges of a file, after those it has. Files come one after the other, with names at different addresses.
  void add(std::string_view file, std::span<const ByteRange> ranges);

  /// Iterates over the ranges of a file; RawCuts must not grow meanwhile.
  class Cursor {
   public:
    Cursor() = default;

    /// The next range; if there is none, one that begins at the end of the input.
    [[nodiscard]] ByteRange next();

   private:
    friend class RawCuts;

    std::optional<SpoolReader<ByteRange>> ranges_;
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
  };

  [[nodiscard]] Cursor of(std::string_view file) const;
  [[nodiscard]] bool has(std::string_view file) const { return files_.contains(file.data()); }

 private:
  struct File {
    std::uint64_t begin = 0;  // of its ranges
    std::uint64_t end = 0;
  };

  RecordSpool<ByteRange> ranges_;
  std::unordered_map<const char*, File> files_;  // by the address of the name
};

}  // namespace cento
