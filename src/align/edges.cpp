#include "align/edges.hpp"

#include <algorithm>
#include <cstddef>

namespace cento {

namespace {

enum class Edge : std::uint8_t { begin, end };

/// The words of a text at an edge of a passage, counted outwards from the inner end of the sentence at the edge: that
/// sentence's words first, then those of its neighbours outside. This makes both edges look the same.
class OutwardWords {
 public:
  OutwardWords(const SentenceWindow& window, const SentenceRange& matched, Edge edge)
      : window_(window), edge_(edge), sentence_((edge == Edge::end ? matched.end - 1 : matched.begin) - first(window)) {
    const Sentence& at_edge = window.sentences[sentence_];
    const std::size_t begin = at_edge.first_token - window.sentences.front().first_token;
    inner_ = at_edge.token_count;
    origin_ = edge == Edge::end ? begin : begin + inner_;
    size_ = edge == Edge::end ? window.hashes.size() - begin : begin + inner_;
  }

  [[nodiscard]] std::size_t inner() const { return inner_; }  // words of the sentence at the edge
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t operator[](std::size_t word) const { return window_.hashes[token(word)]; }

  /// Moves the edge of `side` to just after the first `kept` words, at least one.
  void move(std::size_t kept, PassageSide& side) const {
    const std::size_t last = token(kept - 1);
    const std::size_t sentence = sentence_of(last);
    const Sentence& touched = window_.sentences[sentence];
    const std::size_t first_token = touched.first_token - window_.sentences.front().first_token;
    const auto number = static_cast<std::uint32_t>(first(window_) + sentence);
    if (edge_ == Edge::end) {
      side.sentences.end = number + 1;
      const bool is_whole = last + 1 == first_token + touched.token_count;
      side.bytes.end = is_whole ? touched.bytes.end : window_.ends[last];
    } else {
      side.sentences.begin = number;
      side.bytes.begin = last == first_token ? touched.bytes.begin : window_.begins[last];
    }
  }

 private:
  static std::uint32_t first(const SentenceWindow& window) { return window.first_sentence; }

  [[nodiscard]] std::size_t token(std::size_t word) const {
    return edge_ == Edge::end ? origin_ + word : origin_ - 1 - word;
  }

  /// The index in the window of the sentence that contains this token.
  [[nodiscard]] std::size_t sentence_of(std::size_t token) const {
    const std::size_t number = window_.sentences.front().first_token + token;
    std::size_t sentence = sentence_;
    if (edge_ == Edge::end) {
      while (number >= window_.sentences[sentence].first_token + window_.sentences[sentence].token_count) ++sentence;
    } else {
      while (number < window_.sentences[sentence].first_token) --sentence;
    }
    return sentence;
  }

  const SentenceWindow& window_;
  Edge edge_;
  std::size_t sentence_;
  std::size_t inner_ = 0;
  std::size_t origin_ = 0;
  std::size_t size_ = 0;
};

/// Whether the sentence at the edge contains these words of the other in a row.
bool has_words(const OutwardWords& words, const OutwardWords& others, std::size_t first, std::size_t count) {
  for (std::size_t at = 0; at + count <= words.inner(); ++at) {
    std::size_t equal = 0;
    while (equal < count && words[at + equal] == others[first + equal]) ++equal;
    if (equal == count) return true;
  }
  return false;
}

/// How many words of the sentence at the edge are kept.
std::size_t kept_words(const OutwardWords& words, const OutwardWords& others, std::size_t min_words) {
  for (std::size_t kept = words.inner(); kept >= min_words; --kept) {
    if (has_words(others, words, kept - min_words, min_words)) return kept;
  }
  return words.inner();
}

std::size_t equal_words(const OutwardWords& a, std::size_t from_a, const OutwardWords& b, std::size_t from_b) {
  const std::size_t most = std::min(a.size() - from_a, b.size() - from_b);
  std::size_t equal = 0;
  while (equal < most && a[from_a + equal] == b[from_b + equal]) ++equal;
  return equal;
}

void move_edge(const SentenceWindow& window_a, const SentenceWindow& window_b, const EdgeOptions& options, Edge edge,
               Passage& passage) {
  const OutwardWords a(window_a, passage.a.sentences, edge);
  const OutwardWords b(window_b, passage.b.sentences, edge);
  if (a.inner() == 0 || b.inner() == 0) return;
  const std::size_t min_words = std::max<std::size_t>(1, options.min_words);
  std::size_t kept_a = a.inner();
  std::size_t kept_b = b.inner();
  if (a[kept_a - 1] != b[kept_b - 1]) {
    kept_a = kept_words(a, b, min_words);
    kept_b = kept_words(b, a, min_words);
  }
  if (a[kept_a - 1] == b[kept_b - 1]) {
    const std::size_t further = equal_words(a, kept_a, b, kept_b);
    if (further >= min_words) {
      kept_a += further;
      kept_b += further;
    }
  }
  a.move(kept_a, passage.a);
  b.move(kept_b, passage.b);
}

}  // namespace

SentenceWindow window_of(const AnalyzedText& text, SentenceRange sentences) {
  const std::span<const Sentence> all = text.sentences;
  const std::span<const Sentence> chosen = all.subspan(sentences.begin, sentences.size());
  if (chosen.empty()) return {sentences.begin, chosen, {}, {}, {}};
  const std::size_t begin = chosen.front().first_token;
  const std::size_t count = chosen.back().first_token + chosen.back().token_count - begin;
  return {sentences.begin, chosen, std::span(text.tokens.hashes).subspan(begin, count),
          std::span(text.tokens.begins).subspan(begin, count), std::span(text.tokens.ends).subspan(begin, count)};
}

SentenceRange begin_window(SentenceRange matched, const EdgeOptions& options) {
  return {matched.begin - std::min(matched.begin, options.max_sentences), matched.begin + 1};
}

SentenceRange end_window(SentenceRange matched, std::uint32_t sentence_count, const EdgeOptions& options) {
  return {matched.end - 1, matched.end + std::min(sentence_count - matched.end, options.max_sentences)};
}

void move_begin(const SentenceWindow& a, const SentenceWindow& b, const EdgeOptions& options, Passage& passage) {
  move_edge(a, b, options, Edge::begin, passage);
}

void move_end(const SentenceWindow& a, const SentenceWindow& b, const EdgeOptions& options, Passage& passage) {
  move_edge(a, b, options, Edge::end, passage);
}

void move_edges(const AnalyzedText& a, const AnalyzedText& b, const EdgeOptions& options, Passage& passage) {
  const auto count_a = static_cast<std::uint32_t>(a.sentences.size());
  const auto count_b = static_cast<std::uint32_t>(b.sentences.size());
  const Passage whole = passage;
  move_begin(window_of(a, begin_window(whole.a.sentences, options)),
             window_of(b, begin_window(whole.b.sentences, options)), options, passage);
  move_end(window_of(a, end_window(whole.a.sentences, count_a, options)),
           window_of(b, end_window(whole.b.sentences, count_b, options)), options, passage);
}

}  // namespace cento
