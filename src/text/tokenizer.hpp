#pragma once

#include <span>
#include <string_view>

#include "core/kernel.hpp"
#include "core/memory/plain_vector.hpp"
#include "text/fold/fold_buffers.hpp"
#include "text/fold/folded_text.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Folds a text and lists its tokens with their hashes, in one pass over pieces that stay in cache. Holds scratch
/// memory: one object for each thread.
class Tokenizer {
 public:
  explicit Tokenizer(Kernel kernel = best_kernel());

  /// `text` must be valid UTF-8 and shorter than 4 GiB. Overwrites `out`.
  void tokenize(std::string_view text, Tokens& out);

  /// Both the tokens and the normalised text, which is folded only once. `text` and outputs as for the others.
  void tokenize(std::string_view text, Tokens& out, FoldedText& folded);

  /// The normalised text instead of the tokens' hashes and positions. `text` as above; overwrites `out`. Throws Error
  /// if folding makes it 4 GiB or longer. Leaves nothing for share_tokens().
  void fold(std::string_view text, FoldedText& out);

  /// Assigns to each sentence of the text tokenised last the tokens that begin in it. The sentences ascend and their
  /// bytes are set.
  void share_tokens(const Tokens& tokens, std::span<Sentence> sentences);

 private:
  /// Calls use(begin, end, offset in the text) for each piece; kFoldReadAhead bytes after `end` are readable.
  template <typename Use>
  void for_each_piece(std::string_view text, const Use& use);
  void begin_tokens(std::string_view text, Tokens& out);
  static void begin_folded(std::string_view text, FoldedText& out);
  static void end_folded(PackedText& packed, FoldedText& out);
  void fold_piece(const std::uint8_t* begin, const std::uint8_t* end);
  /// What follows work on the piece that was folded last.
  void pack_piece(PackedText& packed, FoldedText& out);
  void list_one_byte_characters(std::size_t count, CharacterPlaces& out);
  void add_piece(std::size_t source_size, std::uint32_t offset, Tokens& out);
  /// Whether the grid matches the text, after rebuilding it if folding changed lengths.
  bool has_grid(const Tokens& tokens, const TextPiece& piece);
  const std::uint8_t* pad(std::string_view rest);

  const TextKernel* kernel_;
  FoldBuffers buffers_;
  PlainVector<std::uint8_t> padded_;  // a copy of the end of a text, for kernels that read ahead
  PlainVector<TextPiece> pieces_;     // of the last text
  PlainVector<TokenGridEntry> grid_;
  PlainVector<std::uint32_t> characters_;  // of a piece
};

}  // namespace cento
