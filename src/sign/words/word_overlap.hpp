#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/memory/plain_vector.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// How much of a sentence Q occurs in a sentence R (paper qsign, section 2), both taken as sets of words. With w the
/// weight of a word:
enum class OverlapFormula : std::uint8_t {
  normalised,  // |Q∩R| / |Q| · Σ w(Q∩R) / Σ w(Q): from 0 to 1
  paper        // |Q∩R| / |Q| · Σ w(Q∩R): S(Q, R) as printed, up to Σ w(Q)
};

/// The weight of a word: log(N / df), an unknown word counting as in one document; 1 for all words without statistics
/// (null, or of no documents).
[[nodiscard]] double word_weight(std::uint64_t token_hash, const DocumentFrequencies* statistics);

/// The same by its count: a word in `having` of `documents`, of which there are some.
[[nodiscard]] double weight_of_count(std::uint32_t having, std::uint64_t documents);

/// What two sentences have in common.
struct WordOverlap {
  std::uint32_t shared = 0;  // words
  double weight = 0;         // of these
};

/// The query sentence, with the weight of each word. A word is a 32-bit number; they are ascending, each once. Reuse
/// one object: its memory is kept.
class OverlapQuery {
 public:
  explicit OverlapQuery(OverlapFormula formula) : formula_(formula) {}

  void clear();
  /// `word` is greater than all added before.
  void add(std::uint32_t word, double weight);

  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }
  [[nodiscard]] std::span<const double> weights() const { return weights_; }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] WordOverlap all() const { return {static_cast<std::uint32_t>(words_.size()), total_}; }

  /// With a sentence of these words, ascending, each once.
  [[nodiscard]] WordOverlap overlap(std::span<const std::uint32_t> other) const;

  /// The score of an overlap; grows with both of its numbers. If no word weighs anything, the normalised score counts
  /// words alone. 0 for a query without words.
  [[nodiscard]] double score(const WordOverlap& overlap) const;
  [[nodiscard]] double score(std::span<const std::uint32_t> other) const { return score(overlap(other)); }

  /// The fewest words that a sentence with this score shares; size() + 1 if none can have it.
  [[nodiscard]] std::uint32_t least_shared(double threshold) const;

 private:
  OverlapFormula formula_;
  PlainVector<std::uint32_t> words_;
  PlainVector<double> weights_;
  double total_ = 0;
};

}  // namespace cento
