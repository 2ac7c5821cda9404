#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/loose/loose_options.hpp"
#include "align/loose/loose_text.hpp"
#include "core/memory/plain_vector.hpp"

namespace cento {

/// A word of a sentence and its weight there.
struct WeightedWord {
  std::uint32_t word = 0;
  float weight = 0;
};

/// One of two texts that are compared: sentences as vectors of weighted words.
struct LooseSide {
  PlainVector<std::uint32_t> words;           // as numbered in both texts, from 0 on
  std::vector<std::uint32_t> counts;          // how often each word is in this text
  std::vector<WordRange> sentences;           // as compared: long ones in pieces, short ones merged with the next
  PlainVector<WeightedWord> weighted;         // the distinct words of each sentence, sentence after sentence
  std::vector<std::uint32_t> first_weighted;  // of each sentence, then their number
  std::vector<float> norms;                   // of each sentence's vector
  double total_weight = 0;                    // of all words

  [[nodiscard]] std::span<const WeightedWord> vector_of(std::size_t sentence) const {
    return std::span(weighted).subspan(first_weighted[sentence],
                                       first_weighted[sentence + 1] - first_weighted[sentence]);
  }
  /// The sentence that contains a word.
  [[nodiscard]] std::size_t sentence_of(std::uint32_t word) const;
  /// The words from the beginning of one sentence to the end of another.
  [[nodiscard]] WordRange words_of(std::uint32_t first_sentence, std::uint32_t last_sentence) const {
    return {sentences[first_sentence].begin, sentences[last_sentence].end};
  }
};

/// Numbers words from 0, in the order they come: an open-addressing table, for words that are spread evenly. It grows
/// with the distinct words, of which long texts have few.
class WordNumbers {
 public:
  /// Forgets all words.
  void clear();

  /// The number of a word; a new word gets the next one.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t word);

  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  static constexpr std::size_t kPlacesLeast = 1024;

  struct Place {
    std::uint32_t word = 0;
    std::uint32_t number = 0;
  };

  [[nodiscard]] Place& place_of(std::uint32_t word);
  void enlarge();

  std::vector<Place> places_;  // a power of two of them
  std::uint32_t size_ = 0;
};

/// Two texts made comparable. A word's weight is log(1 + N/n) if n of the N sentences of both have it, and in a
/// sentence that has it k times 1 + log k times that.
class LoosePair {
 public:
  LooseSide a;
  LooseSide b;
  std::vector<float> weights;  // of each word

  /// Loads other texts; memory is kept.
  void assign(const LooseText& text_a, const LooseText& text_b, const LooseOptions& options);

 private:
  void number_words(const LooseText& text, LooseSide& side);
  void count_in_sentences(LooseSide& side);
  void weigh(LooseSide& side) const;

  WordNumbers numbers_;
  std::vector<std::uint32_t> sentences_with_;  // of each word, in both texts
  std::vector<std::uint32_t> slots_;           // of each word, its index among a sentence's weighted words
};

/// Cuts the words of a text into sentences as they are compared.
void cut_loose_sentences(std::span<const Sentence> sentences, std::uint32_t words, const LooseOptions& options,
                         std::vector<WordRange>& out);

}  // namespace cento
