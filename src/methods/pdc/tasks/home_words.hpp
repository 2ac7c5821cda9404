#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "methods/pdc/sentences/recalled_sentences.hpp"
#include "methods/pdc/tasks/home_texts.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"

// The words of sentences at the edges of passages, which are read again in the part of their text.

namespace cento {

/// Reads wanted sentences of a part; each comes with the task that wants it. Calls `use(task, bytes)` with a block for
/// HomeWords for each of them.
void for_each_words(const PdcPart& part, std::vector<std::pair<WantedWords, std::uint32_t>> wanted,
                    const std::function<void(std::uint32_t, const std::string&)>& use);

/// The words that arrived, as MovableEdges reads them.
class HomeWords {
 public:
  /// `texts` must outlive this.
  explicit HomeWords(const HomeTexts& texts) : texts_(texts) {}

  /// Adds a block; end() after all. Throws Error when it is damaged.
  void add(std::string_view block);
  void end();

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
