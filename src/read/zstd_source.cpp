#include "read/zstd_source.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace cento {

namespace {

constexpr int kWindowLogLeast = 27;  // what zstd itself allows by default
constexpr int kWindowLogMost = 31;   // the format's most on 64-bit machines

constexpr std::size_t kMagicBytes = 4;
constexpr std::size_t kFirstBytes = 5;  // of a frame, which tell how long its header is
constexpr std::size_t kBlockHeaderBytes = 3;
constexpr std::size_t kAskedMost = std::size_t{1} << 18;  // more than a block; a frame to be passed over may be 4 GiB

int window_log_allowed(std::uint64_t memory_bytes) {
  const int quarter_log = static_cast<int>(std::bit_width(std::max<std::uint64_t>(memory_bytes, 8) / 4)) - 1;
  return std::clamp(quarter_log, kWindowLogLeast, kWindowLogMost);
}

class ZstdSource : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes)
      : compressed_(std::move(compressed)),
        window_log_(window_log_allowed(memory_bytes)),
        context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log_);
  }

  std::size_t read(char* out, std::size_t size) override {
    while (!has_ended_) {
      const std::size_t got = step(out, size);
      if (got != 0) return got;
    }
    return 0;
  }

  [[nodiscard]] std::string problem() const override {
    const std::string inner = compressed_->problem();
    return inner.empty() || problem_.empty() ? inner + problem_ : inner + "; " + problem_;
  }

 private:
  std::size_t step(char* out, std::size_t size);
  void end_at_damage(std::size_t code);
  void end_at_rubbish();

  std::unique_ptr<Input> compressed_;
  int window_log_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  std::size_t asked_bytes_ = kFirstBytes;  // how many compressed bytes the decoder wants next
  bool in_frame_ = false;
  std::uint64_t frame_begin_ = 0;  // the last frame's first compressed byte
  bool has_ended_ = false;
  std::string problem_;
};

std::size_t ZstdSource::step(char* out, std::size_t size) {
  // All that the decoder asks for, so that what comes out of damaged data does not depend on how it was buffered.
  const std::string_view window = compressed_->peek(asked_bytes_).substr(0, asked_bytes_);
  if (window.empty() && !in_frame_) {
    has_ended_ = true;
    return 0;
  }
  if (!in_frame_) frame_begin_ = compressed_->offset();
  // The library would also read formats that zstd had before it was released, and those not reliably piece by piece.
  if (!in_frame_ && window.size() >= kMagicBytes && !is_zstd(window)) {
    end_at_rubbish();
    return 0;
  }
  // Not more than asked for: a call that fails gives nothing, not even the sound blocks before the damage.
  ZSTD_inBuffer in{window.data(), window.size(), 0};
  ZSTD_outBuffer decoded{out, size, 0};
  const std::size_t code = ZSTD_decompressStream(context_.get(), &decoded, &in);
  if (ZSTD_isError(code) != 0U) {
    end_at_damage(code);
    return decoded.pos;
  }
  compressed_->consume(in.pos);
  in_frame_ = code != 0;
  // What the decoder asks for is a block and the header of the next one, whose damage would cost the block.
  const std::size_t wanted = !in_frame_ ? kFirstBytes : code > kBlockHeaderBytes ? code - kBlockHeaderBytes : code;
  asked_bytes_ = std::min(wanted, kAskedMost);
  if (window.empty() && decoded.pos == 0 && in_frame_) {
    has_ended_ = true;
    problem_ = fmt::format("the zstd data ends early (after {} compressed bytes)", compressed_->offset());
  }
  return decoded.pos;
}

void ZstdSource::end_at_rubbish() {
  has_ended_ = true;
  problem_ =
      fmt::format("bytes that are no zstd data stand at compressed byte {}; what follows was not read", frame_begin_);
}

void ZstdSource::end_at_damage(std::size_t code) {
  has_ended_ = true;
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
      problem_ = fmt::format(
          "the zstd frame at compressed byte {} needs a window of more than {} MiB, a quarter of --memory; give more "
          "with --memory, or recompress it without --long",
          frame_begin_, std::uint64_t{1} << (window_log_ - 20));
      break;
    case ZSTD_error_prefix_unknown: end_at_rubbish(); break;
    default:
      problem_ = fmt::format("the zstd data is damaged near compressed byte {} ({}); what follows was not read",
                             compressed_->offset(), ZSTD_getErrorName(code));
  }
}

}  // namespace

bool is_zstd(std::string_view head) {
  if (head.size() < kMagicBytes) return false;
  const bool is_skippable =
      (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18";
  return is_skippable || head.starts_with("\x28\xb5\x2f\xfd");
}

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<Input> compressed, std::uint64_t memory_bytes) {
  return std::make_unique<ZstdSource>(std::move(compressed), memory_bytes);
}

}  // namespace cento
