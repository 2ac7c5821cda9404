#include "read/input/gzip_source.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include "read/input/member_source.hpp"

namespace cento {

namespace {

constexpr std::size_t kHeaderBytes = 10;                         // of a member, without its optional fields
constexpr std::size_t kMemberRoomBytes = std::size_t{64} << 10;  // with less room left, the next member is not tried
constexpr std::size_t kWholeBytes = std::size_t{4} << 20;        // members up to this size are decoded in one call
constexpr std::size_t kAttemptBytes = std::size_t{128} << 10;    // compressed bytes in memory for that: half a window
constexpr std::size_t kKeptBytes = std::size_t{256} << 10;       // how far back to search for a lost member
constexpr std::size_t kScanBytes = std::size_t{64} << 10;        // searched at a time for the next member
constexpr std::size_t kStreamBytesMost = std::size_t{1} << 30;   // the streaming decoder counts in 32 bits

unsigned char byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// Stricter than is_gzip(): in damaged data, three matching bytes are too often a coincidence.
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

class GzipDecoder : public MemberDecoder {
 public:
  explicit GzipDecoder(std::unique_ptr<Input> compressed)
      : compressed_(std::move(compressed)),
        decompressor_(libdeflate_alloc_decompressor(), libdeflate_free_decompressor) {
    if (decompressor_ == nullptr) throw std::bad_alloc();
  }

  std::size_t decode_whole(char* out, std::size_t size) override;
  bool find_member(Losses& losses, std::uint64_t delivered) override;
  MemberState decode(char* out, std::size_t size, std::size_t& decoded) override;
  std::string pass_damaged() override;
  [[nodiscard]] std::string cut_off_problem() const override;
  [[nodiscard]] std::string input_problem() const override { return compressed_->problem(); }

 private:
  bool skip_to_header();
  void start_member();
  MemberState step();
  MemberState end_member(MemberState state);

