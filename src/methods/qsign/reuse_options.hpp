#pragma once

#include <cstdint>
#include <optional>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "sign/bits/qsign_theory.hpp"
#include "sign/words/word_overlap.hpp"

namespace cento {

/// How reused sentences are found in an index. Either way, what is reported was verified by its words.
enum class ReuseWay : std::uint8_t {
  words,  // by the lists of the rarest words: all that reach the threshold
  qsign   // by signatures within d bits (paper qsign): those among them that reach the threshold
};

/// The same names are used on the command line.
struct ReuseOptions {
  ReuseWay way = ReuseWay::words;
  OverlapFormula formula = OverlapFormula::normalised;
  double threshold = 0.7;                    // θ: least overlap; greater than 0, and at most 1 if normalised
  std::uint32_t min_words = 1;               // sentences with fewer distinct words are skipped: many match by chance
  std::uint32_t limit = AskOptions{}.limit;  // sentences reported for each query sentence, best first
  // How d is chosen for qsign, sentence by sentence: by the first of these that is given.
  std::optional<unsigned> distance;   // d
  std::optional<double> false_hits;   // ρ: accepted probability that a sentence with more than k other words is a hit
  double recall = 0.9;                // wanted among sentences with k other words
  std::optional<double> extra_words;  // k; none: words_apart() for the threshold
  std::uint64_t most_candidates = 100'000;  // examined for one sentence in one segment; those left out are counted
};

[[nodiscard]] OptionTable options_of(ReuseOptions& options);

/// Throws UsageError when an option is out of range.
void check_reuse(const ReuseOptions& options);

/// Bits in which signatures may differ, and the expected recall.
struct ReuseDistance {
  unsigned bits = 0;            // d
  double predicted_recall = 1;  // among sentences with k other words
};

/// For a sentence of `words` distinct words; `threshold` as a share of the score that the sentence has with itself. If
/// no d satisfies the false hits, it is 0: the same bits.
[[nodiscard]] ReuseDistance distance_for(const ReuseOptions& options, const BitShape& shape, double words,
                                         double threshold);

}  // namespace cento
