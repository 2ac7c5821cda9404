#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "core/spill/temp_file.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Tokens in a row with their byte offsets, packed: about 4 bytes per token of English; 8 more where no two tokens are
/// alike. Token hashes are kept whole. Holds a header, the distinct hashes, marks at which reading offsets may begin,
/// the number of each token's hash, and the offsets.
struct TokenChunk {
  PlainVector<char> bytes;
  std::uint32_t token_count = 0;
};

/// Packs tokens into chunks. One object for each thread.
class TokenPacker {
 public:
  static constexpr std::uint32_t kChunkTokens = std::uint32_t{1} << 14;

  /// A state of the packer to go back to.
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

  /// Tokens added since take(), and entries between parts.
  [[nodiscard]] std::uint64_t size() const { return tokens_; }

  /// `byte_offset` is added to the tokens' own offsets.
  void add(const Tokens& tokens, std::uint32_t byte_offset);

  /// Ends a part with an entry that is not a token, so that the end of one part never adjoins the begin of the next.
  void end_part();

  [[nodiscard]] Mark mark() const;
  /// Takes back what was added since the mark, though not always all of it: see size().
  void go_back(const Mark& mark);

  /// The chunks, the last one not full; starts over.
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
  // Of the open chunk:
  PlainVector<std::uint64_t> distinct_;
  PlainVector<std::uint16_t> numbers_;
  std::vector<OffsetMark> marks_;
  std::vector<unsigned char> offsets_;
  PlainVector<std::uint32_t> slots_;  // hash table of distinct_: the chunk's turn in the high half, a number in the low
  std::uint32_t turn_ = 0;
};

/// The tokens of a collection, numbered in the order added: in memory up to a budget, then in a temporary file. Written
/// by one thread, then read by many.
class TokenArchive {
 public:
  /// `temp_dir`: empty for the system default.
  TokenArchive(const MemoryPart& memory, std::string temp_dir) : lease_(memory), file_(std::move(temp_dir)) {}

  /// Throws Error when the temporary folder is full.
  void add(TokenChunk&& chunk);

  [[nodiscard]] std::uint64_t size() const { return tokens_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return file_.size(); }

 private:
  friend class TokenReader;

  struct Place {
    std::uint64_t first_token = 0;
    PlainVector<char> bytes;   // empty: in the file
    std::uint64_t offset = 0;  // position in the file
    std::uint32_t size = 0;    // in bytes
  };

  MemoryLease lease_;
  std::uint64_t memory_used_ = 0;
  std::uint64_t tokens_ = 0;
  std::vector<Place> places_;
  TempFile file_;
};

/// Reads tokens of an archive by number; fastest in ascending order. One object for each thread; the archive must
/// outlive it and not change.
class TokenReader {
 public:
  explicit TokenReader(const TokenArchive& archive) : archive_(&archive) {}

  /// Replaces `hashes` with those of `count` tokens from `first` on; 0 marks the end of a part.
  void read(std::uint64_t first, std::size_t count, PlainVector<std::uint64_t>& hashes);

  /// The bytes of a token in its part.
  [[nodiscard]] Span bytes_of(std::uint64_t token);

  /// Replaces `ends` with the bytes at which `count` tokens from `first` on end in their parts.
  void read_ends(std::uint64_t first, std::size_t count, PlainVector<std::uint32_t>& ends);

 private:
  void open_chunk_of(std::uint64_t token);
  /// The bytes of an entry of the open chunk; `next` is set to the offsets of the one after it.
  [[nodiscard]] Span span_of_entry(std::uint64_t entry, const unsigned char*& next) const;

  const TokenArchive* archive_;
  PlainVector<char> buffer_;  // of a chunk that is in the file
  std::uint64_t begin_ = 0;   // token range of the open chunk
  std::uint64_t end_ = 0;
  const std::uint64_t* distinct_ = nullptr;
  const TokenPacker::OffsetMark* marks_ = nullptr;
  const std::uint16_t* numbers_ = nullptr;
  const unsigned char* offsets_ = nullptr;
};

}  // namespace cento
