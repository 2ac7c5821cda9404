#include "methods/qsign/reuse_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

unsigned bits_for(const ReuseOptions& options, const BitShape& shape, double words, double extra_words) {
  if (options.distance) return std::min(*options.distance, shape.signature_bits);
  if (!options.false_hits) return distance_for_recall(shape, words, extra_words, options.recall);
  return distance_for_false_hits(shape, words, extra_words, *options.false_hits).value_or(0);
}

}  // namespace

OptionTable options_of(ReuseOptions& options) {
  return {
      {"reuse_by", "WAY", "find reused sentences by words, which misses none, or by bit signatures: words or qsign",
       choice_slot(options.way, {"words", "qsign"})},
      {"overlap", "FORMULA", "word overlap from 0 to 1, or as printed in the paper: normalised or paper",
       choice_slot(options.formula, {"normalised", "paper"})},
      {"theta", "T", "minimum word overlap of a reused sentence", RealSlot{&options.threshold, kAboveZero}, "θ"},
      {"recall", "R", "qsign: target recall, which determines the bits", RealSlot{&options.recall, kAboveZeroToOne}},
      {"false_hits", "R", "qsign: determine the bits from this rate of false hits instead",
       RealSlot{&options.false_hits, kAboveZeroToOne}, "ρ"},
      {"extra_words", "K", "qsign: other words in a reused sentence", RealSlot{&options.extra_words, kZeroOrMore}, "k",
       "from theta"},
      {"distance", "D", "qsign: number of bits in which signatures may differ, instead of the above",
       WholeSlot{&options.distance, {}}, "d"},
  };
}

void check_reuse(const ReuseOptions& options) {
  check_options(options);
  if (options.formula == OverlapFormula::normalised && options.threshold > 1) {
    throw UsageError(fmt::format("theta must be {}, not {}", describe(kAboveZeroToOne), options.threshold));
  }
}

ReuseDistance distance_for(const ReuseOptions& options, const BitShape& shape, double words, double threshold) {
  const double extra_words = options.extra_words.value_or(words_apart(words, std::min(threshold, 1.0)));
  const unsigned bits = bits_for(options, shape, words, extra_words);
  return {bits, most_difference_probability(shape, words, extra_words, bits)};
}

}  // namespace cento
