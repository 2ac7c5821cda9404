#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "index/digest.hpp"
#include "index/index_options.hpp"
#include "sign/bits/bit_blocks.hpp"
#include "sign/bits/bit_signature.hpp"

namespace cento {

/// Replaces `out` with the distinct words of a sentence, sorted. As stored_word() is the upper half of a hash, the
/// stored words are then also ascending.
void distinct_words(std::span<const std::uint64_t> tokens, PlainVector<std::uint64_t>& out);

/// Makes the part of digests that finding reused sentences needs (IndexOptions::reuse): words, bit signatures, and the
/// keys of both. Holds scratch memory: one for each thread.
class ReuseDigester {
 public:
  /// Throws UsageError when the bits are out of range.
  explicit ReuseDigester(const IndexOptions& options);

  /// Appends what is kept of the next sentence of the batch, which has this position; called for each sentence in
  /// order, including those without words, which get no keys. `tokens` are the hashes of its tokens, in any order.
  void add(std::span<const std::uint64_t> tokens, std::uint32_t position, DigestBatch& out);

 private:
  struct Bits {
    BitSigner signer;
    BitBlocks blocks;
  };

  void add_words(std::uint32_t position, DigestBatch& out) const;
  void add_bits(std::uint32_t position, DigestBatch& out);

  std::optional<Bits> bits_;  // empty: not kept
  PlainVector<std::uint64_t> words_;
  PlainVector<std::uint64_t> keys_;
};

/// Throws UsageError when an index cannot have signatures of this many bits.
void check_signature_bits(const IndexOptions& options);

}  // namespace cento
