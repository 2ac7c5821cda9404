#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "methods/built_sequence.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento::testing {

/// A text as one letter per sentence: "abca" has four sentences, the first and the last the same.
using Letters = std::string;
/// Letters that are near each other, the smaller one first, with their similarity.
using NearLetters = std::map<std::pair<char, char>, float>;

inline std::string text_of_letters(const Letters& letters) {
  std::vector<std::string> sentences;
  for (const char letter : letters) sentences.push_back(std::string("Here we speak of ") + letter + letter + ".");
  return text_of_sentences(sentences);
}

inline float similarity_of(char a, char b, const NearLetters& near) {
  if (a == b) return 1;
  const auto found = near.find(std::minmax(a, b));
  return found == near.end() ? 0 : found->second;
}

/// Documents of letters as a sequence of sentences, with the near ones among them.
class LetterSequence {
 public:
  LetterSequence(const std::vector<Letters>& texts, const NearLetters& near, std::size_t threads = 1)
      : executor_(threads, std::uint64_t{1} << 24, ""), built_(batches_of(texts), {}, executor_) {
    name_letters(texts);
    std::vector<NearPair> pairs;
    for (const auto& [letters, similarity] : near) {
      const auto a = name_of_.find(letters.first);
      const auto b = name_of_.find(letters.second);
      if (a == name_of_.end() || b == name_of_.end()) continue;
      const auto [first, second] = std::minmax(a->second, b->second);
      pairs.push_back({first, second, similarity});
    }
    std::sort(pairs.begin(), pairs.end());
    near_ = NearClasses(pairs, sequence().classes().size());
  }

  [[nodiscard]] LocalExecutor& executor() { return executor_; }
  [[nodiscard]] const SentenceSequence& sequence() const { return *built_; }
  [[nodiscard]] const NearClasses& near() const { return near_; }
  [[nodiscard]] ContentId content(DocId document) const { return sequence().content_of(PartOfDocument{document, 0}); }

 private:
  static PartBatches batches_of(const std::vector<Letters>& texts) {
    PartTexts documents;
    for (const Letters& letters : texts) documents.push_back({text_of_letters(letters)});
    return PartBatches(documents);
  }

  void name_letters(const std::vector<Letters>& texts) {
    for (DocId document = 0; document < texts.size(); ++document) {
      const Position begin = sequence().begin_of(content(document));
      for (Position i = 0; i < texts[document].size(); ++i) {
        name_of_[texts[document][i]] = sequence().classes()[begin + i] & ~SentenceSequence::kRepeats;
      }
    }
  }

  LocalExecutor executor_;
  BuiltSequence<LocalExecutor> built_;
  std::map<char, std::uint32_t> name_of_;
  NearClasses near_;
};

/// A few texts of a few letters; some are copies of others with a change.
inline std::vector<Letters> some_letter_texts(std::size_t least, std::size_t most) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const auto letters = 1 + random() % 6;
  const auto any_letter = [&] { return static_cast<char>('a' + random() % letters); };
  std::vector<Letters> texts(least + random() % (most - least + 1));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0 && random() % 2 == 0) texts[i] = texts[random() % i];
    if (texts[i].empty() || random() % 3 == 0) {
      for (std::size_t more = random() % 12; more > 0; --more) texts[i] += any_letter();
    }
    if (!texts[i].empty() && random() % 3 > 0) texts[i][random() % texts[i].size()] = any_letter();
  }
  return texts;
}

inline NearLetters some_near_letters() {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  NearLetters near;
  for (std::size_t i = random() % 5; i > 0; --i) {
    const auto a = static_cast<char>('a' + random() % 6);
    const auto b = static_cast<char>('a' + random() % 6);
    if (a != b) near.emplace(std::minmax(a, b), random() % 2 == 0 ? 0.9F : 0.95F);
  }
  return near;
}

}  // namespace cento::testing
