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

// Section 2.1.2 of the paper on signatures. Numbers of words (n, k) are often means, and so need not be integers. All
// probabilities are in [0, 1].

/// The probability that a bit is set in the signature of n words: 1 − (1 − 1/m)^(nl).
[[nodiscard]] double set_bit_probability(const BitShape& shape, double words);

/// … that a bit is not set by n words, but by k more: (1 − 1/m)^(nl) · (1 − (1 − 1/m)^(kl)).
[[nodiscard]] double bit_switch_probability(const BitShape& shape, double words, double more_words);

/// … that exactly `bits` bits differ when k words are added to n.
[[nodiscard]] double exact_difference_probability(const BitShape& shape, double words, double more_words,
                                                  unsigned bits);

/// … that at most `bits` (d) bits differ: the predicted recall, among sentences with k other words, of a search within
/// d bits.
[[nodiscard]] double most_difference_probability(const BitShape& shape, double words, double more_words, unsigned bits);

/// The fewest bits a word must set so that every word of a dictionary can have its own: the smallest l with C(m, l) ≥
/// `dictionary`. If no l is enough, the one with the most choices, m / 2. At least 1.
[[nodiscard]] unsigned word_bits_for(unsigned signature_bits, std::uint64_t dictionary);

/// The recommended l: word_bits_for(), but at most m / 16, as in the paper's experiments (l = 1 for 16 bits, 2 for 32):
/// more would fill short signatures with ones.
[[nodiscard]] unsigned usual_word_bits(unsigned signature_bits, std::uint64_t dictionary);

/// The largest d, below m, with which sentences of more than k other words are found with probability at most
/// `false_hits` (ρ). Empty if even d = 0 finds more.
[[nodiscard]] std::optional<unsigned> distance_for_false_hits(const BitShape& shape, double words, double more_words,
                                                              double false_hits);

/// The smallest d with which sentences of k other words are found with probability at least `recall`; at most m.
[[nodiscard]] unsigned distance_for_recall(const BitShape& shape, double words, double more_words, double recall);

/// How many words can differ, on both sides together, between a sentence of n words and one of the same length that it
/// overlaps by `threshold` (normalised, all words with equal weight): the overlap is (c / n)² with c shared words, so n
/// (1 − √θ) are left on either side, in whole words.
[[nodiscard]] double words_apart(double words, double threshold);

}  // namespace cento
