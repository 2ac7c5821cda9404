#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "index/segment/segment.hpp"
#include "sign/bits/bit_blocks.hpp"
#include "sign/bits/bit_signature.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/word_overlap.hpp"

namespace cento {

/// A sentence of a segment that reaches the threshold.
struct SentenceHit {
  std::uint32_t position = 0;
  double score = 0;
};

/// The block keys and signatures of the sentences of a segment: its own, or others made by a study.
struct SignatureTable {
  const KeyTable& keys;
  CheckedArray<BitSignature> bits;
};

/// What a search examined.
struct SearchCounts {
  std::uint64_t lookups = 0;     // of words or keys; none if all was scanned instead
  std::uint64_t candidates = 0;  // sentences whose words were compared
  std::uint64_t left_out = 0;    // candidates beyond the limit

  SearchCounts& operator+=(const SearchCounts& more);
};

/// One list too many is harmless, one too few is not.
inline constexpr double kOverlapRounding = 1e-9;

/// How many of the lists of a query's words have to be read, in the order in which they are taken, so that no sentence
/// that reaches the threshold is missed (see SentenceSearch). `weight_of(list)` is that of its word.
template <typename WeightOf>
[[nodiscard]] std::size_t lists_needed(const OverlapQuery& query, double threshold, std::size_t lists,
                                       const WeightOf& weight_of) {
  WordOverlap rest = query.all();
  for (std::size_t list = 0; list < lists; ++list) {
    if (query.score(rest) < threshold - kOverlapRounding) return list;
    if (rest.shared > 0) --rest.shared;
    rest.weight = std::max(0.0, rest.weight - weight_of(list));
  }
  return lists;
}

/// Finds the sentences of a segment that overlap with a given one by at least a threshold. Holds scratch memory: one
/// for each thread.
///
/// by_words() reads the lists of only some words of the sentence. With P a set of words of Q, a sentence that has none
/// of P shares at most |Q| − |P| words of weight w(Q) − w(P), and a score grows with both; so if the score of that is
/// below the threshold, every sentence that reaches it has a word of P. The words with the shortest lists are taken,
/// one by one, until this holds: the same for either formula. If w(Q) alone is too little for the paper's formula, P is
/// empty: nothing can reach it.
///
/// by_bits() looks up keys of blocks: see BitBlocks. How many bits off each block is looked up is decided along the
/// way: always the next step with the fewest signatures to compare. Texts are full of short sentences that have no bit
/// in some block, or of long ones that have all, and such lists need not be read.
class SentenceSearch {
 public:
  /// `statistics` (null: none) must outlive this.
  SentenceSearch(OverlapFormula formula, double threshold, const DocumentFrequencies* statistics,
                 std::uint64_t most_candidates);

  /// Sets the sentence for the next searches, by the hashes of its tokens. False if it has no words.
  bool set_sentence(std::span<const std::uint64_t> tokens);

  [[nodiscard]] const OverlapQuery& query() const { return query_; }
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_; }  // of the words, ascending

  // Each replaces `hits` with the hits, ascending by position.

  /// All, by word lists.
  SearchCounts by_words(const Segment& segment, PlainVector<SentenceHit>& hits);

  /// Those whose signatures are at most `distance` bits from `signature`, which BitSigner made from hashes(). `blocks`
  /// made the keys of the table.
  SearchCounts by_bits(const Segment& segment, const SignatureTable& table, const BitBlocks& blocks,
                       const BitSignature& signature, unsigned distance, PlainVector<SentenceHit>& hits);

  /// All, by comparing every sentence.
  SearchCounts by_scan(const Segment& segment, PlainVector<SentenceHit>& hits);

 private:
  struct WordList {
    std::span<const KeyTable::Entry> entries;
    double weight = 0;
  };

  void find_lists(const KeyTable& table);
  /// The signatures that differ from the sentence's in exactly `bits` bits of a block.
  struct BlockStep {
    unsigned bits = 0;
    bool is_known = false;
    std::uint64_t cost = 0;  // of comparing them; a lower bound if they are not known
    std::vector<std::span<const KeyTable::Entry>> lists;
  };

  bool look_up_blocks(const SignatureTable& table, const BitBlocks& blocks, const BitSignature& signature,
                      unsigned distance, SearchCounts& counts);
  void set_step(const BitBlocks& blocks, unsigned block, unsigned bits);
  void look_up(const SignatureTable& table, const BitBlocks& blocks, const BitSignature& signature, unsigned block);
  void take_close(const SignatureTable& table, const BlockStep& step, const BitSignature& signature, unsigned distance);
  void scan_bits(const SignatureTable& table, const BitSignature& signature, unsigned distance);
  void verify(const Segment& segment, std::span<const std::uint32_t> positions, PlainVector<SentenceHit>& hits) const;

  OverlapQuery query_;
  double threshold_;
  const DocumentFrequencies* statistics_;
  std::uint64_t most_candidates_;
  PlainVector<std::uint64_t> hashes_;
  PlainVector<WordList> lists_;
  PlainVector<std::uint64_t> keys_;
  std::vector<BlockStep> steps_;      // the next one of each block
  PlainVector<std::uint32_t> found_;  // positions with a key that was looked up
  PlainVector<std::uint32_t> close_;  // positions that are compared
};

}  // namespace cento
