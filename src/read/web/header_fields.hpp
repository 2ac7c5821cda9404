#pragma once

#include <cstddef>
#include <string_view>

namespace cento {

/// One "Name: value" line of a header block, as HTTP, WARC and mail write them.
struct HeaderField {
  std::string_view name;   // without surrounding white space
  std::string_view value;  // likewise; a value folded over several lines keeps its line breaks
};

/// Iterates over the fields of a header block, whose lines end in CRLF or LF and which ends with an empty line. Lines
/// without a colon are skipped. Nothing is copied.
class HeaderFields {
 public:
  explicit HeaderFields(std::string_view bytes) : bytes_(bytes) {}

  /// False at the end of the block or of the bytes. A line that starts with '<' also ends the block: no header does,
  /// but a page does whose server forgot the empty line.
  bool next(HeaderField& field);

  /// Whether the end of the block was reached, not only that of the bytes.
  [[nodiscard]] bool complete() const { return complete_; }

  /// Bytes read so far; after the last field, where the block ends, including its empty line.
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  std::string_view take_line();

  std::string_view bytes_;
  std::size_t position_ = 0;
  bool complete_ = false;
};

/// Whether two header names or similar strings are equal, ignoring the case of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);
[[nodiscard]] bool starts_ignoring_case(std::string_view text, std::string_view prefix);

/// Without spaces, tabs and line ends at either end.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace cento
