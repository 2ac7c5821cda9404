#include "methods/pdc/sentences/sentence_recall.hpp"

#include <algorithm>
#include <cstring>

#include "cento/error.hpp"
#include "core/memory/idle_memory.hpp"
#include "core/parallel/per_thread.hpp"
#include "sign/text_fingerprint.hpp"
#include "text/analysis.hpp"

namespace cento {

/// What was read of a batch, in stored form.
struct SentenceRecall::Batch {
  struct Stored {
    Position position = 0;
    std::uint32_t size = 0;  // tokens or bytes
    std::size_t words = 0;
  };
  struct List {
    std::vector<Stored> stored;
    Features words;

    void clear() {
      stored.clear();
      words.clear();
    }

    void add_all_to(SentenceSets& sets) const {
      std::size_t first = 0;
      for (const Stored& one : stored) {
        sets.add(one.position, {one.size, std::span(words).subspan(first, one.words)});
        first += one.words;
      }
    }
  };

  /// A text that is not read until it is added.
  struct Unread {
    ContentId content = 0;
    std::string_view text;
  };

  List sentences;
  List beginnings;
  std::vector<Unread> unread;

  /// A sentence of a slice that begins at byte `offset` of the text.
  void add_sentence(Position position, const Sentence& sentence, const Tokens& of_slice, std::uint32_t offset) {
    append_recalled(sentence, of_slice, offset, sentences.words);
    sentences.stored.push_back({position, sentence.token_count, recalled_words(sentence.token_count)});
  }

  void add_beginning(Position position, std::string_view text) {
    constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
    const std::size_t words = (text.size() + kWordBytes - 1) / kWordBytes;
    const std::size_t first = beginnings.words.size();
    beginnings.words.resize(first + words);
    if (words > 0) {
      beginnings.words.back() = 0;
      std::memcpy(&beginnings.words[first], text.data(), text.size());
    }
    beginnings.stored.push_back({position, static_cast<std::uint32_t>(text.size()), words});
  }
};

/// What a thread needs to read texts again.
struct SentenceRecall::Tools {
  struct OfThread {
    TextAnalyzer analyzer;
    AnalyzedText slice;
  };
  PerThread<OfThread> by_thread;
};

SentenceRecall::SentenceRecall(const SentenceSequence& sequence, const RecallOptions& options)
    : sequence_(sequence),
      long_text_bytes_(options.long_text_bytes),
      memory_(options.memory),
      tools_(std::make_unique<Tools>()),
      wanted_(sequence.positions() / 64 + 1),
      sentences_(options.memory, options.temp_dir),
      beginnings_(options.memory, options.temp_dir),
      is_taken_(sequence.contents()) {}

SentenceRecall::~SentenceRecall() = default;

void SentenceRecall::want_tokens(ContentId content, const SentenceRange& sentences) {
  const Position begin = sequence_.begin_of(content);
  for (std::uint32_t i = sentences.begin; i < sentences.end; ++i) {
    const Position position = begin + i;
    wanted_[position / 64].fetch_or(std::uint64_t{1} << (position % 64), std::memory_order_relaxed);
  }
}

void SentenceRecall::want_text(Position sentence) {
  texts_.push_back(sentence);
}

void SentenceRecall::begin_reading() {
  std::sort(texts_.begin(), texts_.end());
  texts_.erase(std::unique(texts_.begin(), texts_.end()), texts_.end());
}

bool SentenceRecall::wants_anything() const {
  return !texts_.empty() ||
         std::any_of(wanted_.begin(), wanted_.end(), [](const auto& word) { return word.load() != 0; });
}

bool SentenceRecall::wants_content(ContentId content) const {
  const Position begin = sequence_.begin_of(content);
  const Position end = sequence_.end_of(content);
  const auto text = std::lower_bound(texts_.begin(), texts_.end(), begin);
  if (text != texts_.end() && *text < end) return true;
  for (Position position = begin; position < end;) {
    if (position % 64 == 0 && wanted_[position / 64].load(std::memory_order_relaxed) == 0) {
      position += 64;
    } else if (wants_tokens(position++)) {
      return true;
    }
  }
  return false;
}

/// Appends the wanted parts of a text to `out`, a slice at a time; calls `use()` after each.
template <typename Use>
void SentenceRecall::for_each_slice_recalled(ContentId content, std::string_view text, Batch& out, const Use& use) {
  Tools::OfThread& tools = tools_->by_thread.local();
  AnalyzedText& slice = tools.slice;
  Position position = sequence_.begin_of(content);
  for_each_slice(text, [&](std::string_view bytes, std::uint32_t offset) {
    tools.analyzer.analyze(bytes, slice);
    for (const Sentence& sentence : slice.sentences) {
      if (wants_tokens(position)) out.add_sentence(position, sentence, slice.tokens, offset);
      if (std::binary_search(texts_.begin(), texts_.end(), position)) {
        out.add_beginning(position, text.substr(offset + sentence.bytes.begin, kTextBytes));
      }
      ++position;
    }
    constexpr std::size_t kLongSlice = 4 * kSliceBytes;
    if (bytes.size() > kLongSlice) slice = {};
    use();
  });
}

std::shared_ptr<SentenceRecall::Batch> SentenceRecall::read(const DocumentBatch& batch) {
  auto out = std::make_shared<Batch>();
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) {
      const ContentId content = sequence_.find_content(text_fingerprint(part.text));
      if (content == sequence_.contents() || !wants_content(content)) continue;
      if (is_taken_[content].exchange(1) != 0) continue;
      if (part.text.size() >= long_text_bytes_) {
        out->unread.push_back({content, part.text});
      } else {
        for_each_slice_recalled(content, part.text, *out, [] {});
      }
    }
  }
  return out;
}

void SentenceRecall::add(const Batch& batch) {
  add_lists(batch);
  for (const Batch::Unread& unread : batch.unread) {
    Batch slice;
    for_each_slice_recalled(unread.content, unread.text, slice, [&] {
      add_lists(slice);
      slice.sentences.clear();
      slice.beginnings.clear();
    });
  }
}

void SentenceRecall::add_lists(const Batch& batch) {
  batch.sentences.add_all_to(sentences_);
  batch.beginnings.add_all_to(beginnings_);
}

void SentenceRecall::finish() {
  for (ContentId content = 0; content < sequence_.contents(); ++content) {
    if (is_taken_[content] == 0 && wants_content(content)) {
      throw Error("the inputs changed between two readings: some texts were missing the second time");
    }
  }
  tools_.reset();
  give_idle_memory_back(memory_.bytes);
  sentences_.finish();
  beginnings_.finish();
  is_read_ = true;
}

SentenceWindow SentenceRecall::window(ContentId content, const SentenceRange& sentences, WindowMemory& memory) const {
  const Position begin = sequence_.begin_of(content);
  if (!is_read_) return {};
  for (std::uint32_t i = sentences.begin; i < sentences.end; ++i) {
    if (!wants_tokens(begin + i)) return {};
  }
  memory.sentences.clear();
  memory.tokens.clear();
  for (std::uint32_t i = sentences.begin; i < sentences.end; ++i) {
    add_to_window(sentences_.get(begin + i, memory.words), memory);
  }
  return window_in(memory, sentences);
}

std::string_view SentenceRecall::text(Position sentence, Features& scratch) const {
  if (!is_read_ || !std::binary_search(texts_.begin(), texts_.end(), sentence)) return {};
  const SentenceSet stored = beginnings_.get(sentence, scratch);
  return {reinterpret_cast<const char*>(stored.words.data()), stored.size};
}

}  // namespace cento
