#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "align/loose/loose_text.hpp"

namespace cento::testing {

/// A text of words separated by spaces; a word with a full stop ends a sentence.
class WordText {
 public:
  explicit WordText(std::string text) : text_(std::move(text)) {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      std::size_t end = text_.find(' ', begin);
      if (end == std::string::npos) end = text_.size();
      if (end > begin) add_word(begin, end);
      begin = end + 1;
    }
    end_sentence(text_.size());
  }

  [[nodiscard]] LooseText loose() const { return {words_, bytes_, sentences_}; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  void add_word(std::size_t begin, std::size_t end) {
    const bool ends_sentence = text_[end - 1] == '.';
    const std::string_view word(text_.data() + begin, end - begin - (ends_sentence ? 1 : 0));
    words_.push_back(static_cast<std::uint32_t>(std::hash<std::string_view>()(word)));
    bytes_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + word.size())});
    if (ends_sentence) end_sentence(end);
  }

  void end_sentence(std::size_t end) {
    const std::uint32_t first = sentences_.empty() ? 0 : sentences_.back().first_token + sentences_.back().token_count;
    if (first == words_.size()) return;
    sentences_.push_back({{bytes_[first].begin, static_cast<std::uint32_t>(end)},
                          first,
                          static_cast<std::uint32_t>(words_.size()) - first});
  }

  std::string text_;
  std::vector<std::uint32_t> words_;
  std::vector<Span> bytes_;
  std::vector<Sentence> sentences_;
};

using WordList = std::vector<std::string>;

inline std::string sentence_of(const WordList& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text + ". ";
}

/// Sentences of random words; small vocabularies make them resemble each other.
inline std::vector<WordList> random_sentences(std::mt19937& random, std::size_t count, unsigned vocabulary) {
  std::vector<WordList> sentences(count);
  for (WordList& sentence : sentences) {
    for (std::size_t words = 3 + random() % 12; words > 0; --words) {
      // The lower half of the numbers occurs more often, as common words do.
      const auto word = random() % 2 == 0 ? random() % vocabulary : random() % (vocabulary / 2 + 1);
      sentence.push_back("w" + std::to_string(word));
    }
  }
  return sentences;
}

inline std::string text_of(const std::vector<WordList>& sentences) {
  std::string text;
  for (const WordList& sentence : sentences) text += sentence_of(sentence);
  return text;
}

/// Two texts of random sentences; stretches of the first recur in the second, some words shuffled, some replaced.
inline std::pair<std::string, std::string> related_texts(std::uint32_t seed, unsigned vocabulary) {
  std::mt19937 random(seed);
  const std::vector<WordList> first = random_sentences(random, random() % 30, vocabulary);
  std::vector<WordList> second = random_sentences(random, random() % 10, vocabulary);
  for (std::size_t stretches = random() % 4; stretches > 0 && !first.empty(); --stretches) {
    const std::size_t begin = random() % first.size();
    const std::size_t end = begin + random() % (first.size() - begin + 1);
    for (std::size_t i = begin; i < end; ++i) {
      WordList copy = first[i];
      if (random() % 2 == 0) std::shuffle(copy.begin(), copy.end(), random);
      if (random() % 2 == 0) copy[random() % copy.size()] = "new" + std::to_string(random() % vocabulary);
      second.push_back(copy);
    }
    for (WordList& other : random_sentences(random, random() % 8, vocabulary)) second.push_back(std::move(other));
  }
  return {text_of(first), text_of(second)};
}

}  // namespace cento::testing
