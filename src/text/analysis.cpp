#include "text/analysis.hpp"

namespace cento {

std::size_t end_of_slice(std::string_view text) {
  if (text.size() <= kSliceBytes) return text.size();
  const std::size_t blank_line = text.find("\n\n", kSliceBytes);
  return blank_line == std::string_view::npos ? text.size() : blank_line + 2;
}

void TextAnalyzer::analyze(std::string_view text, AnalyzedText& out) {
  tokenizer_.tokenize(text, out.tokens);
  cut(text, out);
}

void TextAnalyzer::analyze(std::string_view text, AnalyzedText& out, FoldedText& folded) {
  tokenizer_.tokenize(text, out.tokens, folded);
  cut(text, out);
}

/// Cuts the text that was tokenised into sentences.
void TextAnalyzer::cut(std::string_view text, AnalyzedText& out) {
  sentence_spans_.clear();
  split_sentences(text, options_.sentences, sentence_spans_, options_.kernel);
  out.sentences.resize(sentence_spans_.size());
  for (std::size_t i = 0; i < sentence_spans_.size(); ++i) out.sentences[i].bytes = sentence_spans_[i];
  tokenizer_.share_tokens(out.tokens, out.sentences);
}

}  // namespace cento
