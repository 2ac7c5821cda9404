#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "read/reader.hpp"
#include "read/web/http_message.hpp"

namespace cento {

/// Why a record of a web archive gives no document though nothing is wrong with it.
enum class Skipped : std::uint8_t {
  no,
  warcinfo,
  request,
  metadata,
  revisit,
  continuation,
  unknown_type,
  version_block,
  media_type,
  status,
};

/// Counts skipped records without looking up names; cheaper than DocumentBatch::counts.
class SkippedCounts {
 public:
  void add(Skipped why) { ++counts_[static_cast<std::size_t>(why)]; }

  /// Adds all counts except that of Skipped::no under their names ("revisit records").
  void add_to(std::map<std::string, std::uint64_t>& counts) const;

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(Skipped::status) + 1;
  std::array<std::uint64_t, kKinds> counts_{};
};

/// One resource as a crawler saved it. Views into its record or an arena.
struct Capture {
  std::string_view id;
  std::string_view url;
  std::string_view date;          // as shown in documents
  std::string_view content_type;  // of the payload if that is not an HTTP message; "" when unknown
  std::string_view truncated;     // why the crawler cut the payload short (WARC-Truncated); "" when it did not
  std::string_view payload;
  bool is_http = false;  // the payload is an HTTP response: headers and body
};

/// What the beginning of a capture says about the rest.
struct CaptureOutlook {
  Skipped skipped = Skipped::no;
  bool is_compressed = false;  // the body will grow when it is decoded
};

/// Examines a capture of which only the beginning of the payload may be there (or more than the payload, whose size is
/// `payload_bytes`). What remains open is decided in CaptureReader::add.
[[nodiscard]] CaptureOutlook look_ahead(const Capture& capture, std::uint64_t payload_bytes);

/// "URL@date", an id for records that have none; "" without a URL.
[[nodiscard]] std::string_view address_and_date(std::string_view url, std::string_view date, Arena& arena);

/// Turns captures into documents: HTML pages and plain texts of successful responses (status 2xx). Reuses its memory
/// between calls; one per thread.
class CaptureReader {
 public:
  /// `options` must outlive this.
  explicit CaptureReader(const ReadOptions& options) : options_(options), decoder_(options.max_document_bytes) {}

  /// Adds the capture's document, rejects it, or counts why there is none.
  void add(const Capture& capture, const Place& place, DocumentBatch& batch);

  /// Passes the counts on. Called once, after the last add().
  void finish(DocumentBatch& batch) const { skipped_.add_to(batch.counts); }

 private:
  struct Body;

  bool read_body(const Capture& capture, const Place& place, DocumentBatch& batch, Body& body);
  void add_text(const Capture& capture, const Body& body, const Place& place, DocumentBatch& batch);
  std::string_view metadata(const Capture& capture, const Body& body, std::string_view title, Arena& arena);

  const ReadOptions& options_;
  BodyDecoder decoder_;
  SkippedCounts skipped_;
  std::string json_;
};

}  // namespace cento
