#pragma once

#include <span>
#include <string_view>

#include "core/kernel.hpp"
#include "core/plain_vector.hpp"
#include "text/fold_buffers.hpp"
#include "text/folded_text.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Folds a text and lists its tokens with their hashes, in one pass over pieces that stay in cache. Holds scratch
/// memory: one object for each thread.
class Tokenizer {
 public:
  explicit Tokenizer(Kernel kernel = best_kernel());

  /// `text` must be valid UTF-8 and shorter than 4 GiB. What `out` held before is gone.
  void tokenize(std::string_view text, Tokens& out);

  /// The normalised text instead of the tokens' hashes and places. `text` as above; what `out` held before is gone.
  /// Throws Error if folding makes it 4 GiB or longer. Leaves nothing for share_tokens().
  void fold(std::string_view text, FoldedText& out);

  /// Gives each sentence of the text that was tokenised last the tokens that begin in it. The sentences ascend and
  /// their bytes are set.
  void share_tokens(const Tokens& tokens, std::span<Sentence> sentences);

 private:
  /// Calls use(begin, end, offset in the text) for each piece; kFoldReadAhead bytes behind `end` are readable.
  template <typename Use>
  void for_each_piece(std::string_view text, const Use& use);
  void pack_piece(const std::uint8_t* begin, const std::uint8_t* end, PackedText& packed, FoldedText& out);
  void list_one_byte_characters(std::size_t count, CharacterPlaces& out);
  void add_piece(const std::uint8_t* begin, const std::uint8_t* end, std::uint32_t offset, Tokens& out);
  /// Whether the grid fits the text, after making it anew where folding changed lengths.
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
