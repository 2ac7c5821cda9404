#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/span.hpp"
#include "text/analysis.hpp"

namespace cento {

/// Goes through the sentences of texts, slice by slice, so that a long text takes little memory. Holds scratch memory:
/// one object for each thread.
class PartSentences {
 public:
  /// Calls `use(bytes, tokens)` for each sentence of the text, in order, with its bytes there and the hashes of its
  /// tokens, which may be none.
  template <typename Use>
  void for_each(std::string_view text, const Use& use) {
    for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) {
      analyzer_.analyze(slice, analyzed_);
      for (const Sentence& sentence : analyzed_.sentences) use(moved(sentence.bytes, offset), tokens_of(sentence));
    });
    release_if_large(analyzed_);
  }

 private:
  static Span moved(const Span& span, std::uint32_t by) { return {span.begin + by, span.end + by}; }

  [[nodiscard]] std::span<const std::uint64_t> tokens_of(const Sentence& sentence) const {
    return std::span<const std::uint64_t>(analyzed_.tokens.hashes).subspan(sentence.first_token, sentence.token_count);
  }

  TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
};

}  // namespace cento
