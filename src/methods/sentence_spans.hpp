#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/plain_vector.hpp"
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

/// Appends where the sentences of a text stand to `out`, in five bytes each or less. Fourteen sentences take a line of
/// eight words: where what comes before them ends, and for each its gap to what comes before and its length, 16 bits
/// each. If one needs more, or begins before the end of the one before it, all are told as they are, behind a mark.
void pack_sentence_spans(std::span<const Span> spans, PlainVector<std::uint64_t>& out);

/// Where the sentences of texts stand: in memory up to a budget, then in a temporary file. Added by one thread, read by
/// many afterwards.
class SentenceSpans {
 public:
  SentenceSpans(std::uint64_t memory_bytes, const std::string& temp_dir) : texts_(memory_bytes, temp_dir) {}

  /// Takes what pack_sentence_spans() made of the next text.
  void add(std::span<const std::uint64_t> packed);

  /// Where a sentence of a text stands; there is one of this number.
  [[nodiscard]] Span get(std::size_t text, std::uint32_t sentence, Features& scratch) const;

  [[nodiscard]] std::uint64_t spilled_bytes() const { return texts_.spilled_bytes(); }

 private:
  FeatureStore texts_;
  std::vector<std::size_t> as_they_are_;  // texts whose spans are; ascending, few
};

}  // namespace cento
