#pragma once

#include <cstdint>
#include <optional>

#include "sign/qsign_theory.hpp"
#include "sign/word_overlap.hpp"

namespace cento {

/// How reused sentences are found in an index. Either way what is told was verified by its words.
enum class ReuseWay : std::uint8_t {
  words,  // by the lists of the rarest words: all that reach the threshold
  qsign   // by signatures within d bits (paper qsign): those of them that reach the threshold
};

/// The same names are used on the command line.
struct ReuseOptions {
  ReuseWay way = ReuseWay::words;
  OverlapFormula formula = OverlapFormula::normalised;
  double threshold = 0.7;       // θ: least overlap; over 0, and up to 1 if normalised
  std::uint32_t min_words = 1;  // sentences with fewer distinct words are not asked about: much has them by chance
  std::uint32_t limit = 20;     // sentences told for each one asked, best first
  // How d is found for qsign, sentence by sentence: the first of these that is given.
  std::optional<unsigned> distance;   // d
  std::optional<double> false_hits;   // ρ: accepted probability that a sentence with more than k other words is a hit
  double recall = 0.9;                // wanted among sentences with k other words
  std::optional<double> extra_words;  // k; none: what words_apart() says for the threshold
  std::uint64_t most_candidates = 100'000;  // looked at for one sentence in one segment; those left out are counted
};

/// Throws UsageError when an option is out of its range.
void check_options(const ReuseOptions& options);

/// Bits that signatures may differ in, and what is expected of that.
struct ReuseDistance {
  unsigned bits = 0;            // d
  double predicted_recall = 1;  // among sentences with k other words
};

/// For a sentence of so many distinct words; `threshold` as a share of the score that the sentence has with itself.
/// Where no d keeps to the false hits, it is 0: the same bits.
[[nodiscard]] ReuseDistance distance_for(const ReuseOptions& options, const BitShape& shape, double words,
                                         double threshold);

}  // namespace cento
