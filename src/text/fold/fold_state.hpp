#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel.hpp"
#include "text/tokens.hpp"

namespace cento {

/// A stretch of the folded text that does not correspond to its source byte for byte: all of it came from all of the
/// source stretch. Everything between two stretches has the same length on both sides.
struct FoldedStretch {
  std::uint32_t folded_begin;
  std::uint32_t folded_end;
  std::uint32_t source_begin;
  std::uint32_t source_end;
};

/// Folding of one piece of text, in raw memory so that kernels compiled for other instruction sets share no library
/// code with the rest of the program. Owned by FoldBuffers.
struct FoldState {
  const std::uint8_t* source = nullptr;  // the piece; kFoldReadAhead bytes after its end are readable
  const std::uint8_t* source_end = nullptr;

  std::uint8_t* folded = nullptr;  // folded text; separators are left as they are, since they are never read
  std::size_t folded_size = 0;
  std::size_t folded_capacity = 0;

  // One bit per folded byte, in words of 64: is it part of a token; does a token begin here right after another.
  std::uint64_t* token_bits = nullptr;
  std::uint64_t* forced_bits = nullptr;
  std::size_t full_words = 0;
  std::uint64_t open_token_word = 0;
  std::uint64_t open_forced_word = 0;
  std::uint32_t open_count = 0;  // bits in the open words

  bool in_token = false;      // the last folded character belongs to a token
  bool after_single = false;  // that token is a single letter (with its marks)

  FoldedStretch* stretches = nullptr;
  std::size_t stretch_count = 0;
  std::size_t stretch_capacity = 0;
};

/// The positions among 64 folded bytes at which tokens begin, and how many began earlier in the piece.
struct TokenGridEntry {
  std::uint64_t begins;
  std::uint64_t count_before;
};

/// A stretch of a text that was folded in one go.
struct TextPiece {
  std::uint32_t begin;  // in the text
  std::uint32_t size;
  std::uint32_t first_token;  // of the text's tokens
  std::uint32_t token_count;
  std::uint32_t grid_begin;  // its first entry in the grid
  bool is_shifted;           // folding changed lengths, so the grid does not match the text
};

/// The normalised text of all pieces so far, in raw memory for kernels; see FoldedText.
struct PackedText {
  std::uint8_t* bytes = nullptr;  // room for the folded bytes of the next piece and kFoldSlack more
  std::size_t size = 0;
  std::uint32_t* begins = nullptr;  // room for the same number
  std::size_t begin_count = 0;
  std::size_t character_count = 0;
  bool after_token = false;  // the last folded byte belongs to a token
};

/// How far past the end of a piece kernels may read (the bytes read are ignored).
inline constexpr std::size_t kFoldReadAhead = 128;

/// Room that kernels need after the folded text of the rest of the piece, to store whole vectors.
inline constexpr std::size_t kFoldSlack = 256;

/// Handles the code points that a table row alone does not decide: those that fold to none or several, and those that
/// combine with the preceding one (with all that follows up to the next normalisation boundary, through ICU). Returns
/// where to continue.
const std::uint8_t* fold_by_segment(FoldState& state, const std::uint8_t* at);

/// Records a stretch of different length and makes sure that the rest of the piece, from `source_rest` on, still has
/// room.
void add_stretch(FoldState& state, const FoldedStretch& stretch, const std::uint8_t* source_rest);

/// The loops that exist once for each instruction set.
struct TextKernel {
  /// Folds the whole piece: fills folded, token_bits, forced_bits and stretches.
  void (*fold)(FoldState& state);
  /// Lists the tokens of a folded piece as positions in it plus `base`; returns their number. The arrays need room for
  /// 64 more. `grid` gets an entry for each 64 folded bytes; the last entry may cover none.
  std::size_t (*list_tokens)(const FoldState& state, std::uint32_t base, std::uint32_t* begins, std::uint32_t* ends,
                             TokenGridEntry* grid);
  /// Hashes `count` tokens listed with `base`.
  void (*hash_tokens)(const std::uint8_t* folded, std::uint32_t base, const std::uint32_t* begins,
                      const std::uint32_t* ends, std::size_t count, std::uint64_t* hashes);
  /// Assigns to each of the `count` ascending sentences, whose bytes are set, the tokens that begin in it. All of them
  /// lie in the piece, to which the grid belongs. `token` is the first token of the first sentence, and afterwards the
  /// one after the last.
  void (*share_tokens)(const TextPiece& piece, const TokenGridEntry* grid, Sentence* sentences, std::size_t count,
                       std::uint32_t& token);
  /// Appends the tokens of a folded piece; a separator after a token becomes a space. Separators in the piece may be
  /// overwritten.
  void (*pack_tokens)(FoldState& state, PackedText& packed);
  /// Lists the first bytes of the characters among `size` bytes of valid UTF-8, as positions plus `base`; returns their
  /// number. kFoldReadAhead bytes after the end must be readable, and `characters` needs room for 64 more.
  std::size_t (*list_characters)(const std::uint8_t* bytes, std::size_t size, std::uint32_t base,
                                 std::uint32_t* characters);
};

/// The kernel for an instruction set, or the best below it that the processor has.
[[nodiscard]] const TextKernel& text_kernel(Kernel kernel);

extern const TextKernel kScalarTextKernel;
extern const TextKernel kAvx2TextKernel;
extern const TextKernel kAvx512TextKernel;

}  // namespace cento
