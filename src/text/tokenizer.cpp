#include "text/tokenizer.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kPieceBytes = 16 * 1024;   // small enough for the folded copy and its bitmaps to stay in cache
constexpr std::size_t kLikelyBytesPerToken = 5;  // so that the arrays of a long text need not grow step by step
constexpr std::size_t kCutSearchBytes = 1024;    // how far back from there to search for a place to cut

constexpr std::size_t kLongestFolded = std::numeric_limits<std::uint32_t>::max() - kFoldSlack;

/// Whether a text may be cut before this byte: the folding of neither side depends on the other, and no token spans the
/// cut. True for ASCII separators and most Han characters (their first byte is E5 to E9).
bool may_cut_before(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80) return byte >= 0xE5 && byte <= 0xE9;
  const unsigned char lower = byte | 0x20;
  return !(lower >= 'a' && lower <= 'z') && !(byte >= '0' && byte <= '9');
}

/// Where the piece that begins at `begin` ends: about kPieceBytes later and at least kFoldReadAhead before the end, or
/// at the end if there is no such place.
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

/// Turns the positions of tokens in the folded text into positions in the source. Few tokens touch a stretch where
/// folding changed lengths; those between two stretches are all shifted by the same distance.
class SourcePositions {
 public:
  SourcePositions(const FoldState& state, std::uint32_t base)
      : base_(base), stretches_(state.stretches, state.stretch_count) {}

  void correct(std::uint32_t* begins, std::uint32_t* ends, std::size_t count) const {
    std::size_t token = 0;
    std::uint32_t distance = 0;  // from folded to source, modulo 2^32
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      const FoldedStretch& stretch = stretches_[i];
      const std::size_t touching = token_that_ends_behind(ends, token, count, base_ + stretch.folded_begin);
      move(begins, token, touching, distance);
      move(ends, token, touching, distance);
      token = touching;
      while (token < count && begins[token] < base_ + stretch.folded_end) {
        const std::uint32_t last = ends[token] - base_ - 1;
        begins[token] = base_ + source_begin(i, begins[token] - base_, distance);
        ends[token] = base_ + source_end(i, last);
        ++token;
      }
      distance = stretch.source_end - stretch.folded_end;
    }
    move(begins, token, count, distance);
    move(ends, token, count, distance);
  }

 private:
  static std::size_t token_that_ends_behind(const std::uint32_t* ends, std::size_t first, std::size_t count,
                                            std::uint32_t position) {
    return static_cast<std::size_t>(std::upper_bound(ends + first, ends + count, position) - ends);
  }

  static void move(std::uint32_t* positions, std::size_t first, std::size_t last, std::uint32_t distance) {
    for (std::size_t i = first; i < last; ++i) positions[i] += distance;
  }

  /// The source position of a folded byte in or before the stretch, after all earlier stretches.
  [[nodiscard]] std::uint32_t source_begin(std::size_t stretch, std::uint32_t folded, std::uint32_t distance) const {
    return folded < stretches_[stretch].folded_begin ? folded + distance : stretches_[stretch].source_begin;
  }

  /// The source position after a folded byte that is in the stretch or after it.
  [[nodiscard]] std::uint32_t source_end(std::size_t stretch, std::uint32_t folded) const {
    while (stretch + 1 < stretches_.size() && stretches_[stretch + 1].folded_begin <= folded) ++stretch;
    const FoldedStretch& last = stretches_[stretch];
    return folded < last.folded_end ? last.source_end : folded + 1 - last.folded_end + last.source_end;
  }

  std::uint32_t base_;
  std::span<const FoldedStretch> stretches_;
};

/// Rebuilds the grid from the tokens' positions in the source. False if two tokens begin at the same byte, which a grid
/// cannot represent.
bool make_grid(const std::uint32_t* begins, std::size_t count, std::uint32_t base, std::span<TokenGridEntry> grid) {
  std::fill(grid.begin(), grid.end(), TokenGridEntry{0, 0});
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && begins[i] == begins[i - 1]) return false;
    const std::uint32_t at = begins[i] - base;
    grid[at / 64].begins |= std::uint64_t{1} << (at % 64);
    grid[at / 64].count_before = i + 1;  // including those inside, for now
  }
  std::uint64_t before = 0;
  for (TokenGridEntry& entry : grid) {
    const std::uint64_t total = std::exchange(entry.count_before, before);
    if (total != 0) before = total;
  }
  return true;
}

/// Without a grid: counts one by one.
void share_one_by_one(const Tokens& tokens, std::span<Sentence> sentences, std::uint32_t& token) {
  for (Sentence& sentence : sentences) {
    sentence.first_token = token;
    while (token < tokens.size() && tokens.begins[token] < sentence.bytes.end) ++token;
    sentence.token_count = token - sentence.first_token;
  }
}

}  // namespace

Tokenizer::Tokenizer(Kernel kernel) : kernel_(&text_kernel(kernel)) {}

template <typename Use>
void Tokenizer::for_each_piece(std::string_view text, const Use& use) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = end_of_piece(text, begin);
    const std::uint8_t* piece = end == text.size() ? pad(text.substr(begin)) : bytes + begin;
    use(piece, piece + (end - begin), static_cast<std::uint32_t>(begin));
    begin = end;
  }
}

const std::uint8_t* Tokenizer::pad(std::string_view rest) {
  padded_.resize(rest.size() + kFoldReadAhead);
  std::memcpy(padded_.data(), rest.data(), rest.size());
  std::memset(padded_.data() + rest.size(), 0, kFoldReadAhead);
  return padded_.data();
}

void Tokenizer::begin_tokens(std::string_view text, Tokens& out) {
  out.clear();
  pieces_.clear();
  grid_.clear();
  if (text.size() > kPieceBytes) out.reserve(text.size() / kLikelyBytesPerToken);
}

