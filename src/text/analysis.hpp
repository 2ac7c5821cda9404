#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/sentence/sentences.hpp"
#include "text/tokenizer.hpp"
#include "text/tokens.hpp"

namespace cento {

struct TextOptions {
  SentenceOptions sentences;
  Kernel kernel = best_kernel();
};

/// A text's tokens and sentences. Reuse one object for many texts: its memory is kept.
struct AnalyzedText {
  Tokens tokens;
  PlainVector<Sentence> sentences;
};

/// Releases the memory that a long text needed.
inline void release_if_large(AnalyzedText& text) {
  release_if_large(text.tokens);
  release_if_large(text.sentences);
}

/// Where the first slice of a text ends if it is analysed slice by slice: after a blank line, at least kSliceBytes from
/// the start, or at the end. Neither tokens nor sentences span a blank line, so the slices together have those of the
/// text, and the memory for them stays small however long the text is.
[[nodiscard]] std::size_t end_of_slice(std::string_view text);

inline constexpr std::size_t kSliceBytes = std::size_t{1} << 18;

/// Calls `use(slice, offset)` for the slices of a text in turn, each with its offset in the text.
template <typename Use>
void for_each_slice(std::string_view text, const Use& use) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string_view rest = text.substr(begin);
    const std::string_view slice = rest.substr(0, end_of_slice(rest));
    use(slice, static_cast<std::uint32_t>(begin));
    begin += slice.size();
  }
}

/// Calls `use(bytes, tokens)` for each sentence of a slice that begins at `offset`, in order, with its bytes in the
/// text and the hashes of its tokens, which may be none.
template <typename Use>
void for_each_sentence(const AnalyzedText& slice, std::uint32_t offset, const Use& use) {
  const std::span<const std::uint64_t> tokens(slice.tokens.hashes);
  for (const Sentence& sentence : slice.sentences) {
    use(Span{sentence.bytes.begin + offset, sentence.bytes.end + offset},
        tokens.subspan(sentence.first_token, sentence.token_count));
  }
}

/// Folds, tokenises, hashes and cuts texts into sentences. Holds scratch memory: one object for each thread.
class TextAnalyzer {
 public:
  explicit TextAnalyzer(const TextOptions& options = {}) : options_(options), tokenizer_(options.kernel) {}

  /// `text` must be valid UTF-8 and shorter than 4 GiB. A token belongs to the sentence in which it begins.
  void analyze(std::string_view text, AnalyzedText& out);

  /// Also gives the normalised text.
  void analyze(std::string_view text, AnalyzedText& out, FoldedText& folded);

 private:
  void cut(std::string_view text, AnalyzedText& out);

  TextOptions options_;
  Tokenizer tokenizer_;
  std::vector<Span> sentence_spans_;
};

}  // namespace cento
