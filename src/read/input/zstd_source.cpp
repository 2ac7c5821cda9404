#include "read/input/zstd_source.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "read/input/member_source.hpp"

namespace cento {

namespace {

constexpr int kWindowLogLeast = 27;  // zstd's default limit
constexpr int kWindowLogMost = 31;   // the format's maximum on 64-bit machines

constexpr std::size_t kFrameMagicBytes = 4;
constexpr std::size_t kFirstBytes = 5;  // of a frame; they give the length of its header
constexpr std::size_t kBlockHeaderBytes = 3;
constexpr std::size_t kAskedMost = std::size_t{1} << 18;  // more than a block; a skippable frame may be 4 GiB

int window_log_allowed(std::uint64_t memory_bytes) {
  const int quarter_log = static_cast<int>(std::bit_width(std::max<std::uint64_t>(memory_bytes, 8) / 4)) - 1;
  return std::clamp(quarter_log, kWindowLogLeast, kWindowLogMost);
}

class ZstdDecoder : public MemberDecoder {
 public:
  ZstdDecoder(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes)
      : compressed_(std::move(compressed)),
        window_log_(window_log_allowed(memory_bytes)),
        context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log_);
  }

  std::size_t decode_whole(char* /*out*/, std::size_t /*size*/) override { return 0; }
  bool find_member(Losses& losses, std::uint64_t delivered) override;
  MemberState decode(char* out, std::size_t size, std::size_t& decoded) override;
  std::string pass_damaged() override;
  [[nodiscard]] std::string cut_off_problem() const override;
  [[nodiscard]] std::string input_problem() const override { return compressed_->problem(); }

 private:
  MemberState step(char* out, std::size_t size, std::size_t& decoded);
  [[nodiscard]] std::string damage_sentence() const;

  std::unique_ptr<Input> compressed_;
  int window_log_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  std::size_t asked_bytes_ = kFirstBytes;  // compressed bytes the decoder needs next
  std::uint64_t frame_begin_ = 0;          // the frame's first compressed byte
  std::size_t given_bytes_ = 0;            // to the decoder in the last step
  std::size_t code_ = 0;                   // last return code of the decoder
  bool has_ended_ = false;                 // what follows cannot be read
};

bool ZstdDecoder::find_member(Losses& losses, std::uint64_t delivered) {
  const std::string_view head = compressed_->peek(kFrameMagicBytes);
  if (has_ended_ || head.empty()) return false;
  frame_begin_ = compressed_->offset();
  asked_bytes_ = kFirstBytes;
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
  // The library would also read formats from before zstd was released, and those not reliably piece by piece.
  if (is_zstd(head) || head.size() < kFrameMagicBytes) return true;
  has_ended_ = true;
  losses.note(fmt::format("the bytes at compressed byte {} are not zstd data; the rest was not read", frame_begin_),
              delivered);
  return false;
}

MemberState ZstdDecoder::decode(char* out, std::size_t size, std::size_t& decoded) {
  decoded = 0;
  MemberState state = MemberState::unfinished;
  while (state == MemberState::unfinished && decoded == 0) state = step(out, size, decoded);
  return state;
}

MemberState ZstdDecoder::step(char* out, std::size_t size, std::size_t& decoded) {
  // All that the decoder asks for, so that the output of a cut frame does not depend on buffering.
  const std::string_view window = compressed_->peek(asked_bytes_).substr(0, asked_bytes_);
  given_bytes_ = window.size();
  ZSTD_inBuffer in{window.data(), window.size(), 0};
  ZSTD_outBuffer buffer{out, size, 0};
  code_ = ZSTD_decompressStream(context_.get(), &buffer, &in);
  if (ZSTD_isError(code_) != 0U) return MemberState::damaged;
  if (on_used != nullptr) on_used(window.substr(0, in.pos));
  compressed_->consume(in.pos);
  decoded = buffer.pos;
  if (code_ == 0) return MemberState::whole;
  if (window.empty() && decoded == 0) return MemberState::cut_off;
  // The decoder asks for a block and the header of the next one; where the input ends before that header, the block
  // should still be delivered.
  const std::size_t wanted = code_ > kBlockHeaderBytes ? code_ - kBlockHeaderBytes : code_;
  asked_bytes_ = std::min(wanted, kAskedMost);
  return MemberState::unfinished;
}

std::string ZstdDecoder::pass_damaged() {
  std::string sentence = damage_sentence();
  // The checksum is the last thing the decoder asks for, so the next frame follows it. After other errors its position
  // is unknown.
  has_ended_ = ZSTD_getErrorCode(code_) != ZSTD_error_checksum_wrong;
  compressed_->consume(has_ended_ ? 0 : given_bytes_);
  return sentence;
}

std::string ZstdDecoder::damage_sentence() const {
  switch (ZSTD_getErrorCode(code_)) {
    case ZSTD_error_frameParameter_windowTooLarge:
      return fmt::format(
          "the zstd frame at compressed byte {} needs a window of more than {} MiB, a quarter of `memory_bytes`; "
          "give more with `memory_bytes`, or recompress it without --long",
          frame_begin_, std::uint64_t{1} << (window_log_ - 20));
    case ZSTD_error_checksum_wrong:
      return fmt::format("the checksum of the zstd frame in compressed bytes {} to {} is wrong; none of it is used",
                         frame_begin_, compressed_->offset() + given_bytes_);
    default:
      return fmt::format(
          "the zstd frame at compressed byte {} is damaged near byte {} ({}); none of it is used, and what follows was "
          "not read",
          frame_begin_, compressed_->offset(), ZSTD_getErrorName(code_));
  }
}

std::string ZstdDecoder::cut_off_problem() const {
  return fmt::format("the zstd data ends early (after {} compressed bytes)", compressed_->offset());
}

}  // namespace

bool is_zstd(std::string_view head) {
  if (head.size() < kFrameMagicBytes) return false;
  const bool is_skippable =
      (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18";
  return is_skippable || head.starts_with("\x28\xb5\x2f\xfd");
}

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes,
                                        const DamageHandling& handling) {
  const auto decoder = [memory_bytes](std::unique_ptr<Input> in) {
    return std::make_unique<ZstdDecoder>(std::move(in), memory_bytes);
  };
  return member_source(std::move(compressed), decoder, handling);
}

}  // namespace cento
