#pragma once

#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/token_set.hpp"

namespace cento {

/// The sentence fingerprint of blog (`sorted:df`): words in more than `df` documents are dropped, the others sorted (by
/// hash, which serves as well as the alphabet) and hashed; repeated words stay repeated.
class SortedWordsSigner : public FingerprintSigner {
 public:
  /// `most_documents` is the cut-off: a word in exactly that many is kept.
  SortedWordsSigner(const DocumentFrequencies& frequencies, std::uint32_t most_documents)
      : common_(frequencies.over(most_documents)) {}

  bool sign(const TokenRange& tokens, Fingerprint& out) override;

 private:
  TokenSet common_;
  PlainVector<std::uint64_t> kept_;
};

}  // namespace cento
