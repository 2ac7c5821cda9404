#pragma once

#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/token_set.hpp"

namespace cento {

/// The words that I-Match keeps. Both ends are inclusive; pdc found [0.1, 1] best for sentences.
struct IdfRange {
  double lowest = 0.1;   // a
  double highest = 1.0;  // b
};

/// I-Match (`imatch:a:b`, Chowdhury et al. 2002): the distinct tokens with idf in [a, b], by ascending hash, in one
/// fingerprint. A token not in the statistics counts as if one document contained it.
class IMatchSigner : public FingerprintSigner {
 public:
  /// `frequencies` must outlive this.
  explicit IMatchSigner(const DocumentFrequencies& frequencies, IdfRange range = {});

  bool sign(const TokenRange& tokens, Fingerprint& out) override;

 private:
  const DocumentFrequencies& frequencies_;
  std::uint64_t fewest_documents_;  // rarer words have an idf above b
  bool keeps_unknown_;              // whether words not in the statistics are kept
  TokenSet common_;                 // words with an idf below a
  PlainVector<std::uint64_t> kept_;
};

}  // namespace cento