void Tokenizer::tokenize(std::string_view text, Tokens& out) {
  begin_tokens(text, out);
  for_each_piece(text, [&](const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t offset) {
    fold_piece(begin, end);
    add_piece(static_cast<std::size_t>(end - begin), offset, out);
  });
}

void Tokenizer::tokenize(std::string_view text, Tokens& out, FoldedText& folded) {
  begin_tokens(text, out);
  begin_folded(text, folded);
  PackedText packed;
  for_each_piece(text, [&](const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t offset) {
    fold_piece(begin, end);
    add_piece(static_cast<std::size_t>(end - begin), offset, out);
    pack_piece(packed, folded);
  });
  end_folded(packed, folded);
}

void Tokenizer::fold(std::string_view text, FoldedText& out) {
  pieces_.clear();
  begin_folded(text, out);
  PackedText packed;
  for_each_piece(text, [&](const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t) {
    fold_piece(begin, end);
    pack_piece(packed, out);
  });
  end_folded(packed, out);
}

void Tokenizer::fold_piece(const std::uint8_t* begin, const std::uint8_t* end) {
  buffers_.start(begin, end);
  kernel_->fold(buffers_);
}

void Tokenizer::begin_folded(std::string_view text, FoldedText& out) {
  out.clear();
  if (text.size() > kPieceBytes) out.bytes.reserve(text.size() + kFoldSlack);
}

void Tokenizer::end_folded(PackedText& packed, FoldedText& out) {
  if (packed.size > 0 && out.bytes[packed.size - 1] == ' ') {  // for the separator after the last token
    --packed.size;
    if (!out.characters.empty()) out.characters.pop_back();
  }
  out.bytes.resize(packed.size);
  out.begins.resize(packed.begin_count);
  const auto end = static_cast<std::uint32_t>(packed.size);
  if (!out.characters.empty()) out.characters.append({&end, 1});
}

void Tokenizer::pack_piece(PackedText& packed, FoldedText& out) {
  const std::size_t size_before = packed.size;
  const std::size_t characters_before = packed.character_count;
  const std::size_t size_bound = size_before + buffers_.folded_size;
  if (size_bound > kLongestFolded) throw Error("A text exceeds 4 GiB when folded; split it into documents.");
  out.bytes.resize(size_bound + kFoldSlack);
  out.begins.resize(packed.begin_count + buffers_.folded_size + kFoldSlack);
  packed.bytes = reinterpret_cast<std::uint8_t*>(out.bytes.data());
  packed.begins = out.begins.data();
  kernel_->pack_tokens(buffers_, packed);
  const std::size_t added = packed.character_count - characters_before;
  if (out.characters.empty() && packed.size - size_before == added) return;
  if (out.characters.empty()) {
    out.characters.reserve(out.bytes.capacity());  // growing would hold those of a long text twice
    list_one_byte_characters(characters_before, out.characters);
  }
  characters_.resize(added + kFoldSlack);
  kernel_->list_characters(packed.bytes + size_before, packed.size - size_before,
                           static_cast<std::uint32_t>(size_before), characters_.data());
  out.characters.append(std::span(characters_).first(added));
}

void Tokenizer::list_one_byte_characters(std::size_t count, CharacterPlaces& out) {
  for (std::size_t first = 0; first < count; first += kPieceBytes) {
    characters_.resize(std::min(kPieceBytes, count - first));
    std::iota(characters_.begin(), characters_.end(), static_cast<std::uint32_t>(first));
    out.append(characters_);
  }
}

void Tokenizer::add_piece(std::size_t source_size, std::uint32_t offset, Tokens& out) {
  const std::size_t before = out.size();
  out.resize(before + buffers_.folded_size + 64);
  std::uint32_t* begins = out.begins.data() + before;
  std::uint32_t* ends = out.ends.data() + before;
  const std::size_t grid_begin = grid_.size();
  grid_.resize(grid_begin + std::max(source_size, buffers_.folded_size) / 64 + 1);
  const std::size_t count = kernel_->list_tokens(buffers_, offset, begins, ends, grid_.data() + grid_begin);
  kernel_->hash_tokens(buffers_.folded, offset, begins, ends, count, out.hashes.data() + before);
  const bool is_shifted = buffers_.stretch_count != 0;
  if (is_shifted) SourcePositions(buffers_, offset).correct(begins, ends, count);
  pieces_.push_back({offset, static_cast<std::uint32_t>(source_size), static_cast<std::uint32_t>(before),
                     static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(grid_begin), is_shifted});
  out.resize(before + count);
}

bool Tokenizer::has_grid(const Tokens& tokens, const TextPiece& piece) {
  if (!piece.is_shifted) return true;
  return make_grid(tokens.begins.data() + piece.first_token, piece.token_count, piece.begin,
                   {grid_.data() + piece.grid_begin, piece.size / 64 + 1});
}

void Tokenizer::share_tokens(const Tokens& tokens, std::span<Sentence> sentences) {
  std::uint32_t token = 0;
  std::size_t done = 0;
  for (std::size_t i = 0; i < pieces_.size() && done < sentences.size(); ++i) {
    // A sentence belongs to the piece in which it ends.
    const bool is_last = i + 1 == pieces_.size();
    std::size_t end = done;
    while (end < sentences.size() && (is_last || sentences[end].bytes.end < pieces_[i + 1].begin)) ++end;
    const std::span<Sentence> inside = sentences.subspan(done, end - done);
    if (has_grid(tokens, pieces_[i])) {
      kernel_->share_tokens(pieces_[i], grid_.data() + pieces_[i].grid_begin, inside.data(), inside.size(), token);
    } else {
      share_one_by_one(tokens, inside, token);
    }
    done = end;
  }
}

}  // namespace cento
