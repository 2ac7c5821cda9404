#include "methods/sentence_recall.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/error.hpp"
#include "sign/mix64.hpp"
#include "sign/text_fingerprint.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLikelySentenceBytes = 400;  // of a sentence that is kept: 20 tokens of 16 bytes, and more

}  // namespace

/// What is kept of a content: some of its sentences with their tokens, and some texts.
struct SentenceRecall::Recalled {
  std::vector<std::uint32_t> numbers;  // of the sentences in the content, ascending
  std::vector<Sentence> sentences;     // first_token counts in `tokens`
  Tokens tokens;
  std::vector<std::pair<Position, std::string>> texts;

  /// A sentence of a slice that begins at byte `offset` of the text.
  void add_sentence(std::uint32_t number, const Sentence& sentence, const Tokens& of_slice, std::uint32_t offset) {
    const auto first = static_cast<std::uint32_t>(tokens.size());
    for (std::uint32_t i = sentence.first_token; i < sentence.first_token + sentence.token_count; ++i) {
      tokens.hashes.push_back(of_slice.hashes[i]);
      tokens.begins.push_back(of_slice.begins[i] + offset);
      tokens.ends.push_back(of_slice.ends[i] + offset);
    }
    numbers.push_back(number);
    sentences.push_back({{sentence.bytes.begin + offset, sentence.bytes.end + offset}, first, sentence.token_count});
  }
};

struct SentenceRecall::Batch {
  std::vector<std::pair<ContentId, std::unique_ptr<Recalled>>> contents;
};

SentenceRecall::SentenceRecall(const SentenceSequence& sequence)
    : sequence_(sequence),
      wanted_(sequence.classes().size() / 64 + 1),
      recalled_(sequence.contents()),
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

std::uint64_t SentenceRecall::limit_to(std::uint64_t bytes) {
  std::sort(texts_.begin(), texts_.end());
  texts_.erase(std::unique(texts_.begin(), texts_.end()), texts_.end());
  std::uint64_t count = 0;
  for (const auto& word : wanted_) count += static_cast<std::uint64_t>(std::popcount(word.load()));
  const std::uint64_t most = bytes / kLikelySentenceBytes;
  if (count <= most) return 0;
  const auto kept_share = static_cast<double>(most) / static_cast<double>(count);
  const auto kept_below = static_cast<std::uint64_t>(kept_share * 0x1p64);
  std::uint64_t forgotten = 0;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {  // words whole: an edge needs neighbours
    if (mix64(i + 1) < kept_below) continue;
    forgotten += static_cast<std::uint64_t>(std::popcount(wanted_[i].load()));
    wanted_[i] = 0;
  }
  return forgotten;
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

std::unique_ptr<SentenceRecall::Recalled> SentenceRecall::recall(ContentId content, std::string_view text) const {
  thread_local TextAnalyzer analyzer;
  thread_local AnalyzedText slice;
  auto out = std::make_unique<Recalled>();
  const Position begin = sequence_.begin_of(content);
  std::uint32_t number = 0;
  for_each_slice(text, [&](std::string_view bytes, std::uint32_t offset) {
    analyzer.analyze(bytes, slice);
    for (const Sentence& sentence : slice.sentences) {
      const Position position = begin + number;
      if (wants_tokens(position)) out->add_sentence(number, sentence, slice.tokens, offset);
      if (std::binary_search(texts_.begin(), texts_.end(), position)) {
        out->texts.emplace_back(position, text.substr(offset + sentence.bytes.begin, kTextBytes));
      }
      ++number;
    }
  });
  return out;
}

std::shared_ptr<void> SentenceRecall::read(const DocumentBatch& batch) {
  auto out = std::make_shared<Batch>();
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) {
      const ContentId content = sequence_.find_content(text_fingerprint(part.text));
      if (content == sequence_.contents() || !wants_content(content)) continue;
      if (is_taken_[content].exchange(1) != 0) continue;
      out->contents.emplace_back(content, recall(content, part.text));
    }
  }
  return out;
}

void SentenceRecall::add(void* read_batch) {
  for (auto& [content, recalled] : static_cast<Batch*>(read_batch)->contents) recalled_[content] = std::move(recalled);
}

void SentenceRecall::finish() const {
  for (ContentId content = 0; content < sequence_.contents(); ++content) {
    if (recalled_[content] == nullptr && wants_content(content)) {
      throw Error("the inputs changed while they were read: read again, texts are missing that were there before");
    }
  }
}

SentenceWindow SentenceRecall::window(ContentId content, const SentenceRange& sentences) const {
  SentenceWindow window;
  const Recalled* recalled = recalled_[content].get();
  if (recalled == nullptr || sentences.size() == 0) return window;
  const auto first = std::lower_bound(recalled->numbers.begin(), recalled->numbers.end(), sentences.begin);
  const auto index = static_cast<std::size_t>(first - recalled->numbers.begin());
  const std::size_t last = index + sentences.size() - 1;
  if (last >= recalled->numbers.size() || recalled->numbers[last] != sentences.end - 1) return window;
  window.first_sentence = sentences.begin;
  window.sentences = std::span(recalled->sentences).subspan(index, sentences.size());
  const std::size_t token = window.sentences.front().first_token;
  const std::size_t count = window.sentences.back().first_token + window.sentences.back().token_count - token;
  window.hashes = std::span(recalled->tokens.hashes).subspan(token, count);
  window.begins = std::span(recalled->tokens.begins).subspan(token, count);
  window.ends = std::span(recalled->tokens.ends).subspan(token, count);
  return window;
}

std::string_view SentenceRecall::text(Position sentence) const {
  const Recalled* recalled = recalled_[sequence_.content_of(sentence)].get();
  if (recalled == nullptr) return {};
  const auto found = std::lower_bound(recalled->texts.begin(), recalled->texts.end(), sentence,
                                      [](const auto& text, Position position) { return text.first < position; });
  return found != recalled->texts.end() && found->first == sentence ? std::string_view(found->second)
                                                                    : std::string_view();
}

}  // namespace cento
