#pragma once

#include <cstdint>
#include <optional>

namespace cento {

/// How the bit signatures of paper qsign (BitSigner) are made.
struct BitShape {
  unsigned signature_bits = 64;  // m
  unsigned word_bits = 4;        // l

  friend bool operator==(const BitShape&, const BitShape&) = default;
};

// What the paper's section 2.1.2 says about signatures. Numbers of words (n, k) are means as often as counts, and so
// need not be whole. All probabilities are in [0, 1].

/// That a bit is set in the signature of n words: 1 − (1 − 1/m)^(nl).
[[nodiscard]] double set_bit_probability(const BitShape& shape, double words);

/// That a bit is not set by n words, but by k more: (1 − 1/m)^(nl) · (1 − (1 − 1/m)^(kl)).
[[nodiscard]] double bit_switch_probability(const BitShape& shape, double words, double more_words);

/// That exactly so many bits differ when k words are added to n.
[[nodiscard]] double exact_difference_probability(const BitShape& shape, double words, double more_words,
                                                  unsigned bits);

/// That at most so many bits differ: the predicted recall, among sentences with k other words, of a search within
/// `bits` (d).
[[nodiscard]] double most_difference_probability(const BitShape& shape, double words, double more_words, unsigned bits);

/// The fewest bits a word must set so that every word of a dictionary can have its own: the smallest l with
/// C(m, l) ≥ `dictionary`. If no l is enough, that with the most choices, m / 2. 1 at least.
[[nodiscard]] unsigned word_bits_for(unsigned signature_bits, std::uint64_t dictionary);

/// What is best taken for l: word_bits_for(), but no more than m / 16, as in the paper's experiments (l = 1 for 16
/// bits, 2 for 32): more would fill short signatures with ones.
[[nodiscard]] unsigned usual_word_bits(unsigned signature_bits, std::uint64_t dictionary);

/// The largest d, below m, with which sentences of more than k other words are found with probability `false_hits` (ρ)
/// at most. Empty if they would be with d = 0 already.
[[nodiscard]] std::optional<unsigned> distance_for_false_hits(const BitShape& shape, double words, double more_words,
                                                              double false_hits);

/// The smallest d with which sentences of k other words are found with probability `recall` at least; m at most.
[[nodiscard]] unsigned distance_for_recall(const BitShape& shape, double words, double more_words, double recall);

/// How many words can differ, on both sides together, between a sentence of n words and one as long that it overlaps by
/// `threshold` (normalised, all words weighing the same): the overlap is (c / n)² with c shared words, so n (1 − √θ)
/// are left on either side, in whole words.
[[nodiscard]] double words_apart(double words, double threshold);

}  // namespace cento
