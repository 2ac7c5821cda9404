#include "sign/bits/qsign_theory.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

/// (1 − 1/m)^(wl): the probability that w words leave a bit unset.
double unset_probability(const BitShape& shape, double words) {
  return std::pow(1 - 1.0 / shape.signature_bits, words * shape.word_bits);
}

double log_choose(unsigned n, unsigned k) {
  return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

/// C(m, t) p^t (1 − p)^(m − t) by logarithms, since the factors alone would overflow.
double binomial(unsigned trials, unsigned successes, double p) {
  if (successes > trials) return 0;
  if (p <= 0) return successes == 0 ? 1 : 0;
  if (p >= 1) return successes == trials ? 1 : 0;
  return std::exp(log_choose(trials, successes) + successes * std::log(p) + (trials - successes) * std::log1p(-p));
}

}  // namespace

double set_bit_probability(const BitShape& shape, double words) {
  return 1 - unset_probability(shape, words);
}

double bit_switch_probability(const BitShape& shape, double words, double more_words) {
  return unset_probability(shape, words) * (1 - unset_probability(shape, more_words));
}

double exact_difference_probability(const BitShape& shape, double words, double more_words, unsigned bits) {
  return binomial(shape.signature_bits, bits, bit_switch_probability(shape, words, more_words));
}

double most_difference_probability(const BitShape& shape, double words, double more_words, unsigned bits) {
  if (bits >= shape.signature_bits) return 1;
  const double p = bit_switch_probability(shape, words, more_words);
  double sum = 0;
  for (unsigned t = 0; t <= bits; ++t) sum += binomial(shape.signature_bits, t, p);
  return std::min(sum, 1.0);
}

unsigned word_bits_for(unsigned signature_bits, std::uint64_t dictionary) {
  const unsigned most = std::max(1U, signature_bits / 2);
  double choices = 1;
  for (unsigned l = 1; l < most; ++l) {
    // Exact up to 2^53, more words than any dictionary has.
    choices = choices * (signature_bits - l + 1) / l;
    if (choices >= static_cast<double>(dictionary)) return l;
  }
  return most;
}

unsigned usual_word_bits(unsigned signature_bits, std::uint64_t dictionary) {
  constexpr unsigned kLeastBitsOfOne = 16;
  return std::min(word_bits_for(signature_bits, dictionary), std::max(1U, signature_bits / kLeastBitsOfOne));
}

std::optional<unsigned> distance_for_false_hits(const BitShape& shape, double words, double more_words,
                                                double false_hits) {
  const double p = bit_switch_probability(shape, words, more_words + 1);
  std::optional<unsigned> largest;
  double sum = 0;
  for (unsigned d = 0; d < shape.signature_bits; ++d) {
    sum += binomial(shape.signature_bits, d, p);
    if (sum > false_hits) break;
    largest = d;
  }
  return largest;
}

unsigned distance_for_recall(const BitShape& shape, double words, double more_words, double recall) {
  const double p = bit_switch_probability(shape, words, more_words);
  double sum = 0;
  for (unsigned d = 0; d < shape.signature_bits; ++d) {
    sum += binomial(shape.signature_bits, d, p);
    if (sum >= recall) return d;
  }
  return shape.signature_bits;
}

double words_apart(double words, double threshold) {
  constexpr double kRounding = 1e-9;
  return 2 * std::floor(words * (1 - std::sqrt(threshold)) + kRounding);
}

}  // namespace cento
