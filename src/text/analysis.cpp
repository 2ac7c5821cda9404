#include "text/analysis.hpp"

namespace cento {

void TextAnalyzer::analyze(std::string_view text, AnalyzedText& out) {
  tokenizer_.tokenize(text, out.tokens);
  sentence_spans_.clear();
  split_sentences(text, options_.sentences, sentence_spans_, options_.kernel);
  out.sentences.resize(sentence_spans_.size());
  TokenCounter counter(tokenizer_, out.tokens);
  std::uint32_t token = 0;
  for (std::size_t i = 0; i < sentence_spans_.size(); ++i) {
    const std::uint32_t next = counter.count_before(sentence_spans_[i].end);
    out.sentences[i] = {sentence_spans_[i], token, next - token};
    token = next;
  }
}

}  // namespace cento
