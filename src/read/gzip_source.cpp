#include "read/gzip_source.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

namespace cento {

namespace {

constexpr std::size_t kHeaderBytes = 10;                        // of a member, without its optional fields
constexpr std::size_t kDirectBytes = std::size_t{64} << 10;     // less room than this is served from our own buffer
constexpr std::size_t kBufferBytes = std::size_t{4} << 20;      // members up to this size are decoded at once
constexpr std::size_t kAttemptBytes = std::size_t{128} << 10;   // compressed bytes at hand then: half a window
constexpr std::size_t kKeptBytes = std::size_t{256} << 10;      // how far back a lost member is looked for
constexpr std::size_t kScanBytes = std::size_t{64} << 10;       // looked through at once for the next member
constexpr std::size_t kStreamBytesMost = std::size_t{1} << 30;  // the streaming decoder counts in 32 bits

unsigned char byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// Stricter than is_gzip(): in the midst of damaged data three equal bytes are too often chance.
bool is_plausible_header(std::string_view head) {
  constexpr unsigned char kReservedFlags = 0xE0;
  constexpr unsigned char kLastSystem = 13;
  constexpr unsigned char kUnknownSystem = 255;
  if (head.size() < kHeaderBytes || !is_gzip(head)) return false;
  const unsigned char system = byte_at(head, 9);
  return (byte_at(head, 3) & kReservedFlags) == 0 && (system <= kLastSystem || system == kUnknownSystem);
}

std::size_t find_header(std::string_view bytes) {
  for (std::size_t at = 0; (at = bytes.find("\x1f\x8b\x08", at)) != std::string_view::npos; ++at) {
    if (is_plausible_header(bytes.substr(at))) return at;
  }
  return std::string_view::npos;
}

class GzipSource : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<Input> compressed)
      : compressed_(std::move(compressed)),
        decompressor_(libdeflate_alloc_decompressor(), libdeflate_free_decompressor),
        buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {
    if (decompressor_ == nullptr) throw std::bad_alloc();
  }

  std::size_t read(char* out, std::size_t size) override;
  [[nodiscard]] std::string problem() const override;

 private:
  std::size_t take_pending(char* out, std::size_t size);
  std::size_t decode(char* out, std::size_t size);
  bool find_member();
  bool skip_to_header();
  std::size_t decode_whole_members(char* out, std::size_t size);
  void start_streaming();
  std::size_t stream(char* out, std::size_t size);
  void stream_step();
  void finish_member();
  void resynchronise();
  void note(std::string problem);

  std::unique_ptr<Input> compressed_;
  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor_;
  std::unique_ptr<char[]> buffer_;
  std::string_view pending_;          // decoded into buffer_, not yet taken
  bool members_are_large_ = false;    // the last one was; decoding the next at once would be in vain
  bool is_streaming_ = false;         // in the midst of a member
  std::size_t kept_ = 0;              // bytes at the front of compressed_ that the streaming decoder has seen
  std::uint64_t streamed_bytes_ = 0;  // decoded of the member being streamed
  std::uint64_t member_begin_ = 0;    // its first compressed byte
  inflate_state state_{};
  std::string first_problem_;
  std::uint64_t problems_ = 0;
};

std::size_t GzipSource::read(char* out, std::size_t size) {
  if (pending_.empty()) {
    const std::size_t got = size >= kDirectBytes ? decode(out, size) : 0;
    if (got != 0) return got;
    pending_ = {buffer_.get(), decode(buffer_.get(), kBufferBytes)};
  }
  return take_pending(out, size);
}

std::size_t GzipSource::take_pending(char* out, std::size_t size) {
  const std::size_t taken = std::min(size, pending_.size());
  if (taken != 0) std::memcpy(out, pending_.data(), taken);
  pending_.remove_prefix(taken);
  return taken;
}

/// Returns 0 at the end, or when less room than the buffer's was given and did not do.
std::size_t GzipSource::decode(char* out, std::size_t size) {
  while (is_streaming_ || find_member()) {
    const std::size_t got = is_streaming_ ? stream(out, size) : decode_whole_members(out, size);
    if (got != 0) return got;
    if (!is_streaming_ && size < kBufferBytes) return 0;
  }
  return 0;
}

/// Goes to the next member's header. False at the end.
bool GzipSource::find_member() {
  std::string_view head = compressed_->peek(kHeaderBytes);
  while (!head.empty() && head.front() == '\0') {
    compressed_->consume(std::min(head.find_first_not_of('\0'), head.size()));
    head = compressed_->peek(kHeaderBytes);
  }
  if (head.empty()) return false;
  if (is_gzip(head)) return true;
  const std::uint64_t begin = compressed_->offset();
  const bool found = skip_to_header();
  note(fmt::format("{} bytes that are no gzip data stand at compressed byte {}", compressed_->offset() - begin, begin));
  return found;
}

