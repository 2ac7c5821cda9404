#include "methods/pdc/tasks/home_words.hpp"

#include <algorithm>
#include <span>

#include "core/spill/groups.hpp"
#include "core/spill/task_exchange.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

/// What comes before the words of a sentence in a block.
struct SentWordsHead {
  GlobalPlace text = 0;
  std::uint32_t sentence = 0;
  std::uint32_t tokens = 0;
};
static_assert(sizeof(SentWordsHead) == 16);

/// Reads the words of wanted sentences of texts.
class WordsOfTexts {
 public:
  explicit WordsOfTexts(const PdcPart& part) : part_(part) {}

  /// Reads the wanted sentences of a text, which ascend.
  void set_text(std::uint32_t text, std::span<const std::pair<WantedWords, std::uint32_t>> wanted);

  /// Appends wanted ones to a block.
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

void WordsOfTexts::set_text(std::uint32_t text, std::span<const std::pair<WantedWords, std::uint32_t>> wanted) {
  stored_.clear();
  words_.clear();
  std::uint32_t end = 0;  // of the wanted sentences that were seen
  auto next = wanted.begin();
  std::uint32_t number = 0;
  for_each_slice(part_.sentences().bytes_of(part_.text(text)), [&](std::string_view bytes, std::uint32_t offset) {
    if (next == wanted.end() && number >= end) return;
    analyzer_.analyze(bytes, slice_);
    for (const Sentence& sentence : slice_.sentences) {
      for (; next != wanted.end() && next->first.begin <= number; ++next) end = std::max(end, next->first.end);
      if (number < end) {
        stored_.push_back({number, sentence.token_count, words_.size()});
        append_recalled(sentence, slice_.tokens, offset, words_);
      }
      ++number;
    }
  });
  release_if_large(slice_);
}

void WordsOfTexts::append(const WantedWords& wanted, std::string& out) const {
  const auto is_before = [](const Stored& one, std::uint32_t sentence) { return one.sentence < sentence; };
  for (auto one = std::lower_bound(stored_.begin(), stored_.end(), wanted.begin, is_before);
       one != stored_.end() && one->sentence < wanted.end; ++one) {
    append_value(SentWordsHead{part_.place(wanted.text), one->sentence, one->tokens}, out);
    append_values(std::span<const std::uint64_t>(words_).subspan(one->first_word, recalled_words(one->tokens)), out);
  }
}

}  // namespace

void for_each_words(const PdcPart& part, std::vector<std::pair<WantedWords, std::uint32_t>> wanted,
                    const std::function<void(std::uint32_t, const std::string&)>& use) {
  std::sort(wanted.begin(), wanted.end());
  WordsOfTexts reader(part);
  std::string bytes;
  const auto same_text = [](const auto& x, const auto& y) { return x.first.text == y.first.text; };
  for_each_group(std::span(std::as_const(wanted)), same_text, [&](auto group) {
    reader.set_text(group.front().first.text, group);
    for (const auto& [one, task] : group) {
      bytes.clear();
      reader.append(one, bytes);
      use(task, bytes);
    }
  });
}

void HomeWords::add(std::string_view block) {
  for (BlockReader reader(block); !reader.is_at_end();) {
    const auto head = reader.value<SentWordsHead>();
    const auto words = reader.values<std::uint64_t>(recalled_words(head.tokens));
    sentences_.push_back({head.text, head.sentence, head.tokens, words_.size()});
    words_.insert(words_.end(), words.begin(), words.end());
  }
}

void HomeWords::end() {
  std::sort(sentences_.begin(), sentences_.end());
}

SentenceWindow HomeWords::window(ContentId content, const SentenceRange& sentences, WindowMemory& memory) const {
  const GlobalPlace text = texts_.text(content).place;
  memory.sentences.clear();
  memory.tokens.clear();
  for (std::uint32_t i = sentences.begin; i < sentences.end; ++i) {
    const auto found = std::lower_bound(sentences_.begin(), sentences_.end(), Arrived{text, i, 0, 0});
    if (found == sentences_.end() || found->text != text || found->sentence != i) return {};
    const std::size_t size = recalled_words(found->tokens);
    add_to_window({found->tokens, std::span(words_).subspan(found->first_word, size)}, memory);
  }
  return window_in(memory, sentences);
}

}  // namespace cento
