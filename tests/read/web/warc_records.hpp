#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "read/read_all.hpp"

namespace cento {

std::unique_ptr<Reader> make_warc_reader(const ReadOptions& options);

namespace testing {

inline constexpr std::string_view kHttp = "Content-Type: application/http; msgtype=response\r\n";

/// A record with these extra header lines (each with its line end) and the right length.
inline std::string record(std::string_view type, std::string_view id, std::string_view lines,
                          std::string_view payload) {
  return "WARC/1.0\r\nWARC-Type: " + std::string(type) + "\r\nWARC-Record-ID: <urn:" + std::string(id) +
         ">\r\nWARC-Target-URI: http://example.org/" + std::string(id) + "\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n" +
         std::string(lines) + "Content-Length: " + std::to_string(payload.size()) + "\r\n\r\n" + std::string(payload) +
         "\r\n\r\n";
}

inline std::string warc_http(std::string_view headers, std::string_view body, std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) + "\r\n" + std::string(body);
}

inline std::string response(std::string_view id, std::string_view http_headers, std::string_view body,
                            std::string_view status = "200 OK") {
  return record("response", id, kHttp, warc_http(http_headers, body, status));
}

inline std::string plain_warc(std::string_view id, std::string_view text) {
  return response(id, "Content-Type: text/plain\r\n", text);
}

inline ReadResult read_warc(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_warc_reader(options), bytes);
}

}  // namespace testing
}  // namespace cento
