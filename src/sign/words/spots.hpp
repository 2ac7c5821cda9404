#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "sign/words/token_set.hpp"

namespace cento {

/// What follows an antecedent in a spot signature. pdc speaks of short chains of adjacent content words, so the
/// distance is 1; two of them still fit into most sentences.
struct SpotOptions {
  std::size_t distance_tokens = 1;  // d of SpotSigs: each word of the chain is the d-th content word after the last one
  std::size_t chain_tokens = 2;     // c of SpotSigs
};

/// Spot signatures (`spot:…`, Theobald et al. 2008): an antecedent, usually a stop word, with the chain of content
/// words after it. A content word is one that is not an antecedent; antecedents inside a chain are skipped and not
/// counted. A chain cut off by the end of the text does not count.
class SpotSigner : public FeatureSigner {
 public:
  /// `antecedents` are token hashes. Distance and chain are at least 1.
  explicit SpotSigner(std::span<const std::uint64_t> antecedents, SpotOptions options = {});

  /// The feature of a spot is sequence_feature() of the antecedent and its chain. A text without spots has one feature:
  /// sequence_feature() of all its tokens.
  void sign(const TokenRange& tokens, Features& features) override;

 private:
  struct Spot {
    std::uint64_t antecedent;
    std::size_t content_before;  // content words before it
  };

  void part(std::span<const std::uint64_t> tokens);
  std::uint64_t feature_of(const Spot& spot);

  TokenSet antecedents_;
  SpotOptions options_;
  PlainVector<std::uint64_t> content_;  // of the text being signed
  PlainVector<Spot> spots_;
  PlainVector<std::uint64_t> chain_;
};

/// The hashes of all tokens in `words`, folded as in a text: antecedents from a list of words. Text between words
/// (spaces, commas) does not matter; a word of several tokens gives them all. Must be valid UTF-8.
[[nodiscard]] std::vector<std::uint64_t> tokens_of_words(std::string_view words);

}  // namespace cento
