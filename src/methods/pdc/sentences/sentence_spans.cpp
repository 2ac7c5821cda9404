#include "methods/pdc/sentences/sentence_spans.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::size_t kLineWords = 8;
constexpr std::size_t kLineSentences = 2 * (kLineWords - 1);
constexpr std::uint64_t kMark = ~std::uint64_t{0};  // no text ends at this offset
constexpr std::uint32_t kMost = 0xFFFF;
constexpr unsigned kGapBits = 16;
constexpr unsigned kHalf = 32;

bool is_packable(std::span<const Span> spans) {
  std::uint32_t end = 0;
  for (const Span& span : spans) {
    if (span.begin < end || span.begin - end > kMost || span.size() > kMost) return false;
    end = span.end;
  }
  return true;
}

/// A sentence of a line: its gap and its length.
std::uint32_t entry_of(std::span<const std::uint64_t> line, std::size_t i) {
  return static_cast<std::uint32_t>(line[1 + i / 2] >> (i % 2 * kHalf));
}

/// The sentence of this number in a line.
Span span_in_line(std::span<const std::uint64_t> line, std::size_t within) {
  Span span{0, static_cast<std::uint32_t>(line.front())};
  for (std::size_t i = 0; i <= within; ++i) {
    const std::uint32_t entry = entry_of(line, i);
    span.begin = span.end + (entry & kMost);
    span.end = span.begin + (entry >> kGapBits);
  }
  return span;
}

}  // namespace

void pack_sentence_spans(std::span<const Span> spans, PlainVector<std::uint64_t>& out) {
  if (!is_packable(spans)) {
    out.push_back(kMark);
    for (const Span& span : spans) out.push_back(span_word(span));
    return;
  }
  std::uint32_t end = 0;
  for (std::size_t first = 0; first < spans.size(); first += kLineSentences) {
    out.push_back(end);
    const auto line = spans.subspan(first, std::min(kLineSentences, spans.size() - first));
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::uint64_t entry = (line[i].begin - end) | line[i].size() << kGapBits;
      if (i % 2 == 0) {
        out.push_back(entry);
      } else {
        out.back() |= entry << kHalf;
      }
      end = line[i].end;
    }
  }
}

void SentenceSpans::add(std::span<const std::uint64_t> packed) {
  if (!packed.empty() && packed.front() == kMark) as_they_are_.push_back(texts_.size());
  texts_.add(packed);
}

Span SentenceSpans::get(std::size_t text, std::uint32_t sentence, Features& scratch) const {
  if (std::binary_search(as_they_are_.begin(), as_they_are_.end(), text)) {
    return span_of_word(texts_.get(text, 1 + std::size_t{sentence}, 1, scratch).front());
  }
  const std::size_t first = sentence / kLineSentences * kLineWords;
  const std::size_t within = sentence % kLineSentences;
  return span_in_line(texts_.get(text, first, 2 + within / 2, scratch), within);
}

Span packed_span(std::span<const std::uint64_t> packed, std::uint32_t sentence) {
  if (packed.front() == kMark) return span_of_word(packed[1 + std::size_t{sentence}]);
  return span_in_line(packed.subspan(sentence / kLineSentences * kLineWords), sentence % kLineSentences);
}

Span packed_span(std::span<const std::uint64_t> packed, const SentenceRange& range) {
  if (range.size() == 0) return {};
  return {packed_span(packed, range.begin).begin, packed_span(packed, range.end - 1).end};
}

}  // namespace cento
