#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/plain_vector.hpp"
#include "core/span.hpp"
#include "core/temp_file.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Tokens in a row with their byte offsets, packed: about 4 bytes a token of English; where no two tokens are alike,
/// 8 more. Token hashes are kept whole. A header, the distinct hashes, marks that say where reading offsets may begin,
/// for each token the number of its hash, and its offsets.
struct TokenChunk {
  PlainVector<char> bytes;
  std::uint32_t token_count = 0;
};

/// Packs tokens into chunks. One object for each thread.
class TokenPacker {
 public:
  static constexpr std::uint32_t kChunkTokens = std::uint32_t{1} << 14;

  /// Where the packer stood, to go back to.
  struct Mark {
    std::size_t chunks = 0;
    std::uint64_t tokens = 0;
    std::size_t chunk_tokens = 0;
    std::size_t distinct = 0;
    std::size_t marks = 0;
    std::size_t offset_bytes = 0;
    std::uint32_t last_end = 0;
  };

  TokenPacker();

  /// Tokens that were added since take(), and entries between parts.
  [[nodiscard]] std::uint64_t size() const { return tokens_; }

  /// `byte_offset` is added to the tokens' own offsets.
  void add(const Tokens& tokens, std::uint32_t byte_offset);

  /// Ends a part by an entry that is no token, so that what ends with one part and begins with the next never touches.
  void end_part();

  [[nodiscard]] Mark mark() const;
  /// Takes back what was added since the mark, but not always all: size() tells.
  void go_back(const Mark& mark);

  /// The chunks, the last one not full; begins anew.
  [[nodiscard]] std::vector<TokenChunk> take();

 private:
  struct OffsetMark {
    std::uint32_t last_end;
    std::uint32_t offset_byte;
  };
  friend class TokenReader;

  void add_entry(std::uint64_t hash, std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] std::uint32_t& slot_of(std::uint64_t hash);
  [[nodiscard]] std::uint16_t number_of(std::uint64_t hash);
  void append_offsets(std::uint32_t begin, std::uint32_t end);
  void close_chunk();
  void begin_chunk();

  std::vector<TokenChunk> chunks_;
  std::uint64_t tokens_ = 0;
  std::uint32_t last_end_ = 0;
  // Of the chunk that is open:
  PlainVector<std::uint64_t> distinct_;
  PlainVector<std::uint16_t> numbers_;
  std::vector<OffsetMark> marks_;
  std::vector<unsigned char> offsets_;
  PlainVector<std::uint32_t> slots_;  // hash table of distinct_: the chunk's turn in the high half, a number in the low
  std::uint32_t turn_ = 0;
};

/// The tokens of a collection, numbered as they were added: in memory up to a budget, then in a temporary file. Added
/// by one thread, read by many afterwards.
class TokenArchive {
 public:
  /// `temp_dir`: empty for the system's.
  TokenArchive(std::uint64_t memory_bytes, std::string temp_dir)
      : memory_limit_(memory_bytes), file_(std::move(temp_dir)) {}

  /// Throws Error when the temporary folder is full.
  void add(TokenChunk&& chunk);

  [[nodiscard]] std::uint64_t size() const { return tokens_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return file_.size(); }

 private:
  friend class TokenReader;

  struct Place {
    std::uint64_t first_token = 0;
    PlainVector<char> bytes;   // empty: in the file
    std::uint64_t offset = 0;  // where there
    std::uint32_t size = 0;    // in bytes
  };

  std::uint64_t memory_limit_;
  std::uint64_t memory_used_ = 0;
  std::uint64_t tokens_ = 0;
  std::vector<Place> places_;
  TempFile file_;
};

/// Reads tokens of an archive by their number; quickest in ascending order. One object for each thread; the archive
/// must outlive it and not change.
class TokenReader {
 public:
  explicit TokenReader(const TokenArchive& archive) : archive_(&archive) {}

  /// Replaces `hashes` by those of `count` tokens from `first` on; 0 stands for the end of a part.
  void read(std::uint64_t first, std::size_t count, PlainVector<std::uint64_t>& hashes);

  /// The bytes of a token in its part.
  [[nodiscard]] Span bytes_of(std::uint64_t token);

 private:
  void open_chunk_of(std::uint64_t token);

  const TokenArchive* archive_;
  PlainVector<char> buffer_;  // of a chunk that is in the file
  std::uint64_t begin_ = 0;   // tokens of the open chunk
  std::uint64_t end_ = 0;
  const std::uint64_t* distinct_ = nullptr;
  const TokenPacker::OffsetMark* marks_ = nullptr;
  const std::uint16_t* numbers_ = nullptr;
  const unsigned char* offsets_ = nullptr;
};

}  // namespace cento