bool GzipSource::skip_to_header() {
  for (;;) {
    const std::string_view window = compressed_->peek(kScanBytes);
    const std::size_t header = find_header(window);
    const bool ends = window.size() < kScanBytes;
    if (header != std::string_view::npos) {
      compressed_->consume(header);
      return true;
    }
    compressed_->consume(ends ? window.size() : window.size() - kHeaderBytes + 1);
    if (ends) return false;
  }
}

/// Decodes as many members as fit, with the decoder that is fastest but all or nothing. Whatever it does not like is
/// left to the streaming decoder, which can tell a member that is large or cut from one that is damaged.
std::size_t GzipSource::decode_whole_members(char* out, std::size_t size) {
  std::size_t filled = 0;
  while (!members_are_large_) {
    const std::string_view window = compressed_->peek(kAttemptBytes);
    if (!is_gzip(window)) return filled;
    const std::size_t room = std::min(size - filled, kBufferBytes);
    std::size_t used = 0;
    std::size_t got = 0;
    const libdeflate_result result = libdeflate_gzip_decompress_ex(decompressor_.get(), window.data(), window.size(),
                                                                   out + filled, room, &used, &got);
    if (result != LIBDEFLATE_SUCCESS) {
      const bool may_fit_buffer = result == LIBDEFLATE_INSUFFICIENT_SPACE && room < kBufferBytes;
      if (filled == 0 && !may_fit_buffer) start_streaming();
      return filled;
    }
    compressed_->consume(used);
    filled += got;
    if (size - filled < kDirectBytes) return filled;
  }
  if (filled == 0) start_streaming();
  return filled;
}

void GzipSource::start_streaming() {
  isal_inflate_init(&state_);
  state_.crc_flag = ISAL_GZIP;
  is_streaming_ = true;
  streamed_bytes_ = 0;
  member_begin_ = compressed_->offset();
}

std::size_t GzipSource::stream(char* out, std::size_t size) {
  const auto room = static_cast<std::uint32_t>(std::min(size, kStreamBytesMost));
  state_.next_out = reinterpret_cast<std::uint8_t*>(out);
  state_.avail_out = room;
  while (is_streaming_ && state_.avail_out == room) stream_step();
  streamed_bytes_ += room - state_.avail_out;
  if (!is_streaming_) {
    members_are_large_ = streamed_bytes_ > kBufferBytes || compressed_->offset() - member_begin_ > kAttemptBytes;
  }
  return room - state_.avail_out;
}

void GzipSource::stream_step() {
  const std::uint32_t room = state_.avail_out;
  const std::string_view window = compressed_->peek(kept_ + 1).substr(kept_);
  const auto given = static_cast<std::uint32_t>(std::min(window.size(), kStreamBytesMost));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the decoder's interface lacks a const
  state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(window.data()));
  state_.avail_in = given;
  const int result = isal_inflate(&state_);
  kept_ += given - state_.avail_in;
  if (result < 0 && result != ISAL_INCORRECT_CHECKSUM) return resynchronise();
  if (result == ISAL_INCORRECT_CHECKSUM) {
    note(
        fmt::format("the checksum of the gzip data before compressed byte {} is wrong", compressed_->offset() + kept_));
  }
  if (result == ISAL_INCORRECT_CHECKSUM || state_.block_state == ISAL_BLOCK_FINISH) return finish_member();
  if (window.empty() && state_.avail_out == room) {
    note(fmt::format("the gzip data ends early (after {} compressed bytes)", compressed_->offset() + kept_));
    return finish_member();
  }
  // What is kept is searched for the next header after damage: a damaged member is often decoded beyond its end.
  if (kept_ > kKeptBytes) compressed_->consume(std::exchange(kept_, 0));
}

void GzipSource::finish_member() {
  compressed_->consume(std::exchange(kept_, 0));
  is_streaming_ = false;
}

void GzipSource::resynchronise() {
  const std::uint64_t begin = compressed_->offset();
  const std::uint64_t stopped = begin + std::exchange(kept_, 0);
  is_streaming_ = false;
  compressed_->consume(std::min<std::size_t>(compressed_->peek(1).size(), 1));
  skip_to_header();
  const std::uint64_t lost_from = compressed_->offset() < stopped ? begin : stopped;
  note(fmt::format("the gzip data is damaged at compressed byte {} ({} bytes lost)", lost_from,
                   compressed_->offset() - lost_from));
}

void GzipSource::note(std::string problem) {
  if (problems_++ == 0) first_problem_ = std::move(problem);
}

std::string GzipSource::problem() const {
  std::string all = compressed_->problem();
  if (problems_ == 0) return all;
  if (!all.empty()) all += "; ";
  all += first_problem_;
  if (problems_ > 1) all += fmt::format(", and {} more damaged places", problems_ - 1);
  return all;
}

}  // namespace

bool is_gzip(std::string_view head) {
  return head.starts_with("\x1f\x8b\x08");
}

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<Input> compressed) {
  return std::make_unique<GzipSource>(std::move(compressed));
}

}  // namespace cento
