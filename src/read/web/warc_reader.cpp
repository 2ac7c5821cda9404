#include <algorithm>
#include <charconv>
#include <memory>

#include "read/web/archive_reader.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

namespace {

constexpr std::string_view kMagic = "WARC/";

/// The fields of a record's header that matter here; views into it.
struct WarcHeader {
  std::string_view type;
  std::string_view record_id;
  std::string_view trec_id;
  std::string_view target_uri;
  std::string_view date;
  std::string_view content_type;
  std::string_view content_length;
  std::string_view identified_type;
  std::string_view truncated;
  std::string_view segment_number;
  std::size_t size_bytes = 0;  // with the version line and the empty line
  bool is_complete = false;
};

void take_field(const HeaderField& field, WarcHeader& header) {
  const auto take = [&](std::string_view name, std::string_view& into) {
    if (into.empty() && equal_ignoring_case(field.name, name)) into = field.value;
  };
  take("WARC-Type", header.type);
  take("WARC-Record-ID", header.record_id);
  take("WARC-TREC-ID", header.trec_id);
  take("WARC-Target-URI", header.target_uri);
  take("WARC-Date", header.date);
  take("Content-Type", header.content_type);
  take("Content-Length", header.content_length);
  take("WARC-Identified-Payload-Type", header.identified_type);
  take("WARC-Truncated", header.truncated);
  take("WARC-Segment-Number", header.segment_number);
}

bool starts_with_warc_field(std::string_view bytes) {
  return starts_ignoring_case(bytes, "WARC-") || starts_ignoring_case(bytes, "Content-");
}

WarcHeader read_header(std::string_view bytes) {
  WarcHeader header;
  HeaderField field;
  do {
    HeaderFields fields(bytes.substr(header.size_bytes));
    while (fields.next(field)) take_field(field, header);
    header.size_bytes += fields.position();
    header.is_complete = fields.complete();
    // Some writers put an empty line into the middle of the header.
  } while (header.is_complete && header.content_length.empty() &&
           starts_with_warc_field(bytes.substr(header.size_bytes)));
  return header;
}

std::string_view without_brackets(std::string_view text) {
  return text.size() >= 2 && text.front() == '<' && text.back() == '>' ? text.substr(1, text.size() - 2) : text;
}

bool is_response(const WarcHeader& header) {
  return equal_ignoring_case(header.type, "response");
}

Skipped skipped_type(std::string_view type) {
  struct Type {
    std::string_view name;
    Skipped skipped;
  };
  static constexpr Type kTypes[] = {
      {"response", Skipped::no},       {"request", Skipped::request},
      {"metadata", Skipped::metadata}, {"revisit", Skipped::revisit},
      {"resource", Skipped::no},       {"conversion", Skipped::no},
      {"warcinfo", Skipped::warcinfo}, {"continuation", Skipped::continuation},
  };
  for (const Type& known : kTypes) {
    if (equal_ignoring_case(type, known.name)) return known.skipped;
  }
  return Skipped::unknown_type;
}

/// "" when the header is usable.
std::string_view problem_of(const WarcHeader& header, std::uint64_t& payload_bytes) {
  const std::string_view length = header.content_length;
  if (length.empty()) return "the record has no Content-Length";
  const auto [stop, error] = std::from_chars(length.data(), length.data() + length.size(), payload_bytes);
  if (error != std::errc{} || stop != length.data() + length.size() || payload_bytes > kMostPayloadBytes) {
    return "the record's Content-Length is not a number of bytes";
  }
  if (header.type.empty()) return "the record has no WARC-Type";
  if (!header.segment_number.empty() && skipped_type(header.type) == Skipped::no) {
    return "the record is the first of several segments, which are not joined";
  }
  return {};
}

Capture capture_of(const WarcHeader& header, std::string_view payload) {
  Capture capture;
  capture.id = header.trec_id.empty() ? without_brackets(header.record_id) : header.trec_id;
  capture.url = without_brackets(header.target_uri);
  capture.date = header.date;
  capture.truncated = header.truncated;
  capture.payload = payload;
  capture.is_http = equal_ignoring_case(media_type_of(header.content_type), "application/http") ||
                    (is_response(header) && payload.starts_with("HTTP/"));
  capture.content_type = capture.is_http ? header.identified_type : header.content_type;
  return capture;
}

class WarcReader final : public ArchiveReader {
 public:
  using ArchiveReader::ArchiveReader;

 protected:
  [[nodiscard]] bool starts_record(std::string_view bytes) const override {
    const std::string_view version = bytes.substr(0, kMagic.size() + 1);
    return version.starts_with(kMagic) && version.back() >= '0' && version.back() <= '9';
  }

  [[nodiscard]] ArchiveHead read_head(std::string_view window) const override;

  [[nodiscard]] bool starts_with_separator(std::string_view bytes) const override {
    return bytes.starts_with("\r\n\r\n") || bytes.starts_with("\n\n");
  }

  /// Also in the middle of a line: where compressed data is lost, the next record follows without a line end.
  [[nodiscard]] std::size_t find_record(std::string_view window) const override;

  [[nodiscard]] Capture read_capture(std::string_view record, Arena& arena) const override;
};

ArchiveHead WarcReader::read_head(std::string_view window) const {
  const WarcHeader header = read_header(window);
  ArchiveHead head;
  head.header_bytes = header.size_bytes;
  head.is_complete = header.is_complete;
  const bool is_broken_off = find_record(window.substr(0, header.size_bytes)) != std::string_view::npos;
  if (is_broken_off) {
    head.problem = "the record's header breaks off and another record starts";
  } else if (header.is_complete) {
    head.problem = problem_of(header, head.payload_bytes);
  }
  if (!head.is_complete || !head.problem.empty()) return head;
  head.outlook.skipped = skipped_type(header.type);
  if (head.outlook.skipped == Skipped::no) {
    head.outlook = look_ahead(capture_of(header, window.substr(head.header_bytes)), head.payload_bytes);
  }
  return head;
}

std::size_t WarcReader::find_record(std::string_view window) const {
  std::size_t at = 0;
  while ((at = window.find(kMagic, at + 1)) != std::string_view::npos) {
    const std::string_view rest = window.substr(at + kMagic.size());
    const std::size_t version_end = std::min(rest.find_first_not_of("0123456789."), rest.size());
    const std::size_t line_end = std::min(rest.find_first_not_of('\r', version_end), rest.size());
    if (version_end > 0 && rest.substr(line_end).starts_with('\n') &&
        starts_with_warc_field(rest.substr(line_end + 1))) {
      break;
    }
  }
  return at;
}

Capture WarcReader::read_capture(std::string_view record, Arena& arena) const {
  const WarcHeader header = read_header(record);
  Capture capture = capture_of(header, record.substr(header.size_bytes));
  if (capture.id.empty()) capture.id = address_and_date(capture.url, capture.date, arena);
  return capture;
}

}  // namespace

int recognise_warc(std::string_view head) {
  constexpr int kCertain = 2;
  const bool is_warc = head.starts_with("WARC/1.") || head.starts_with("WARC/0.");
  return is_warc ? kCertain : 0;
}

std::unique_ptr<Reader> make_warc_reader(const ReadOptions& options) {
  return std::make_unique<WarcReader>(options);
}

}  // namespace cento