  std::unique_ptr<Input> compressed_;
  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor_;
  bool members_are_large_ = false;  // the last one was, so decoding the next in one call would fail
  bool must_be_streamed_ = false;   // the next one could not be decoded in one call
  bool is_in_member_ = false;
  bool checksum_is_wrong_ = false;    // of the last member
  std::size_t kept_ = 0;              // bytes at the front of compressed_ that the streaming decoder has seen
  std::uint64_t streamed_bytes_ = 0;  // decoded so far from the member being streamed
  std::uint64_t member_begin_ = 0;    // that member's first compressed byte
  inflate_state state_{};
};

/// Advances to the next member's header. False at the end.
bool GzipDecoder::find_member(Losses& losses, std::uint64_t delivered) {
  std::string_view head = compressed_->peek(kHeaderBytes);
  while (!head.empty() && head.front() == '\0') {
    compressed_->consume(std::min(head.find_first_not_of('\0'), head.size()));
    head = compressed_->peek(kHeaderBytes);
  }
  if (head.empty()) return false;
  if (is_gzip(head)) return true;
  const std::uint64_t begin = compressed_->offset();
  const bool found = skip_to_header();
  losses.note(fmt::format("{} bytes at compressed byte {} are not gzip data", compressed_->offset() - begin, begin),
              delivered);
  return found;
}

bool GzipDecoder::skip_to_header() {
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

/// Decodes as many members as fit, with the fastest decoder, which is all or nothing. What it refuses is left to the
/// streaming decoder, which distinguishes a large or cut member from a damaged one.
std::size_t GzipDecoder::decode_whole(char* out, std::size_t size) {
  std::size_t filled = 0;
  while (!members_are_large_ && !must_be_streamed_) {
    const std::string_view window = compressed_->peek(kAttemptBytes);
    if (!is_gzip(window)) return filled;
    const std::size_t room = std::min(size - filled, kWholeBytes);
    std::size_t used = 0;
    std::size_t got = 0;
    const libdeflate_result result = libdeflate_gzip_decompress_ex(decompressor_.get(), window.data(), window.size(),
                                                                   out + filled, room, &used, &got);
    if (result != LIBDEFLATE_SUCCESS) {
      must_be_streamed_ = result != LIBDEFLATE_INSUFFICIENT_SPACE || room == kWholeBytes;
      return filled;
    }
    compressed_->consume(used);
    filled += got;
    if (size - filled < kMemberRoomBytes) return filled;
  }
  return filled;
}

void GzipDecoder::start_member() {
  isal_inflate_init(&state_);
  state_.crc_flag = ISAL_GZIP;
  is_in_member_ = true;
  checksum_is_wrong_ = false;
  streamed_bytes_ = 0;
  member_begin_ = compressed_->offset();
}

MemberState GzipDecoder::decode(char* out, std::size_t size, std::size_t& decoded) {
  if (!is_in_member_) start_member();
  const auto room = static_cast<std::uint32_t>(std::min(size, kStreamBytesMost));
  state_.next_out = reinterpret_cast<std::uint8_t*>(out);
  state_.avail_out = room;
  MemberState state = MemberState::unfinished;
  while (state == MemberState::unfinished && state_.avail_out == room) state = step();
  decoded = room - state_.avail_out;
  streamed_bytes_ += decoded;
  return state == MemberState::unfinished ? state : end_member(state);
}

MemberState GzipDecoder::step() {
  const std::uint32_t room = state_.avail_out;
  const std::string_view window = compressed_->peek(kept_ + 1).substr(kept_);
  const auto given = static_cast<std::uint32_t>(std::min(window.size(), kStreamBytesMost));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the decoder's interface lacks a const
  state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(window.data()));
  state_.avail_in = given;
  const int result = isal_inflate(&state_);
  const std::size_t used = given - state_.avail_in;
  if (on_used != nullptr) on_used(window.substr(0, used));
  kept_ += used;
  checksum_is_wrong_ = result == ISAL_INCORRECT_CHECKSUM;
  if (result < 0) return MemberState::damaged;
  if (state_.block_state == ISAL_BLOCK_FINISH) return MemberState::whole;
  if (window.empty() && state_.avail_out == room) return MemberState::cut_off;
  // The kept bytes are searched for the next header after damage: a damaged member is often decoded beyond its end.
  if (kept_ > kKeptBytes) compressed_->consume(std::exchange(kept_, 0));
  return MemberState::unfinished;
}

MemberState GzipDecoder::end_member(MemberState state) {
  is_in_member_ = false;
  must_be_streamed_ = false;
  if (state != MemberState::damaged) compressed_->consume(std::exchange(kept_, 0));
  members_are_large_ = streamed_bytes_ > kWholeBytes || compressed_->offset() - member_begin_ > kAttemptBytes;
  return state;
}

std::string GzipDecoder::pass_damaged() {
  const std::uint64_t stopped = compressed_->offset() + kept_;
  if (checksum_is_wrong_) {
    compressed_->consume(std::exchange(kept_, 0));
    return fmt::format("the checksum of the gzip member in compressed bytes {} to {} is wrong; none of it is used",
                       member_begin_, stopped);
  }
  kept_ = 0;
  compressed_->consume(std::min<std::size_t>(compressed_->peek(1).size(), 1));
  skip_to_header();
  return fmt::format("the gzip member at compressed byte {} is damaged before byte {}; none of it is used",
                     member_begin_, stopped);
}

std::string GzipDecoder::cut_off_problem() const {
  return fmt::format("the gzip data ends early (after {} compressed bytes)", compressed_->offset());
}

}  // namespace

bool is_gzip(std::string_view head) {
  return head.starts_with("\x1f\x8b\x08");
}

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<Input> compressed, const DamageHandling& handling) {
  const auto decoder = [](std::unique_ptr<Input> in) { return std::make_unique<GzipDecoder>(std::move(in)); };
  return member_source(std::move(compressed), decoder, handling);
}

}  // namespace cento
