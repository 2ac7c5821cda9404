#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cento {

/// An HTTP response as an archive holds it; all views point into the bytes it was read from.
struct HttpResponse {
  int status = 0;
  std::string_view content_type;       // "" when there is none; of several headers of a name the first counts
  std::string_view content_encoding;   // "gzip", "br", "deflate, gzip", …
  std::string_view transfer_encoding;  // "chunked", …
  std::string_view body;               // as transferred: see BodyDecoder
};

/// Reads status line and headers (any case, folded lines, CRLF or LF). False when `bytes` do not start with the
/// status line of a response. The beginning of a response is enough to get the headers that are whole in it.
[[nodiscard]] bool read_http_response(std::string_view bytes, HttpResponse& response);

/// "text/html" of "Text/HTML; charset=utf-8"; views into `content_type`, case as there.
[[nodiscard]] std::string_view media_type_of(std::string_view content_type);

/// "utf-8" of "text/html; charset=\"utf-8\""; "" when it names none.
[[nodiscard]] std::string_view charset_of(std::string_view content_type);

/// A body with its encodings undone.
struct DecodedBody {
  std::string_view bytes;  // in the message, or in the decoder until its next call
  std::string problem;     // why there is no body, one sentence; empty when there is one
};

/// Undoes Transfer-Encoding and Content-Encoding: chunked, gzip, deflate (with zlib's frame or without), br and any
/// combination. Archives often keep the headers but not the encoding: a body that is not encoded as its headers say
/// is taken as it is. Keeps its memory between calls; one decoder serves one thread.
class BodyDecoder {
 public:
  /// `max_bytes`: a larger body is a problem, found without decompressing much more than that.
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
  Buffer buffers_[2];  // a combination is undone from one into the other
};

/// Whether the beginning of `bytes` has control characters that no text has (unless it starts with the byte order mark
/// of UTF-16).
[[nodiscard]] bool looks_binary(std::string_view bytes);

}  // namespace cento
