#pragma once

#include <memory>
#include <string_view>

#include "sign/bits/bit_signature.hpp"
#include "sign/minhash.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// What some signatures need besides their name. Must outlive the signers.
struct SignerContext {
  const DocumentFrequencies* tokens = nullptr;  // how many documents of the collection contain each token
};

/// Signers by name; docs/signatures.md has the table of names. An unknown name, a wrong parameter or missing statistics
/// throw a UsageError: one sentence that says what is wrong and what is available.

/// shingle:n, spot:k[:distance[:chain]], winnow:k:w; also the fingerprints, as sets of one feature: feature_of() the
/// fingerprint, or sequence_feature() of all tokens if every word was filtered out.
[[nodiscard]] std::unique_ptr<FeatureSigner> make_feature_signer(std::string_view name, const SignerContext& context);

/// imatch[:a[:b]], sorted:df.
[[nodiscard]] std::unique_ptr<FingerprintSigner> make_fingerprint_signer(std::string_view name,
                                                                         const SignerContext& context);

/// qsign:m:l.
[[nodiscard]] BitSigner make_bit_signer(std::string_view name);

/// minhash[:k].
[[nodiscard]] MinHash make_minhash(std::string_view name);

}  // namespace cento
