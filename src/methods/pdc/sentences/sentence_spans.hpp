#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// A span as one number.
[[nodiscard]] constexpr std::uint64_t span_word(const Span& span) {
  return std::uint64_t{span.begin} << 32U | span.end;
}
[[nodiscard]] constexpr Span span_of_word(std::uint64_t word) {
  return {static_cast<std::uint32_t>(word >> 32U), static_cast<std::uint32_t>(word)};
}

/// Appends the positions of the sentences of a text to `out`, in at most five bytes each. Fourteen sentences take a
/// line of eight words: where what comes before them ends, and for each its gap to what comes before and its length, 16
/// bits each. If one needs more, or begins before the end of the previous one, all are stored unpacked, after a mark.
void pack_sentence_spans(std::span<const Span> spans, PlainVector<std::uint64_t>& out);

/// The position of a sentence of a text of which these are the packed ones.
[[nodiscard]] Span packed_span(std::span<const std::uint64_t> packed, std::uint32_t sentence);
/// The bytes of a range of its sentences, from the first to the last.
[[nodiscard]] Span packed_span(std::span<const std::uint64_t> packed, const SentenceRange& range);

/// The positions of the sentences of texts: in memory up to a budget, then in a temporary file. Written by one thread,
/// then read by many.
class SentenceSpans {
 public:
  SentenceSpans(const MemoryPart& memory, const std::string& temp_dir) : texts_(memory, temp_dir) {}

  /// Takes the result of pack_sentence_spans() for the next text.
  void add(std::span<const std::uint64_t> packed);

  /// The position of a sentence of a text, which must exist.
  [[nodiscard]] Span get(std::size_t text, std::uint32_t sentence, Features& scratch) const;

  [[nodiscard]] std::uint64_t spilled_bytes() const { return texts_.spilled_bytes(); }

 private:
  FeatureStore texts_;
  std::vector<std::size_t> as_they_are_;  // texts whose spans are unpacked; ascending, few
};

}  // namespace cento
