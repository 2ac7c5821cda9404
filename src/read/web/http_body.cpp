#include <algorithm>
#include <charconv>
#include <cstring>

#include <brotli/decode.h>
#include <fmt/format.h>
#include <libdeflate.h>

#include "read/web/header_fields.hpp"
#include "read/web/http_message.hpp"

namespace cento {

namespace {

enum class Outcome { done, no_room, damaged };

struct Attempt {
  Outcome outcome = Outcome::damaged;
  std::size_t read_bytes = 0;
  std::size_t written_bytes = 0;
};

/// Decompresses all of `in` into a room of fixed size.
using Codec = Attempt (*)(std::string_view in, char* room, std::size_t room_bytes);

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const { libdeflate_free_decompressor(decompressor); }
};
using Decompressor = std::unique_ptr<libdeflate_decompressor, FreeDecompressor>;

using DeflateFunction = decltype(&libdeflate_deflate_decompress_ex);

Attempt inflate(DeflateFunction function, std::string_view in, char* room, std::size_t room_bytes) {
  const Decompressor decompressor(libdeflate_alloc_decompressor());
  Attempt attempt;
  if (decompressor == nullptr) return attempt;
  const libdeflate_result result =
      function(decompressor.get(), in.data(), in.size(), room, room_bytes, &attempt.read_bytes, &attempt.written_bytes);
  if (result == LIBDEFLATE_SUCCESS) attempt.outcome = Outcome::done;
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) attempt.outcome = Outcome::no_room;
  return attempt;
}

bool has_gzip_magic(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Attempt gunzip(std::string_view in, char* room, std::size_t room_bytes) {
  Attempt all;
  // A body may consist of several members; what follows the last is not part of it.
  do {
    const Attempt member = inflate(libdeflate_gzip_decompress_ex, in.substr(all.read_bytes), room + all.written_bytes,
                                   room_bytes - all.written_bytes);
    if (member.outcome != Outcome::done) return member;
    all = {Outcome::done, all.read_bytes + member.read_bytes, all.written_bytes + member.written_bytes};
  } while (has_gzip_magic(in.substr(all.read_bytes)));
  return all;
}

/// "deflate" should be a zlib stream, but servers also send it without the zlib header.
Attempt undeflate(std::string_view in, char* room, std::size_t room_bytes) {
  const Attempt framed = inflate(libdeflate_zlib_decompress_ex, in, room, room_bytes);
  if (framed.outcome != Outcome::damaged) return framed;
  return inflate(libdeflate_deflate_decompress_ex, in, room, room_bytes);
}

Attempt unbrotli(std::string_view in, char* room, std::size_t room_bytes) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (state == nullptr) return {};
  const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
  auto* next_out = reinterpret_cast<std::uint8_t*>(room);
  std::size_t left_in = in.size();
  std::size_t left_out = room_bytes;
  const BrotliDecoderResult result =
      BrotliDecoderDecompressStream(state.get(), &left_in, &next_in, &left_out, &next_out, nullptr);
  Attempt attempt{Outcome::damaged, in.size() - left_in, room_bytes - left_out};
  if (result == BROTLI_DECODER_RESULT_SUCCESS) attempt.outcome = Outcome::done;
  if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) attempt.outcome = Outcome::no_room;
  return attempt;
}

/// Null for codings that change nothing or are unknown: the body is then used unchanged.
Codec codec_named(std::string_view coding) {
  if (equal_ignoring_case(coding, "gzip") || equal_ignoring_case(coding, "x-gzip")) return gunzip;
  if (equal_ignoring_case(coding, "deflate")) return undeflate;
  if (equal_ignoring_case(coding, "br")) return unbrotli;
  return nullptr;
}

/// A chunk of a chunked body: `size` bytes at `begin`; false when there is no chunk header at `at`.
bool read_chunk_head(std::string_view body, std::size_t at, std::size_t& begin, std::size_t& size) {
  constexpr int kHexadecimal = 16;
  const std::string_view rest = body.substr(at);
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size, kHexadecimal);
  if (error != std::errc{}) return false;
  const std::size_t line_end = rest.find('\n', static_cast<std::size_t>(stop - rest.data()));
  if (line_end == std::string_view::npos) return false;
  const std::string_view behind = trimmed({stop, rest.data() + line_end});
  begin = at + line_end + 1;
  return behind.empty() || behind.starts_with(';');
}

/// Position of the next chunk's header after chunk data that ends at `end`; npos when the line end between them is
/// missing.
std::size_t behind_chunk(std::string_view body, std::size_t end) {
  const std::string_view after = body.substr(end, 2);
  if (after == "\r\n") return end + 2;
  return after.starts_with('\n') ? end + 1 : std::string_view::npos;
}

