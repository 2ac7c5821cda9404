#include "methods/compare/shared_amount.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "align/word_alignment.hpp"

namespace cento {

namespace {

/// Sentences of a part.
struct PartRange {
  std::uint32_t part;
  std::uint32_t begin;
  std::uint32_t end;
};

/// The sentences that the passages touch on a side, ascending and without overlap.
std::vector<PartRange> touched(ComparedSide side, std::span<const PartPassage> passages) {
  std::vector<PartRange> all;
  for (const PartPassage& found : passages) {
    const SentenceRange& range = side == ComparedSide::a ? found.passage.a.sentences : found.passage.b.sentences;
    all.push_back({side == ComparedSide::a ? found.part_a : found.part_b, range.begin, range.end});
  }
  std::sort(all.begin(), all.end(), [](const PartRange& x, const PartRange& y) {
    return std::tie(x.part, x.begin) < std::tie(y.part, y.begin);
  });
  std::vector<PartRange> merged;
  for (const PartRange& range : all) {
    if (!merged.empty() && merged.back().part == range.part && range.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, range.end);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

/// The number of the first token of a stretch, and how many begin in it.
std::pair<std::size_t, std::size_t> tokens_in(const Tokens& tokens, const Span& bytes) {
  const auto first = std::lower_bound(tokens.begins.begin(), tokens.begins.end(), bytes.begin);
  const auto last = std::lower_bound(first, tokens.begins.end(), bytes.end);
  return {static_cast<std::size_t>(first - tokens.begins.begin()), static_cast<std::size_t>(last - first)};
}

std::vector<PlainVector<std::uint8_t>> no_marks(std::span<const AnalyzedPart> parts) {
  std::vector<PlainVector<std::uint8_t>> marks(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) marks[i].assign(parts[i].analyzed->tokens.size(), 0);
  return marks;
}

/// How many marks are new.
std::uint64_t add_marks(std::span<const std::uint8_t> more, std::span<std::uint8_t> marks) {
  std::uint64_t added = 0;
  for (std::size_t i = 0; i < more.size(); ++i) {
    added += more[i] > marks[i] ? 1 : 0;
    marks[i] |= more[i];
  }
  return added;
}

}  // namespace

SharedAmount whole_amount(std::span<const AnalyzedPart> parts) {
  SharedAmount amount;
  for (const AnalyzedPart& part : parts) {
    amount.words += part.analyzed->tokens.size();
    amount.sentences += part.analyzed->sentences.size();
  }
  return amount;
}

SharedWords::SharedWords(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b)
    : a_(a), b_(b), marks_a_(no_marks(a)), marks_b_(no_marks(b)) {}

void SharedWords::add(const PartPassage& passage) {
  const Tokens& tokens_a = a_[passage.part_a].analyzed->tokens;
  const Tokens& tokens_b = b_[passage.part_b].analyzed->tokens;
  const auto [first_a, size_a] = tokens_in(tokens_a, passage.passage.a.bytes);
  const auto [first_b, size_b] = tokens_in(tokens_b, passage.passage.b.bytes);
  const WordAlignment words = align_words(std::span(tokens_a.hashes).subspan(first_a, size_a),
                                          std::span(tokens_b.hashes).subspan(first_b, size_b));
  count_a_ += add_marks(words.a, std::span(marks_a_[passage.part_a]).subspan(first_a));
  count_b_ += add_marks(words.b, std::span(marks_b_[passage.part_b]).subspan(first_b));
}

std::uint64_t count_outside(std::vector<SentencePlace> sentences, ComparedSide side,
                            std::span<const PartPassage> passages) {
  const auto before = [](const SentencePlace& x, const SentencePlace& y) {
    return std::tie(x.part, x.sentence) < std::tie(y.part, y.sentence);
  };
  std::sort(sentences.begin(), sentences.end(), before);
  sentences.erase(std::unique(sentences.begin(), sentences.end()), sentences.end());
  std::uint64_t inside = 0;
  for (const PartRange& range : touched(side, passages)) {
    const auto first =
        std::lower_bound(sentences.begin(), sentences.end(), SentencePlace{range.part, range.begin}, before);
    const auto last = std::lower_bound(first, sentences.end(), SentencePlace{range.part, range.end}, before);
    inside += static_cast<std::uint64_t>(last - first);
  }
  return sentences.size() - inside;
}

}  // namespace cento
