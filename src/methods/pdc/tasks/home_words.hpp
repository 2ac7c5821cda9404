#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/sentences/recalled_sentences.hpp"
#include "methods/pdc/tasks/home_texts.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "text/analysis.hpp"

// The words of sentences at the edges of passages, which are read again in the part of their text.

namespace cento {

/// Reads the words of wanted sentences of texts.
class WordsOfTexts {
 public:
  /// `part` must outlive this.
  explicit WordsOfTexts(const PdcPart& part) : part_(part) {}

  /// Reads the wanted sentences of a text, which ascend; each with the task that wants them.
  void set_text(std::uint32_t text, std::span<const std::pair<WantedWords, std::uint32_t>> wanted);

  /// Appends wanted ones to a block for HomeWords.
  void append(const WantedWords& wanted, std::string& out) const;

 private:
  struct Stored {
    std::uint32_t sentence = 0;
    std::uint32_t tokens = 0;
    std::size_t first_word = 0;
  };

  const PdcPart& part_;
  TextAnalyzer analyzer_;
  AnalyzedText slice_;
  std::vector<Stored> stored_;  // ascending
  Features words_;
};

/// The words that arrived, as MovableEdges reads them.
class HomeWords {
 public:
  /// Both arguments must outlive this.
  HomeWords(const TaskInput& arrived, const HomeTexts& texts);

  /// The sentences of a range, if all arrived; otherwise without sentences. They are in `memory` until its next use.
  [[nodiscard]] SentenceWindow window(ContentId content, const SentenceRange& sentences, WindowMemory& memory) const;

  /// Edges were requested before.
  void want_tokens(ContentId /*content*/, const SentenceRange& /*sentences*/) const {}

 private:
  struct Arrived {
    GlobalPlace text = 0;
    std::uint32_t sentence = 0;
    std::uint32_t tokens = 0;
    std::size_t first_word = 0;

    friend auto operator<=>(const Arrived&, const Arrived&) = default;
  };

  const HomeTexts& texts_;
  std::vector<Arrived> sentences_;  // ascending
  std::vector<std::uint64_t> words_;
};

}  // namespace cento
