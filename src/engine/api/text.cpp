#include "cento/text.hpp"

#include "cento/error.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/near_duplicates.hpp"
#include "read/document.hpp"
#include "text/sentence/sentences.hpp"
#include "text/tokenizer.hpp"

namespace cento {

namespace {

void check_text(std::string_view text) {
  if (const std::string problem = problem_of_text(text); !problem.empty()) throw Error(problem);
}

}  // namespace

std::vector<Span> sentences_of(std::string_view text) {
  check_text(text);
  std::vector<Span> spans;
  split_sentences(text, {}, spans);
  return spans;
}

std::vector<Token> tokens_of(std::string_view text) {
  check_text(text);
  Tokens found;
  Tokenizer().tokenize(text, found);
  std::vector<Token> tokens(found.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = {found.span(i), found.hashes[i]};
  return tokens;
}

std::vector<std::uint64_t> features_of(std::string_view text, const std::string& name) {
  check_text(text);
  DocumentSimilarity similarity;
  similarity.method = name;
  DocumentSigner signer(FeatureOptions{compared_features(similarity)});
  const Part part{"text", text};
  Features features;
  signer.sign({&part, 1}, features);
  return {features.begin(), features.end()};
}

}  // namespace cento
