#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plain_vector.hpp"
#include "index/segment.hpp"
#include "sign/bit_blocks.hpp"
#include "sign/bit_signature.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/word_overlap.hpp"

namespace cento {

/// A sentence of a segment that reaches the threshold.
struct SentenceHit {
  std::uint32_t position = 0;
  double score = 0;
};

/// The block keys and signatures of the sentences of a segment: its own, or others that a study made.
struct SignatureTable {
  const KeyTable& keys;
  CheckedArray<BitSignature> bits;
};

/// What a search looked at.
struct SearchCounts {
  std::uint64_t lookups = 0;     // of words or keys; none where all was looked at instead
  std::uint64_t candidates = 0;  // sentences whose words were compared
  std::uint64_t left_out = 0;    // that were too many

  SearchCounts& operator+=(const SearchCounts& more);
};

/// Finds the sentences of a segment that overlap with one by at least a threshold. Holds scratch memory: one for each
/// thread.
///
/// by_words() reads the lists of some words of the sentence only. With P a set of words of Q, a sentence that has none
/// of P shares at most |Q| − |P| words of weight w(Q) − w(P), and a score grows with both; so if the score of that is
/// below the threshold, whoever reaches it has a word of P. The words with the shortest lists are taken, one by one,
/// until this holds: the same for either formula. If w(Q) alone is too little for the paper's, P is empty: nothing can
/// reach it.
///
/// by_bits() looks up keys of blocks: see BitBlocks. How far off is looked in which block is decided as it goes: always
/// the next step that has the fewest signatures to compare. Texts are full of short sentences that have no bit in some
/// block, or of long ones that have all, and no such list needs to be read.
class SentenceSearch {
 public:
  /// `statistics` (null: none) must outlive it.
  SentenceSearch(OverlapFormula formula, double threshold, const DocumentFrequencies* statistics,
                 std::uint64_t most_candidates);

  /// Takes the sentence that the next searches are about, by the hashes of its tokens. False if it has no words.
  bool set_sentence(std::span<const std::uint64_t> tokens);

  [[nodiscard]] const OverlapQuery& query() const { return query_; }
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_; }  // of the words, ascending

  // Each puts the hits, ascending by position, in place of what is in `hits`.

  /// All, by the lists of words.
  SearchCounts by_words(const Segment& segment, PlainVector<SentenceHit>& hits);

  /// Those whose signatures are at most `distance` bits from `signature`, which BitSigner made of hashes(). `blocks`
  /// made the keys of the table.
  SearchCounts by_bits(const Segment& segment, const SignatureTable& table, const BitBlocks& blocks,
                       const BitSignature& signature, unsigned distance, PlainVector<SentenceHit>& hits);

  /// All, by looking at every sentence.
  SearchCounts by_scan(const Segment& segment, PlainVector<SentenceHit>& hits);

 private:
  struct WordList {
    std::span<const KeyTable::Entry> entries;
    double weight = 0;
  };

  void find_lists(const KeyTable& table);
  [[nodiscard]] std::size_t lists_needed() const;
  /// The signatures that differ from the sentence's in so many bits of a block.
  struct BlockStep {
    unsigned bits = 0;
    bool is_known = false;
    std::uint64_t cost = 0;  // of comparing them; at least so much, if they are not known
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
  std::vector<BlockStep> steps_;      // of each block: the next one
  PlainVector<std::uint32_t> found_;  // positions with a looked-up key
  PlainVector<std::uint32_t> close_;  // positions that are compared
};

}  // namespace cento
