#pragma once

#include <string_view>

#include "core/kernel.hpp"
#include "core/plain_vector.hpp"
#include "text/fold_buffers.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Folds a text and lists its tokens with their hashes, in one pass over pieces that stay in cache. Holds scratch
/// memory: one object for each thread.
class Tokenizer {
 public:
  explicit Tokenizer(Kernel kernel = best_kernel());

  /// `text` must be valid UTF-8 and shorter than 4 GiB. What `out` held before is gone.
  void tokenize(std::string_view text, Tokens& out);

 private:
  friend class TokenCounter;

  /// A stretch of the text that was folded at once.
  struct Piece {
    std::uint32_t begin;  // in the text
    std::uint32_t first_token;
    std::uint32_t grid_begin;  // its first entry in grid_
    bool is_shifted;           // folding changed lengths, so that the grid does not fit the text
  };

  void add_piece(const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t offset, Tokens& out);
  void add_last_piece(std::string_view rest, std::uint32_t offset, Tokens& out);

  const TextKernel* kernel_;
  FoldBuffers buffers_;
  PlainVector<std::uint8_t> padded_;  // a copy of the end of a text, for kernels that read ahead
  PlainVector<Piece> pieces_;         // of the last text
  PlainVector<TokenGridEntry> grid_;
};

/// Tells how many tokens of the text that was tokenised last begin before a byte of it. To be asked for ascending
/// bytes.
class TokenCounter {
 public:
  TokenCounter(const Tokenizer& tokenizer, const Tokens& tokens) : tokenizer_(tokenizer), tokens_(tokens) {}

  std::uint32_t count_before(std::uint32_t byte) {
    while (byte >= piece_end_) go_to_next_piece();
    if (piece_->is_shifted) [[unlikely]]
      return count_one_by_one(byte);
    const std::uint32_t inside = byte - piece_->begin;
    const TokenGridEntry& entry = grid_[inside / 64];
    const std::uint64_t before = entry.begins & ~(~std::uint64_t{0} << (inside % 64));
    return piece_->first_token + static_cast<std::uint32_t>(entry.count_before) +
           static_cast<std::uint32_t>(__builtin_popcountll(before));
  }

 private:
  void go_to_next_piece();
  std::uint32_t count_one_by_one(std::uint32_t byte);

  const Tokenizer& tokenizer_;
  const Tokens& tokens_;
  std::size_t next_piece_ = 0;
  const Tokenizer::Piece* piece_ = nullptr;  // the piece before it
  const TokenGridEntry* grid_ = nullptr;     // of that piece
  std::uint32_t piece_end_ = 0;
  std::uint32_t counted_ = 0;
};

}  // namespace cento
