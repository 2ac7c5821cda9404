#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento::testing {

/// Documents as the texts of their parts.
using PartTexts = std::vector<std::vector<std::string>>;

/// A text with these sentences, separated by blank lines, which no sentence crosses.
inline std::string text_of_sentences(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : "\n\n") + sentence;
  return text;
}

inline PartTexts one_part_each(const std::vector<std::string>& texts) {
  PartTexts documents;
  for (const std::string& text : texts) documents.push_back({text});
  return documents;
}

/// Batches of documents, numbered, with the texts that they refer to.
class PartBatches {
 public:
  explicit PartBatches(const PartTexts& documents, std::size_t in_batch = 3) {
    for (const std::vector<std::string>& document : documents) {
      if (all_.empty() || all_.back().documents.size() == in_batch) {
        all_.emplace_back();
        all_.back().number = all_.size() - 1;
      }
      std::vector<Part> parts;
      for (const std::string& text : document) parts.push_back({"text", texts_.emplace_back(text)});
      all_.back().add("document", parts);
    }
  }

  [[nodiscard]] const std::deque<DocumentBatch>& all() const { return all_; }

 private:
  std::deque<std::string> texts_;
  std::deque<DocumentBatch> all_;
};

/// The bytes of each sentence of a text.
inline std::vector<std::string_view> sentences_of(std::string_view text) {
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  analyzer.analyze(text, analyzed);
  std::vector<std::string_view> sentences;
  for (const Sentence& sentence : analyzed.sentences) sentences.push_back(sentence.bytes.of(text));
  return sentences;
}

}  // namespace cento::testing
