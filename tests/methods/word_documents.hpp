#pragma once

#include <deque>
#include <random>
#include <string>
#include <vector>

#include "read/document.hpp"

namespace cento::testing {

/// A document as its numbered words: "w0 w1 …". So tests know what is in it without cutting text.
using Words = std::vector<unsigned>;

inline std::string text_of(const Words& words) {
  std::string text;
  for (const unsigned word : words) text += (text.empty() ? "w" : " w") + std::to_string(word);
  return text;
}

/// Batches of documents with the texts that they refer to.
class Batches {
 public:
  /// Adds documents of one part each, `in_batch` to a batch.
  explicit Batches(const std::vector<std::string>& texts, std::size_t in_batch = 3) {
    for (const std::string& text : texts) {
      if (all_.empty() || all_.back().documents.size() == in_batch) all_.emplace_back();
      texts_.push_back(text);
      all_.back().add("document", texts_.back());
    }
  }

  [[nodiscard]] const std::deque<DocumentBatch>& all() const { return all_; }

 private:
  std::deque<std::string> texts_;
  std::deque<DocumentBatch> all_;
};

/// Documents that resemble each other to all degrees: copies of earlier ones with words changed, moved or left out;
/// some are identical, some empty, some of a word or two.
inline std::vector<Words> related_documents(std::uint32_t seed, std::size_t count, unsigned vocabulary) {
  std::mt19937 random(seed);
  const auto any_word = [&] { return static_cast<unsigned>(random() % vocabulary); };
  std::vector<Words> documents;
  for (std::size_t i = 0; i < count; ++i) {
    Words words;
    if (!documents.empty() && random() % 4 != 0) words = documents[random() % documents.size()];
    if (random() % 3 != 0) {
      for (std::size_t more = random() % 30; more > 0; --more) words.push_back(any_word());
      for (std::size_t changes = random() % 4; changes > 0 && !words.empty(); --changes) {
        words[random() % words.size()] = any_word();
      }
      if (words.size() > 60 || random() % 10 == 0) words.resize(random() % 5);
    }
    documents.push_back(words);
  }
  return documents;
}

inline std::vector<std::string> texts_of(const std::vector<Words>& documents) {
  std::vector<std::string> texts;
  for (const Words& words : documents) texts.push_back(text_of(words));
  return texts;
}

}  // namespace cento::testing