/// Copies the data of the chunks to `out` (as large as the body) and returns its size. From the first error in the
/// chunking on, bytes are copied unchanged; if that is at the beginning, the body was not chunked at all.
std::size_t join_chunks(std::string_view body, char* out) {
  std::size_t written = 0;
  const auto put = [&](std::string_view piece) {
    if (!piece.empty()) std::memcpy(out + written, piece.data(), piece.size());
    written += piece.size();
  };
  std::size_t at = 0;
  std::size_t begin = 0;
  std::size_t size = 0;
  while (at < body.size()) {
    if (!read_chunk_head(body, at, begin, size)) break;
    if (size == 0) return written;
    const bool is_cut_short = size > body.size() - begin;
    if (is_cut_short && at > 0) {
      put(body.substr(begin));
      return written;
    }
    const std::size_t next = is_cut_short ? std::string_view::npos : behind_chunk(body, begin + size);
    if (next == std::string_view::npos) break;
    put(body.substr(begin, size));
    at = next;
  }
  put(body.substr(at));
  return written;
}

std::size_t expected_size(std::string_view compressed, std::size_t most) {
  constexpr std::size_t kUsualRatio = 6;
  constexpr std::size_t kLeastBytes = 4096;
  return std::min(most, std::max(kLeastBytes, compressed.size() * kUsualRatio));
}

}  // namespace

char* BodyDecoder::Buffer::reserve(std::size_t wanted) {
  if (wanted > capacity) {
    bytes.reset();
    bytes = std::make_unique_for_overwrite<char[]>(wanted);
    capacity = wanted;
  }
  return bytes.get();
}

DecodedBody BodyDecoder::decode(const HttpResponse& response) {
  DecodedBody body{response.body, {}};
  const std::string_view transfer = response.transfer_encoding;
  const std::size_t last_coding = transfer.rfind(',') + 1;
  const bool is_chunked = equal_ignoring_case(trimmed(transfer.substr(last_coding)), "chunked");
  if (is_chunked) undo_chunks(body);
  undo_codings(is_chunked ? transfer.substr(0, last_coding) : transfer, body);
  undo_codings(response.content_encoding, body);
  if (body.problem.empty() && body.bytes.size() > max_bytes_) {
    body.problem =
        fmt::format("the body has {} bytes, more than `max_document_bytes` allows ({})", body.bytes.size(), max_bytes_);
  }
  return body;
}

BodyDecoder::Buffer& BodyDecoder::free_buffer(std::string_view in_use) {
  return in_use.data() == buffers_[0].bytes.get() ? buffers_[1] : buffers_[0];
}

void BodyDecoder::undo_chunks(DecodedBody& body) {
  char* room = free_buffer(body.bytes).reserve(body.bytes.size());
  body.bytes = {room, join_chunks(body.bytes, room)};
}

void BodyDecoder::undo_codings(std::string_view codings, DecodedBody& body) {
  constexpr int kMostCodings = 4;
  // The coding named last was applied last.
  for (int i = 0; i < kMostCodings && !codings.empty() && body.problem.empty(); ++i) {
    const std::size_t comma = codings.rfind(',');
    const std::size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
    undo_coding(trimmed(codings.substr(begin)), body);
    codings = codings.substr(0, begin == 0 ? 0 : comma);
  }
}

void BodyDecoder::undo_coding(std::string_view coding, DecodedBody& body) {
  const Codec codec = codec_named(coding);
  if (codec == nullptr || body.bytes.empty()) return;
  Buffer& buffer = free_buffer(body.bytes);
  const auto most = static_cast<std::size_t>(max_bytes_);
  Attempt attempt{Outcome::no_room, 0, 0};
  std::size_t room_bytes = std::max(expected_size(body.bytes, most), std::min(most, buffer.capacity));
  for (;; room_bytes = std::min(most, room_bytes * 2)) {
    attempt = codec(body.bytes, buffer.reserve(room_bytes), room_bytes);
    if (attempt.outcome != Outcome::no_room || room_bytes == most) break;
  }
  if (attempt.outcome == Outcome::done) {
    body.bytes = {buffer.bytes.get(), attempt.written_bytes};
  } else if (attempt.outcome == Outcome::no_room) {
    body.problem =
        fmt::format("the decompressed body is larger than `max_document_bytes` allows ({} bytes)", max_bytes_);
  } else if (has_gzip_magic(body.bytes) || looks_binary(body.bytes)) {
    body.problem = fmt::format("the body is declared as {} but cannot be decompressed", coding);
  }
}

}  // namespace cento
