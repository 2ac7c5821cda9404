#include "write/clean/concatenation.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/formats.hpp"

namespace cento {

namespace {

constexpr std::string_view kText = "text";
constexpr std::string_view kLines = "lines";
constexpr std::string_view kParagraphs = "paragraphs";
constexpr std::string_view kWholeDocument = "a whole file is one document";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Formats whose reader determines the charset of all documents from the beginning of the file.
bool has_charset_a_file(const Format& format) {
  constexpr std::array<std::string_view, 4> kNames{kText, "csv", "tsv", "jsonl"};
  return is_one_of(format.name, kNames);
}

std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace

void Concatenation::note(const DocumentBatch& batch) {
  if (batch.format == nullptr) return;
  if (file_.data() != batch.block.place.file.data()) begin_file(batch);
  for (const OtherRecord& other : batch.others) {
    if (other.role == OtherRecord::Role::header) check_header(without_mark(other.bytes));
  }
  if (batch.documents.empty()) return;
  check_extent(batch.documents[0]);
  if (has_charset_a_file(*batch.format)) check_charset(batch.documents[0]);
}

void Concatenation::begin_file(const DocumentBatch& batch) {
  file_ = batch.block.place.file;
  if (format_ == nullptr) {
    format_ = batch.format;
    first_file_ = file_;
    return;
  }
  if (format_ != batch.format) refuse(fmt::format("one is {}, the other {}", format_->title, batch.format->title));
  if (!can_be_continued(*format_)) refuse(fmt::format("one {} cannot be appended to another", format_->title));
  if (is_whole_document_) refuse(kWholeDocument);
}

void Concatenation::check_extent(const Document& document) {
  if (!document.record.is_whole_input()) return;
  if (file_.data() != first_file_.data()) refuse(kWholeDocument);
  is_whole_document_ = true;
}

void Concatenation::check_header(std::string_view header) {
  if (!header_) header_ = header;
  if (*header_ != header) refuse("their headers differ");
}

/// UTF-16 is refused for its byte order mark and its line ends, which no one would expect to be added.
void Concatenation::check_charset(const Document& document) {
  const std::string_view charset = document.charset;
  if (charset_.empty()) charset_ = charset;
  if (file_.data() == first_file_.data()) return;
  if (charset_ != charset) refuse(fmt::format("one is in {}, the other in {}", charset_, charset));
  if (charset.starts_with("UTF-16") || charset.starts_with("UTF-32")) refuse(fmt::format("they are in {}", charset));
}

bool Concatenation::can_be_continued(const Format& format) const {
  constexpr std::array<std::string_view, 9> kNames{"jsonl", "csv",     "tsv",     "warc", "arc",
                                                   "trec",  "reuters", "parquet", "arrow"};
  if (format.name == kText) return split_ == kLines || split_ == kParagraphs;
  return is_one_of(format.name, kNames);
}

void Concatenation::refuse(std::string_view why) const {
  throw UsageError(
      fmt::format("{} and {} cannot be copied to one file because {}; name a folder to write to, with a / at its end, "
                  "or choose JSON lines",
                  first_file_, file_, why));
}

std::string_view Concatenation::separator(const Format& format, std::string_view tail) const {
  constexpr std::string_view kEmptyLine = "\n\n";
  constexpr std::string_view kEndOfCapture = "\r\n\r\n";
  const bool ends_line = tail.ends_with('\n');
  if (tail.empty()) return {};
  if (format.name == kText && split_ == kParagraphs) return kEmptyLine.substr(ends_line ? 1 : 0);
  if (ends_line) return {};
  return format.name == "warc" ? kEndOfCapture : kEmptyLine.substr(1);
}

}  // namespace cento
