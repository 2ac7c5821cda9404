#pragma once

#include <memory>
#include <string_view>

#include "sign/bit_signature.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/minhash.hpp"
#include "sign/signer.hpp"

namespace cento {

/// What some signatures need besides their name. It must outlive the signers.
struct SignerContext {
  const DocumentFrequencies* tokens = nullptr;  // how many documents of the collection hold each token
};

/// Signers by name; docs/signatures.md has the table of names. A name that does not exist, a wrong parameter or missing
/// statistics throw a UsageError: one sentence that says what is wrong and what there is.

/// shingle:n, spot:k[:distance[:chain]], winnow:k:w; also the fingerprints, as sets of one feature, feature_of() the
/// fingerprint, or sequence_feature() of all tokens where every word was filtered out.
[[nodiscard]] std::unique_ptr<FeatureSigner> make_feature_signer(std::string_view name, const SignerContext& context);

/// imatch[:a[:b]], sorted:df.
[[nodiscard]] std::unique_ptr<FingerprintSigner> make_fingerprint_signer(std::string_view name,
                                                                         const SignerContext& context);

/// qsign:m:l.
[[nodiscard]] BitSigner make_bit_signer(std::string_view name);

/// minhash[:k].
[[nodiscard]] MinHash make_minhash(std::string_view name);

}  // namespace cento
