#pragma once

#include <cstdint>
#include <string_view>

#include "text/analysis.hpp"

namespace cento {

/// Visits the sentences of texts, slice by slice, so that a long text takes little memory. Holds scratch memory: one
/// object for each thread.
class PartSentences {
 public:
  /// As for_each_sentence(), for a whole text.
  template <typename Use>
  void for_each(std::string_view text, const Use& use) {
    for_each_slice(text, [&](std::string_view slice, std::uint32_t offset) {
      analyzer_.analyze(slice, analyzed_);
      for_each_sentence(analyzed_, offset, use);
    });
    release_if_large(analyzed_);
  }

 private:
  TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
};

}  // namespace cento
