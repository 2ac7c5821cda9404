#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "align/loose/loose_text.hpp"
#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "text/analysis.hpp"

namespace cento {

/// The words of a text for loose matching, with all that a LooseText refers to.
struct LooseWords {
  PlainVector<std::uint32_t> words;
  PlainVector<Span> bytes;
  PlainVector<Sentence> sentences;

  [[nodiscard]] LooseText text() const { return {words, bytes, sentences}; }
  void clear() {
    words.clear();
    bytes.clear();
    sentences.clear();
  }
};

/// Appends the words to `out` as 64-bit values, which a FeatureStore keeps unchanged.
void pack_words(const LooseWords& words, Features& out);

/// Replaces `out` with what pack_words() appended.
void unpack_words(std::span<const std::uint64_t> packed, LooseWords& out);

/// Appends the words alone.
void append_packed_words(std::span<const std::uint64_t> packed, std::vector<std::uint32_t>& out);

/// Makes words from texts. A word is the hash of a token's first six characters, which merges the forms of a word in
/// most languages; for tokens without separators (Han, kana, Thai) it is the hash of two neighbours, because one
/// character says little. Holds scratch memory: one object for each thread.
class LooseWordMaker {
 public:
  /// Appends the words of a text that follows `out`'s in the same document part; `text` as for TextAnalyzer.
  void make(std::string_view text, LooseWords& out);

 private:
  void append_slice(std::string_view slice, std::uint32_t offset, LooseWords& out);

  TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
  FoldedText folded_;
};

}  // namespace cento
