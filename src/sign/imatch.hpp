#pragma once

#include <cstdint>

#include "core/plain_vector.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/signer.hpp"
#include "sign/token_set.hpp"

namespace cento {

/// The words that I-Match keeps. Both ends belong to the range; pdc found [0.1, 1] best for sentences.
struct IdfRange {
  double lowest = 0.1;   // a
  double highest = 1.0;  // b
};

/// I-Match (`imatch:a:b`, Chowdhury et al. 2002): the distinct tokens with idf in [a, b], by ascending hash, in one
/// fingerprint. A token that the statistics do not know counts as one of a single document.
class IMatchSigner : public FingerprintSigner {
 public:
  /// `frequencies` must outlive this.
  explicit IMatchSigner(const DocumentFrequencies& frequencies, IdfRange range = {});

  bool sign(const TokenRange& tokens, Fingerprint& out) override;

 private:
  const DocumentFrequencies& frequencies_;
  std::uint64_t fewest_documents_;  // rarer words have an idf over b
  bool keeps_unknown_;              // whether words that no document of the statistics has are kept
  TokenSet common_;                 // words with an idf under a
  PlainVector<std::uint64_t> kept_;
};

}  // namespace cento
