#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "text/sentences.hpp"
#include "text/tokens.hpp"

namespace cento {

struct TextOptions {
  SentenceOptions sentences;
  Kernel kernel = best_kernel();
};

/// A text's tokens and sentences. Reuse one object for many texts: its memory is kept.
struct AnalyzedText {
  Tokens tokens;
  std::vector<Sentence> sentences;
};

/// Folds, tokenises, hashes and cuts one text into sentences, in that many passes over memory that is still in cache.
/// An object holds scratch memory: one for each thread.
class TextAnalyzer {
 public:
  explicit TextAnalyzer(const TextOptions& options = {});
  ~TextAnalyzer();
  TextAnalyzer(TextAnalyzer&&) noexcept;
  TextAnalyzer& operator=(TextAnalyzer&&) noexcept;

  /// `text` must be valid UTF-8 and shorter than 4 GiB.
  void analyze(std::string_view text, AnalyzedText& out);

  /// Only the tokens.
  void tokenize(std::string_view text, Tokens& out);

 private:
  struct Scratch;
  TextOptions options_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace cento
