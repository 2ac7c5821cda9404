#include "read/input/member_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/spill/byte_spool.hpp"
#include "read/input/spool_source.hpp"

namespace cento {

namespace {

constexpr std::size_t kHeldBytes = std::size_t{4} << 20;       // of a member, decoded: this much is always held back
constexpr std::size_t kDirectBytes = std::size_t{64} << 10;    // smaller requests are served from our own buffer
constexpr std::uint64_t kAsideBytes = std::uint64_t{8} << 20;  // of a large member, compressed, in memory

/// A member that ends within kHeldBytes is delivered after it was checked. The compressed bytes of a larger one are
/// stored until all of it was checked, and then decoded again; or it is delivered while it is decoded, and the run is
/// notified if it turns out to be damaged.
class MemberSource : public ByteSource {
 public:
  MemberSource(std::unique_ptr<Input> compressed, MakeMemberDecoder make, DamageHandling handling)
      : file_(compressed->file()),
        make_(std::move(make)),
        decoder_(make_(std::move(compressed))),
        handling_(std::move(handling)),
        buffer_(std::make_unique_for_overwrite<char[]>(kHeldBytes)) {}

  std::size_t read(char* out, std::size_t size) override;
  [[nodiscard]] std::string problem() const override;
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const override { return losses_.gaps(); }

 private:
  std::size_t read_some(char* out, std::size_t size);
  std::size_t take_pending(char* out, std::size_t size);
  std::size_t stream(char* out, std::size_t size);
  bool hold_member();
  MemberState fill_buffer(std::size_t& filled);
  void hold_large_member();
  void deliver_again();
  void end_member(MemberState state);
  void note_loss(std::string problem) { losses_.note(std::move(problem), delivered_ + pending_.size()); }
  [[nodiscard]] bool checks_before_use() const { return *handling_.check == DamageCheck::before_use; }

  std::string_view file_;
  MakeMemberDecoder make_;
  std::unique_ptr<MemberDecoder> decoder_;
  DamageHandling handling_;
  std::unique_ptr<char[]> buffer_;
  std::string_view pending_;           // decoded into buffer_ and checked, not yet taken
  bool is_streaming_ = false;          // inside a member whose beginning was delivered
  std::unique_ptr<ByteSpool> aside_;   // the compressed bytes of a member
  std::unique_ptr<ByteSource> again_;  // decodes what was stored
  std::uint64_t delivered_ = 0;
  Losses losses_;
};

std::size_t MemberSource::read(char* out, std::size_t size) {
  const std::size_t got = read_some(out, size);
  delivered_ += got;
  return got;
}

std::size_t MemberSource::read_some(char* out, std::size_t size) {
  for (;;) {
    if (!pending_.empty()) return take_pending(out, size);
    if (again_ != nullptr) {
      const std::size_t got = again_->read(out, size);
      if (got != 0) return got;
      deliver_again();
    } else if (is_streaming_) {
      const std::size_t got = stream(out, size);
      if (got != 0) return got;
    } else {
      const std::size_t got = size >= kDirectBytes ? decoder_->decode_whole(out, size) : 0;
      if (got != 0) return got;
      if (!hold_member()) return 0;
    }
  }
}

std::size_t MemberSource::take_pending(char* out, std::size_t size) {
  const std::size_t taken = std::min(size, pending_.size());
  if (taken != 0) std::memcpy(out, pending_.data(), taken);
  pending_.remove_prefix(taken);
  return taken;
}

/// Holds the next members, or the beginning of one. False at the end of the input.
bool MemberSource::hold_member() {
  if (!decoder_->find_member(losses_, delivered_)) return false;
  const std::size_t whole = decoder_->decode_whole(buffer_.get(), kHeldBytes);
  if (whole != 0) {
    pending_ = {buffer_.get(), whole};
    return true;
  }
  if (checks_before_use()) {
    aside_ = std::make_unique<ByteSpool>(kAsideBytes, handling_.temp_dir);
    decoder_->on_used = [this](std::string_view bytes) { aside_->append(bytes); };
  }
  std::size_t filled = 0;
  const MemberState state = fill_buffer(filled);
  if (state == MemberState::unfinished && checks_before_use()) {
    hold_large_member();
    return true;
  }
  if (state != MemberState::damaged) pending_ = {buffer_.get(), filled};
  is_streaming_ = state == MemberState::unfinished;
  if (!is_streaming_) end_member(state);
  return true;
}

MemberState MemberSource::fill_buffer(std::size_t& filled) {
  filled = 0;
  while (filled < kHeldBytes) {
    std::size_t decoded = 0;
    const MemberState state = decoder_->decode(buffer_.get() + filled, kHeldBytes - filled, decoded);
    filled += decoded;
    if (state != MemberState::unfinished) return state;
  }
  return MemberState::unfinished;
}

/// Decodes the rest of a member to see whether it is whole.
void MemberSource::hold_large_member() {
  MemberState state = MemberState::unfinished;
  std::size_t ignored = 0;
  while (state == MemberState::unfinished) state = fill_buffer(ignored);
  if (state == MemberState::damaged) return end_member(state);
  decoder_->on_used = nullptr;
  auto bytes = std::make_unique<Input>(file_, std::string(), spool_source(*aside_));
  const DamageHandling trusted{std::make_shared<DamageCheck>(DamageCheck::while_used), {}};
  again_ = member_source(std::move(bytes), make_, trusted);
}

/// The stored member has been delivered.
void MemberSource::deliver_again() {
  const bool was_cut_off = !again_->gaps().empty();
  again_.reset();
  end_member(was_cut_off ? MemberState::cut_off : MemberState::whole);
}

std::size_t MemberSource::stream(char* out, std::size_t size) {
  std::size_t decoded = 0;
  const MemberState state = decoder_->decode(out, size, decoded);
  if (state == MemberState::damaged) {
    std::string problem = fmt::format("{}: {}", file_, decoder_->pass_damaged());
    if (*handling_.check == DamageCheck::while_streamed) {
      throw Error(problem + ", but part of the output was already written and cannot be trusted");
    }
    *handling_.check = DamageCheck::before_use;
    throw RunAgain(std::move(problem));
  }
  is_streaming_ = state == MemberState::unfinished;
  if (state == MemberState::cut_off) losses_.note(decoder_->cut_off_problem(), delivered_ + decoded);
  return decoded;
}

void MemberSource::end_member(MemberState state) {
  decoder_->on_used = nullptr;
  aside_.reset();
  if (state == MemberState::damaged) note_loss(decoder_->pass_damaged());
  if (state == MemberState::cut_off) note_loss(decoder_->cut_off_problem());
}

std::string MemberSource::problem() const {
  const std::string inner = decoder_->input_problem();
  const std::string own = losses_.problem();
  return inner.empty() || own.empty() ? inner + own : inner + "; " + own;
}

}  // namespace

void Losses::note(std::string problem, std::uint64_t at) {
  if (gaps_.empty()) first_problem_ = std::move(problem);
  gaps_.push_back(at);
}

std::string Losses::problem() const {
  if (gaps_.size() < 2) return first_problem_;
  return fmt::format("{}, and {} more damaged places", first_problem_, gaps_.size() - 1);
}

std::unique_ptr<ByteSource> member_source(std::unique_ptr<Input> compressed, MakeMemberDecoder make,
                                          DamageHandling handling) {
  return std::make_unique<MemberSource>(std::move(compressed), std::move(make), std::move(handling));
}

}  // namespace cento
