#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cento/method_options.hpp"
#include "read/document.hpp"
#include "sign/chars/char_shingles.hpp"
#include "sign/feature_set.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"
#include "text/analyzed_document.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// What documents are compared by.
struct FeatureOptions {
  static constexpr unsigned kSampleMost = 32;

  std::string name = DocumentSimilarity::kFeatures;  // names in docs/signatures.md; "tokens" are the tokens themselves
  unsigned sample = 0;                               // k: only features whose hash is 0 modulo 2^k are kept, 1 in 2^k
  const DocumentFrequencies* tokens = nullptr;       // for features that need statistics; must outlive the signers
};

/// Turns documents into sets of features: the union over their parts. One object for each thread.
class DocumentSigner {
 public:
  /// Throws UsageError when the features do not exist or statistics are missing.
  explicit DocumentSigner(const FeatureOptions& options);

  /// Replaces `features` with the set of the document's features, ascending. Empty for a document without words, or if
  /// no feature was sampled.
  void sign(std::span<const Part> parts, Features& features);
  void sign(const Document& document, Features& features) { sign(document.parts, features); }
  void sign(const AnalyzedDocument& document, Features& features);

 private:
  void add_part(std::string_view text, Features& features);
  void add_tokens(std::string_view text, const Tokens& tokens, Features& features);
  void finish(Features& features);
  void add_long_tokens(std::string_view text, Features& features);
  void add_long_part(std::string_view text, Features& features);

  std::unique_ptr<FeatureSigner> signer_;           // null for characters and for plain tokens
  std::optional<CharShingleSigner> char_shingles_;  // work from the text
  std::uint64_t sample_mask_;
  Tokenizer tokenizer_;
  Tokens tokens_;
  std::vector<std::uint64_t> piece_;  // tokens of a piece of a long text, after those that they depend on
  SetMaker set_maker_;
};

/// Whether the features of that name need the frequencies of tokens in a collection.
[[nodiscard]] bool needs_token_frequencies(std::string_view name);

}  // namespace cento
