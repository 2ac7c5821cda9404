#include "text/tokenizer.hpp"

#include <algorithm>
#include <cstring>

namespace cento {

namespace {

constexpr std::size_t kPieceBytes = 16 * 1024;   // small enough for the folded copy and its bitmaps to stay in cache
constexpr std::size_t kLikelyBytesPerToken = 5;  // so that arrays of a long text need not grow step by step
constexpr std::size_t kCutSearchBytes = 1024;    // how far back from there a place to cut is looked for

/// A text may be cut before this byte: the folding of neither side depends on the other, and no token spans the cut.
/// True of ASCII separators and of most Han characters (their first byte is E5 to E9).
bool may_cut_before(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80) return byte >= 0xE5 && byte <= 0xE9;
  const unsigned char lower = byte | 0x20;
  return !(lower >= 'a' && lower <= 'z') && !(byte >= '0' && byte <= '9');
}

/// Where the piece that begins at `begin` ends: about kPieceBytes on and at least kFoldReadAhead before the end, or at
/// the end if there is no such place.
std::size_t end_of_piece(std::string_view text, std::size_t begin) {
  if (text.size() - begin <= 2 * kFoldReadAhead) return text.size();
  const std::size_t last = text.size() - kFoldReadAhead;
  const std::size_t wanted = std::min(begin + kPieceBytes, last);
  const std::size_t nearest = std::max(begin, wanted - std::min(wanted, kCutSearchBytes));
  for (std::size_t at = wanted; at > nearest; --at) {
    if (may_cut_before(text[at])) return at;
  }
  for (std::size_t at = wanted + 1; at <= last; ++at) {
    if (may_cut_before(text[at])) return at;
  }
  return text.size();
}

/// Turns positions in the folded text into positions in the source. Both arrays ascend, so one walk does.
class SourcePositions {
 public:
  SourcePositions(const FoldState& state, std::uint32_t base) : state_(state), base_(base) {}

  void correct(std::uint32_t* begins, std::uint32_t* ends, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      begins[i] = base_ + first_source_byte(begins[i] - base_);
      ends[i] = base_ + source_end_of(ends[i] - base_ - 1);
    }
  }

 private:
  /// Moves to the last stretch that begins at or before the folded byte.
  const FoldedStretch* stretch_before(std::uint32_t folded) {
    while (next_ < state_.stretch_count && state_.stretches[next_].folded_begin <= folded) ++next_;
    return next_ == 0 ? nullptr : &state_.stretches[next_ - 1];
  }

  std::uint32_t first_source_byte(std::uint32_t folded) {
    const FoldedStretch* stretch = stretch_before(folded);
    if (stretch == nullptr) return folded;
    if (folded < stretch->folded_end) return stretch->source_begin;
    return folded - stretch->folded_end + stretch->source_end;
  }

  std::uint32_t source_end_of(std::uint32_t folded) {
    const FoldedStretch* stretch = stretch_before(folded);
    if (stretch == nullptr) return folded + 1;
    if (folded < stretch->folded_end) return stretch->source_end;
    return folded + 1 - stretch->folded_end + stretch->source_end;
  }

  const FoldState& state_;
  std::uint32_t base_;
  std::size_t next_ = 0;
};

/// Without a grid: counts.
void share_one_by_one(const Tokens& tokens, std::span<Sentence> sentences, std::uint32_t& token) {
  for (Sentence& sentence : sentences) {
    sentence.first_token = token;
    while (token < tokens.size() && tokens.begins[token] < sentence.bytes.end) ++token;
    sentence.token_count = token - sentence.first_token;
  }
}

}  // namespace

Tokenizer::Tokenizer(Kernel kernel) : kernel_(&text_kernel(kernel)) {}

void Tokenizer::tokenize(std::string_view text, Tokens& out) {
  out.clear();
  pieces_.clear();
  grid_.clear();
  if (text.size() > kPieceBytes) out.reserve(text.size() / kLikelyBytesPerToken);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = end_of_piece(text, begin);
    const auto offset = static_cast<std::uint32_t>(begin);
    if (end == text.size()) {
      add_last_piece(text.substr(begin), offset, out);
    } else {
      add_piece(bytes + begin, bytes + end, offset, out);
    }
    begin = end;
  }
}

void Tokenizer::add_last_piece(std::string_view rest, std::uint32_t offset, Tokens& out) {
  padded_.resize(rest.size() + kFoldReadAhead);
  std::memcpy(padded_.data(), rest.data(), rest.size());
  std::memset(padded_.data() + rest.size(), 0, kFoldReadAhead);
  add_piece(padded_.data(), padded_.data() + rest.size(), offset, out);
}

void Tokenizer::add_piece(const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t offset, Tokens& out) {
  buffers_.start(begin, end);
  kernel_->fold(buffers_);
  const std::size_t before = out.size();
  out.resize(before + buffers_.folded_size + 64);
  std::uint32_t* begins = out.begins.data() + before;
  std::uint32_t* ends = out.ends.data() + before;
  const std::size_t grid_begin = grid_.size();
  grid_.resize(grid_begin + buffers_.folded_size / 64 + 1);
  const std::size_t count = kernel_->list_tokens(buffers_, offset, begins, ends, grid_.data() + grid_begin);
  pieces_.push_back({offset, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(grid_begin),
                     buffers_.stretch_count != 0});
  kernel_->hash_tokens(buffers_.folded, offset, begins, ends, count, out.hashes.data() + before);
  if (buffers_.stretch_count != 0) SourcePositions(buffers_, offset).correct(begins, ends, count);
  out.resize(before + count);
}

void Tokenizer::share_tokens(const Tokens& tokens, std::span<Sentence> sentences) const {
  std::uint32_t token = 0;
  std::size_t done = 0;
  for (std::size_t i = 0; i < pieces_.size() && done < sentences.size(); ++i) {
    // A sentence belongs to the piece that it ends in.
    const bool is_last = i + 1 == pieces_.size();
    std::size_t end = done;
    while (end < sentences.size() && (is_last || sentences[end].bytes.end < pieces_[i + 1].begin)) ++end;
    const std::span<Sentence> inside = sentences.subspan(done, end - done);
    if (pieces_[i].is_shifted) {
      share_one_by_one(tokens, inside, token);
    } else {
      kernel_->share_tokens(pieces_[i], grid_.data() + pieces_[i].grid_begin, inside.data(), inside.size(), token);
    }
    done = end;
  }
}

}  // namespace cento
