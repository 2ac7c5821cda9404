#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cento {

/// An HTTP response as an archive holds it; all views point into the bytes it was read from.
struct HttpResponse {
  int status = 0;
  std::string_view content_type;       // "" when there is none; the first of several headers with the same name
  std::string_view content_encoding;   // "gzip", "br", "deflate, gzip", …
  std::string_view transfer_encoding;  // "chunked", …
  std::string_view body;               // as transferred: see BodyDecoder
};

/// Reads status line and headers (any case, folded lines, CRLF or LF). False when `bytes` do not start with the
/// status line of a response. The beginning of a response is enough to get the headers that are whole in it.
[[nodiscard]] bool read_http_response(std::string_view bytes, HttpResponse& response);

/// "text/html" for "Text/HTML; charset=utf-8"; a view into `content_type`, in its case.
[[nodiscard]] std::string_view media_type_of(std::string_view content_type);

/// "utf-8" for "text/html; charset=\"utf-8\""; "" when it names none.
[[nodiscard]] std::string_view charset_of(std::string_view content_type);

/// A body with its encodings removed.
struct DecodedBody {
  std::string_view bytes;  // in the message, or in the decoder until its next call
  std::string problem;     // why there is no body, one sentence; empty when there is one
};

/// Removes Transfer-Encoding and Content-Encoding: chunked, gzip, deflate (with or without the zlib header), br and any
/// combination. Archives often keep the headers but not the encoding: a body that is not encoded as its headers say is
/// used unchanged. Reuses its memory between calls; one decoder per thread.
class BodyDecoder {
 public:
  /// `max_bytes`: a larger body is a problem, detected without decompressing much more than that.
  explicit BodyDecoder(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  DecodedBody decode(const HttpResponse& response);

 private:
  struct Buffer {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    char* reserve(std::size_t wanted);
  };

  void undo_chunks(DecodedBody& body);
  void undo_codings(std::string_view codings, DecodedBody& body);
  void undo_coding(std::string_view coding, DecodedBody& body);
  Buffer& free_buffer(std::string_view in_use);

  std::uint64_t max_bytes_;
  Buffer buffers_[2];  // combined encodings are removed from one into the other
};

/// Whether the beginning of `bytes` has control characters that do not occur in text (unless it starts with the byte
/// order mark of UTF-16).
[[nodiscard]] bool looks_binary(std::string_view bytes);

}  // namespace cento
