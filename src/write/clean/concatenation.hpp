#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "read/reader.hpp"

namespace cento {

/// Ensures that inputs can be concatenated in one file that is read like the inputs were.
class Concatenation {
 public:
  /// `split`: how plain text is split (ReadOptions::split).
  explicit Concatenation(std::string split) : split_(std::move(split)) {}

  /// Takes the batches of read_collection() in input order. Throws UsageError when a file cannot follow those before
  /// it: another format, header or charset, or documents that are whole files.
  void note(const DocumentBatch& batch);

  /// What must be written after bytes that end in `tail` before another input of this format follows.
  [[nodiscard]] std::string_view separator(const Format& format, std::string_view tail) const;

 private:
  void begin_file(const DocumentBatch& batch);
  void check_extent(const Document& document);
  void check_header(std::string_view header);
  void check_charset(const Document& document);
  [[nodiscard]] bool can_be_continued(const Format& format) const;
  [[noreturn]] void refuse(std::string_view why) const;

  std::string split_;
  std::string_view first_file_;
  std::string_view file_;  // the current one
  const Format* format_ = nullptr;
  bool is_whole_document_ = false;     // the first file
  std::optional<std::string> header_;  // of the first file that has one
  std::string charset_;                // of the first document
};

}  // namespace cento
