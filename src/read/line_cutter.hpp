#pragma once

#include <cstdint>
#include <string_view>

#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// Line feeds in a text.
[[nodiscard]] std::uint64_t count_line_ends(std::string_view text);

/// Cuts whole lines, about `block_bytes` of them, off an input. A line over `max_line_bytes` (without its end) is
/// skipped without holding it in memory and rejected with its place and size. Counts lines.
class LineCutter {
 public:
  /// Whether a block is cut when it is full, or, for slow pipes, as soon as it holds a line.
  enum class Blocks : bool { full, as_they_come };

  LineCutter(std::size_t block_bytes, std::uint64_t max_line_bytes, Blocks blocks = Blocks::full)
      : block_bytes_(block_bytes), max_line_bytes_(max_line_bytes), blocks_(blocks) {}

  /// Adds lines (with their line ends) to batch.block, with file, line and byte as its place. False at the end, when
  /// neither a line nor a rejection was added to the batch.
  bool cut(Input& in, DocumentBatch& batch);

  /// Skips the rest of a line and its end; returns its size without the end.
  static std::uint64_t skip_line(Input& in);

 private:
  static bool fill(Input& in, std::size_t wanted, PaddedBytes& out);
  static bool take_lines(Input& in, std::size_t wanted, PaddedBytes& out);
  void take_long_line(Input& in, DocumentBatch& batch);
  void reject_long_line(Input& in, DocumentBatch& batch, bool ended);

  std::size_t block_bytes_;
  std::uint64_t max_line_bytes_;
  Blocks blocks_;
  std::uint64_t next_line_ = 1;
};

}  // namespace cento
