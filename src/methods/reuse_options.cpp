#include "methods/reuse_options.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.hpp"

namespace cento {

namespace {

void check_share(const char* what, double value) {
  if (value > 0 && value <= 1) return;
  throw UsageError(fmt::format("{} must be over 0 and at most 1, not {}", what, value));
}

unsigned bits_for(const ReuseOptions& options, const BitShape& shape, double words, double extra_words) {
  if (options.distance) return std::min(*options.distance, shape.signature_bits);
  if (!options.false_hits) return distance_for_recall(shape, words, extra_words, options.recall);
  return distance_for_false_hits(shape, words, extra_words, *options.false_hits).value_or(0);
}

}  // namespace

void check_options(const ReuseOptions& options) {
  if (options.formula == OverlapFormula::normalised)
    check_share("the least overlap of reused sentences", options.threshold);
  if (!std::isfinite(options.threshold) || options.threshold <= 0) {
    throw UsageError(fmt::format("the least overlap of reused sentences must be over 0, not {}", options.threshold));
  }
  check_share("the wanted recall", options.recall);
  if (options.false_hits) check_share("the accepted rate of false hits", *options.false_hits);
  if (options.extra_words && !(*options.extra_words >= 0)) {
    throw UsageError(fmt::format("a reused sentence has 0 or more other words, not {}", *options.extra_words));
  }
}

ReuseDistance distance_for(const ReuseOptions& options, const BitShape& shape, double words, double threshold) {
  const double extra_words = options.extra_words.value_or(words_apart(words, std::min(threshold, 1.0)));
  const unsigned bits = bits_for(options, shape, words, extra_words);
  return {bits, most_difference_probability(shape, words, extra_words, bits)};
}

}  // namespace cento
