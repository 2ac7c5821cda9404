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
    for (std::size_t begin = 0; begin < text.size();) {
      const std::string_view rest = text.substr(begin);
      const std::string_view slice = rest.substr(0, end_of_slice(rest));
      analyzer_.analyze(slice, analyzed_);
      for (const Sentence& sentence : analyzed_.sentences) use(moved(sentence.bytes, begin), tokens_of(sentence));
      begin += slice.size();
    }
    release();
  }

 private:
  static Span moved(const Span& span, std::size_t by) {
    const auto offset = static_cast<std::uint32_t>(by);
    return {span.begin + offset, span.end + offset};
  }

  [[nodiscard]] std::span<const std::uint64_t> tokens_of(const Sentence& sentence) const {
    return std::span<const std::uint64_t>(analyzed_.tokens.hashes).subspan(sentence.first_token, sentence.token_count);
  }

  void release() {
    release_if_large(analyzed_.tokens.hashes);
    release_if_large(analyzed_.tokens.begins);
    release_if_large(analyzed_.tokens.ends);
    release_if_large(analyzed_.sentences);
  }

  TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
};

}  // namespace cento
