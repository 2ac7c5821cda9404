#include "text/analysis.hpp"

namespace cento {

namespace {

/// The first token from `at` on that begins at or behind `byte`. Eight steps at a time: a sentence has a dozen tokens.
std::uint32_t first_token_from(const Tokens& tokens, std::uint32_t at, std::uint32_t byte) {
  constexpr std::uint32_t kStride = 8;
  const auto count = static_cast<std::uint32_t>(tokens.size());
  const std::uint32_t* begins = tokens.begins.data();
  while (at + kStride < count && begins[at + kStride] < byte) at += kStride + 1;
  while (at < count && begins[at] < byte) ++at;
  return at;
}

}  // namespace

void TextAnalyzer::analyze(std::string_view text, AnalyzedText& out) {
  tokenizer_.tokenize(text, out.tokens);
  sentence_spans_.clear();
  split_sentences(text, options_.sentences, sentence_spans_, options_.kernel);
  out.sentences.clear();
  std::uint32_t token = 0;
  for (const Span& span : sentence_spans_) {
    const std::uint32_t first = token;
    token = first_token_from(out.tokens, token, span.end);
    out.sentences.push_back({span, first, token - first});
  }
}

}  // namespace cento
