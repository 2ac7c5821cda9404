#include "text/analysis.hpp"

namespace cento {

void TextAnalyzer::analyze(std::string_view text, AnalyzedText& out) {
  tokenizer_.tokenize(text, out.tokens);
  sentence_spans_.clear();
  split_sentences(text, options_.sentences, sentence_spans_, options_.kernel);
  out.sentences.resize(sentence_spans_.size());
  const TextKernel& kernel = text_kernel(options_.kernel);
  std::size_t token = 0;
  for (std::size_t i = 0; i < sentence_spans_.size(); ++i) {
    const Span span = sentence_spans_[i];
    const std::size_t count = kernel.count_below(out.tokens.begins.data() + token, out.tokens.size() - token, span.end);
    out.sentences[i] = {span, static_cast<std::uint32_t>(token), static_cast<std::uint32_t>(count)};
    token += count;
  }
}

}  // namespace cento
