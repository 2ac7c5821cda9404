#include "align/loose/loose_sentences.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace cento {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Adds a run of words as one sentence or, if it is long, as pieces of equal length.
void add_pieces(WordRange run, std::uint32_t longest, std::vector<WordRange>& out) {
  const std::uint32_t pieces = (run.size() + longest - 1) / longest;
  for (std::uint32_t i = 0; i < pieces; ++i) {
    const auto cut = [&](std::uint64_t n) { return run.begin + static_cast<std::uint32_t>(n * run.size() / pieces); };
    out.push_back({cut(i), cut(i + 1)});
  }
}

}  // namespace

void cut_loose_sentences(std::span<const Sentence> sentences, std::uint32_t words, const LooseOptions& options,
                         std::vector<WordRange>& out) {
  out.clear();
  std::uint32_t begin = 0;
  for (const Sentence& sentence : sentences) {
    const std::uint32_t end = sentence.first_token + sentence.token_count;
    if (end < begin + options.min_sentence_words) continue;
    add_pieces({begin, end}, options.max_sentence_words, out);
    begin = end;
  }
  if (begin == words) return;
  if (out.empty() || words - begin >= options.min_sentence_words) {
    add_pieces({begin, words}, options.max_sentence_words, out);
  } else {
    out.back().end = words;
  }
}

std::size_t LooseSide::sentence_of(std::uint32_t word) const {
  const auto behind = std::upper_bound(sentences.begin(), sentences.end(), word,
                                       [](std::uint32_t place, const WordRange& range) { return place < range.end; });
  return static_cast<std::size_t>(behind - sentences.begin());
}

/// Reserves as many places as the last texts needed, within reason: most pairs need about as many.
void WordNumbers::clear() {
  places_.assign(std::max(kPlacesLeast, std::bit_ceil(std::size_t{2} * size_ + 1)), {0, kNone});
  size_ = 0;
}

WordNumbers::Place& WordNumbers::place_of(std::uint32_t word) {
  const std::size_t last = places_.size() - 1;
  std::size_t i = word & last;
  while (places_[i].number != kNone && places_[i].word != word) i = (i + 1) & last;
  return places_[i];
}

std::uint32_t WordNumbers::number_of(std::uint32_t word) {
  Place& place = place_of(word);
  if (place.number != kNone) return place.number;
  place = {word, size_++};
  const std::uint32_t number = place.number;
  if (std::size_t{2} * size_ > places_.size()) enlarge();
  return number;
}

void WordNumbers::enlarge() {
  const std::vector<Place> places = std::exchange(places_, std::vector<Place>(2 * places_.size(), {0, kNone}));
  for (const Place& place : places) {
    if (place.number != kNone) place_of(place.word) = place;
  }
}

void LoosePair::assign(const LooseText& text_a, const LooseText& text_b, const LooseOptions& options) {
  numbers_.clear();
  number_words(text_a, a);
  number_words(text_b, b);
  const std::size_t vocabulary = numbers_.size();
  sentences_with_.assign(vocabulary, 0);
  slots_.assign(vocabulary, kNone);
  cut_loose_sentences(text_a.sentences, static_cast<std::uint32_t>(a.words.size()), options, a.sentences);
  cut_loose_sentences(text_b.sentences, static_cast<std::uint32_t>(b.words.size()), options, b.sentences);
  count_in_sentences(a);
  count_in_sentences(b);
  weights.resize(vocabulary);
  const auto sentences = static_cast<double>(a.sentences.size() + b.sentences.size());
  for (std::size_t word = 0; word < vocabulary; ++word) {
    weights[word] = static_cast<float>(std::log1p(sentences / sentences_with_[word]));
  }
  weigh(a);
  weigh(b);
}

void LoosePair::number_words(const LooseText& text, LooseSide& side) {
  side.words.resize(text.words.size());
  for (std::size_t i = 0; i < text.words.size(); ++i) side.words[i] = numbers_.number_of(text.words[i]);
}

/// Lists the distinct words of each sentence, with their counts in place of weights.
void LoosePair::count_in_sentences(LooseSide& side) {
  side.weighted.clear();
  side.first_weighted.assign(1, 0);
  side.counts.assign(numbers_.size(), 0);
  for (const WordRange& sentence : side.sentences) {
    const std::size_t first = side.weighted.size();
    for (std::uint32_t i = sentence.begin; i < sentence.end; ++i) {
      const std::uint32_t word = side.words[i];
      ++side.counts[word];
      if (slots_[word] == kNone) {
        slots_[word] = static_cast<std::uint32_t>(side.weighted.size());
        side.weighted.push_back({word, 0});
        ++sentences_with_[word];
      }
      side.weighted[slots_[word]].weight += 1;
    }
    for (std::size_t i = first; i < side.weighted.size(); ++i) slots_[side.weighted[i].word] = kNone;
    side.first_weighted.push_back(static_cast<std::uint32_t>(side.weighted.size()));
  }
}

void LoosePair::weigh(LooseSide& side) const {
  side.total_weight = 0;
  for (const std::uint32_t word : side.words) side.total_weight += static_cast<double>(weights[word]);
  side.norms.resize(side.sentences.size());
  for (std::size_t sentence = 0; sentence < side.sentences.size(); ++sentence) {
    double squares = 0;
    for (std::uint32_t i = side.first_weighted[sentence]; i < side.first_weighted[sentence + 1]; ++i) {
      WeightedWord& word = side.weighted[i];
      const float repeats = word.weight == 1 ? 1.0F : 1.0F + std::log(word.weight);
      word.weight = repeats * weights[word.word];
      squares += static_cast<double>(word.weight) * static_cast<double>(word.weight);
    }
    side.norms[sentence] = static_cast<float>(std::sqrt(squares));
  }
}

}  // namespace cento
