#pragma once

#include <cstdint>
#include <string_view>

#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// A paragraph of a text: its lines without surrounding blank ones, without its last line end.
struct Paragraph {
  std::string_view text;    // empty when no paragraph is left
  std::uint64_t lines = 0;  // how many lines of the text come before it
  std::size_t end = 0;      // of the paragraph in the text
};

/// The first paragraph of `text` at or after byte `begin`, the beginning of a line. Paragraphs are separated by lines
/// of white space.
[[nodiscard]] Paragraph next_paragraph(std::string_view text, std::size_t begin);

/// Cuts whole paragraphs, about `block_bytes` of them, off an input. Text without a blank line for more than
/// `max_paragraph_bytes` (and a block) is skipped without holding it in memory and rejected with its place and size.
class ParagraphCutter {
 public:
  ParagraphCutter(std::size_t block_bytes, std::uint64_t max_paragraph_bytes)
      : block_bytes_(block_bytes), max_paragraph_bytes_(max_paragraph_bytes) {}

  /// Adds paragraphs to batch.block, with file, line and byte as its place. False at the end, when neither a paragraph
  /// nor a rejection was added to the batch.
  bool cut(Input& in, DocumentBatch& batch);

 private:
  void skip_blank_lines(Input& in);
  void skip_long_paragraph(Input& in, DocumentBatch& batch);

  std::size_t block_bytes_;
  std::uint64_t max_paragraph_bytes_;
  std::uint64_t next_line_ = 1;
};

}  // namespace cento
