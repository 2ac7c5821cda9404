#include <algorithm>
#include <charconv>
#include <memory>

#include "read/web/archive_reader.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

namespace {

constexpr std::size_t kDateDigits = 14;  // YYYYMMDDhhmmss

/// A record's header: one line, "URL address date content-type length". Version 2 has more fields before the length.
struct ArcHeader {
  std::string_view url;
  std::string_view date;
  std::string_view content_type;
  std::uint64_t payload_bytes = 0;
  std::size_t size_bytes = 0;  // with the line end
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_address(std::string_view text) {
  return consists_of(text, "0123456789abcdefABCDEF.:-");
}

bool is_date(std::string_view text) {
  return text.size() == kDateDigits && consists_of(text, "0123456789");
}

/// The bytes up to the next space; they and the space are removed from `rest`.
std::string_view take_word(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  return word;
}

/// Whether the bytes begin with a URL scheme.
bool starts_with_scheme(std::string_view bytes) {
  const std::size_t colon = bytes.substr(0, bytes.find_first_of(" \n")).find(':');
  return colon != std::string_view::npos && colon > 0 && is_letter(bytes[0]);
}

bool read_type_and_length(std::string_view rest, ArcHeader& header) {
  const std::string_view length = rest.substr(rest.rfind(' ') + 1);
  header.content_type = take_word(rest);
  const auto [stop, error] = std::from_chars(length.data(), length.data() + length.size(), header.payload_bytes);
  return error == std::errc{} && stop == length.data() + length.size() && header.payload_bytes <= kMostPayloadBytes;
}

/// Reads the header line at the beginning of `bytes`; false when there is none. A URL may contain spaces: it ends where
/// an address and a date follow.
bool read_header(std::string_view bytes, ArcHeader& header) {
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos || !starts_with_scheme(bytes)) return false;
  const std::string_view line = trimmed(bytes.substr(0, line_end));
  header.size_bytes = line_end + 1;
  for (std::size_t space = line.find(' '); space != std::string_view::npos; space = line.find(' ', space + 1)) {
    std::string_view rest = line.substr(space + 1);
    if (!is_address(take_word(rest))) continue;
    header.date = take_word(rest);
    if (!is_date(header.date)) continue;
    header.url = line.substr(0, space);
    return read_type_and_length(rest, header);
  }
  return false;
}

/// "2008-04-30T20:48:25Z" for "20080430204825".
std::string_view iso_date(std::string_view date, Arena& arena) {
  constexpr std::string_view kPattern = "YYYY-MM-DDThh:mm:ssZ";
  char* room = arena.allocate(kPattern.size());
  const char* digit = date.data();
  for (std::size_t i = 0; i < kPattern.size(); ++i) {
    const bool is_kept = kPattern[i] == '-' || kPattern[i] == ':' || kPattern[i] == 'T' || kPattern[i] == 'Z';
    room[i] = is_kept ? kPattern[i] : *digit++;
  }
  return {room, kPattern.size()};
}

Capture capture_of(const ArcHeader& header, std::string_view payload) {
  Capture capture;
  capture.url = header.url;
  capture.date = header.date;
  capture.content_type = header.content_type;
  capture.payload = payload;
  capture.is_http = payload.starts_with("HTTP/");
  return capture;
}

class ArcReader final : public ArchiveReader {
 public:
  using ArchiveReader::ArchiveReader;

 protected:
  [[nodiscard]] bool starts_record(std::string_view bytes) const override {
    ArcHeader header;
    const bool is_whole_line = bytes.find('\n') != std::string_view::npos;
    return is_whole_line ? read_header(bytes, header) : starts_with_scheme(bytes);
  }

  [[nodiscard]] ArchiveHead read_head(std::string_view window) const override;

  /// The separator is a single line feed, which is also common inside texts.
  [[nodiscard]] bool starts_with_separator(std::string_view /*bytes*/) const override { return false; }

  [[nodiscard]] std::size_t find_record(std::string_view window) const override;

  [[nodiscard]] Capture read_capture(std::string_view record, Arena& arena) const override;
};

ArchiveHead ArcReader::read_head(std::string_view window) const {
  ArchiveHead head;
  ArcHeader header;
  head.is_complete = window.find('\n') != std::string_view::npos;
  if (!head.is_complete) return head;
  if (!read_header(window, header)) {
    head.problem = "the record's header line is not \"URL address date type length\"";
    return head;
  }
  head.header_bytes = header.size_bytes;
  head.payload_bytes = header.payload_bytes;
  if (header.url.starts_with("filedesc:")) {
    head.outlook.skipped = Skipped::version_block;
  } else {
    head.outlook = look_ahead(capture_of(header, window.substr(head.header_bytes)), head.payload_bytes);
  }
  return head;
}

std::size_t ArcReader::find_record(std::string_view window) const {
  ArcHeader header;
  std::size_t at = 0;
  while ((at = window.find('\n', at)) != std::string_view::npos) {
    ++at;
    if (at < window.size() && is_letter(window[at]) && read_header(window.substr(at), header)) break;
  }
  return at;
}

Capture ArcReader::read_capture(std::string_view record, Arena& arena) const {
  ArcHeader header;
  read_header(record, header);
  Capture capture = capture_of(header, record.substr(header.size_bytes));
  capture.id = address_and_date(header.url, header.date, arena);
  capture.date = iso_date(header.date, arena);
  return capture;
}

}  // namespace

int recognise_arc(std::string_view head) {
  constexpr int kCertain = 2;
  ArcHeader header;
  return read_header(head, header) ? kCertain : 0;
}

std::unique_ptr<Reader> make_arc_reader(const ReadOptions& options) {
  return std::make_unique<ArcReader>(options);
}

}  // namespace cento
