#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace cento::testing {

/// The container of deflated data; the value is zlib's for a window of 32 KB.
enum class Frame { none = -15, zlib = 15, gzip = 31 };

inline std::string deflated(std::string bytes, Frame frame) {
  constexpr int kMemoryLevel = 8;
  constexpr std::size_t kFrameBytes = 64;
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, static_cast<int>(frame), kMemoryLevel, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(bytes.size()) + kFrameBytes, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// A body in chunks of that size, as in Transfer-Encoding: chunked.
inline std::string chunked(std::string_view body, std::size_t chunk_bytes) {
  std::string out;
  while (!body.empty()) {
    const std::string_view chunk = body.substr(0, chunk_bytes);
    out += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
    body.remove_prefix(chunk.size());
  }
  return out + "0\r\n\r\n";
}

inline constexpr std::string_view kBrotliPageText =
    "<p>Brotli says hello to the archive, hello to the archive again.</p>";

/// The page above after brotli -q 11.
inline std::string brotli_page() {
  constexpr unsigned char kBytes[] = {0x1f, 0x43, 0x00, 0xe8, 0x2d, 0x12, 0x6c, 0x1c, 0x72, 0x3f, 0x13, 0x36, 0x62,
                                      0xab, 0x1f, 0xa1, 0xd2, 0xf3, 0x2d, 0x8c, 0xa7, 0xe6, 0xe8, 0xda, 0x47, 0x08,
                                      0x4e, 0x4e, 0x83, 0xb0, 0xd0, 0xe5, 0xa9, 0x34, 0x36, 0xd8, 0x80, 0x03, 0xf6,
                                      0x34, 0x4e, 0x69, 0xc5, 0xc3, 0xab, 0x4b, 0x76, 0xa8, 0xc6, 0xfc, 0xc2, 0x15,
                                      0xbe, 0xb1, 0x6b, 0x0e, 0x72, 0x8b, 0xd8, 0x0c, 0x05};
  return {kBytes, kBytes + sizeof kBytes};
}

}  // namespace cento::testing
