#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/signer.hpp"

namespace cento {

/// The tables of a segment, each from hashes to the places of what they represent. The numbers are part of the format.
enum class IndexTable : std::uint32_t {
  texts = 0,      // fingerprint (low half) of a document's text -> document
  sentences = 1,  // sentence_hash() -> position
  blog = 2,       // fingerprint (high half) of a sentence without common words -> position
  documents = 3,  // band of a document's MinHash sketch -> document
  near = 4,       // key of a part of a sentence's features (join/part_keys.hpp) -> position
  words = 5,      // token_hash() of each distinct word of a sentence -> position
  bits = 6,       // block of a sentence's bit signature -> position
  threads = 7,    // feature of a part of a thread (methods/forum/forum_record.hpp) -> document
};
inline constexpr std::size_t kIndexTables = 8;

/// Whether the values of a table are documents; otherwise they are positions.
[[nodiscard]] constexpr bool leads_to_documents(std::size_t table) {
  return table == static_cast<std::size_t>(IndexTable::texts) ||
         table == static_cast<std::size_t>(IndexTable::documents) ||
         table == static_cast<std::size_t>(IndexTable::threads);
}

/// A hash and its value: a document, or the position of a sentence, counted from the first of the batch.
struct IndexKey {
  std::uint64_t hash = 0;
  std::uint32_t value = 0;
};

/// What the index keeps of some documents, besides their texts. Positions count the sentences of all parts of all
/// documents, in order. Reuse one object: its memory is kept.
struct DigestBatch {
  PlainVector<Fingerprint> texts;           // of each document: all its parts
  PlainVector<std::uint32_t> part_counts;   // of each document
  PlainVector<std::uint32_t> part_sizes;    // sentences of each part
  PlainVector<std::uint32_t> contents;      // of each sentence: stored_content(), kNoContent for one without words
  PlainVector<Span> spans;                  // of each sentence: its bytes in its part
  PlainVector<BitSignature> bits;           // of each sentence; empty if they are not kept
  PlainVector<std::uint32_t> word_counts;   // distinct words of each sentence; empty if they are not kept
  PlainVector<std::uint32_t> words;         // these, as stored_word(), ascending in each sentence
  PlainVector<std::uint32_t> thread_sizes;  // sizes of each document's record as a thread; empty if none are kept
  PlainVector<std::uint32_t> threads;       // these records, concatenated (methods/forum/forum_record.hpp)
  std::array<PlainVector<IndexKey>, kIndexTables> keys;  // of each table, in any order

  [[nodiscard]] std::size_t documents() const { return texts.size(); }
  [[nodiscard]] std::size_t sentences() const { return contents.size(); }
  [[nodiscard]] PlainVector<IndexKey>& keys_of(IndexTable table) { return keys[static_cast<std::size_t>(table)]; }
  [[nodiscard]] const PlainVector<IndexKey>& keys_of(IndexTable table) const {
    return keys[static_cast<std::size_t>(table)];
  }
  void clear();
};

inline constexpr std::uint32_t kNoContent = 0;

/// The half of a sentence's hash that is stored at its position: the table has the other bits.
[[nodiscard]] constexpr std::uint32_t stored_content(std::uint64_t sentence_hash) {
  const auto low = static_cast<std::uint32_t>(sentence_hash);
  return low == kNoContent ? 1 : low;
}

/// A word as stored with its sentence: the upper half of its token_hash().
[[nodiscard]] constexpr std::uint32_t stored_word(std::uint64_t token_hash) {
  return static_cast<std::uint32_t>(token_hash >> 32U);
}

}  // namespace cento
