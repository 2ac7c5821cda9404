#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "join/banding.hpp"
#include "methods/ndd/document_signer.hpp"
#include "methods/ndd/text_claims.hpp"
#include "read/document.hpp"
#include "sign/minhash.hpp"
#include "sign/placed_sets.hpp"
#include "sign/signer.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// How candidates are found.
enum class NearDuplicateSearch { all_pairs, minhash, simhash, identical };

/// The search that NearDuplicateOptions::method names.
[[nodiscard]] NearDuplicateSearch search_of_method(const std::string& method);

/// The sets of the signed documents of a batch, and what is needed to find candidates.
struct SignedFeatureSets {
  std::vector<PlacedSet> sets;
  std::vector<Fingerprint> fingerprints;
  std::vector<Fingerprint> texts;        // of the bytes of each document
  std::vector<std::uint8_t> are_copies;  // whether it copies an earlier document's bytes: not signed
  std::vector<std::uint64_t> keys;       // bands or SimHash signatures, the same number for each signed document

  void clear();
};

/// Signs documents for NearDuplicateFinder. Holds scratch memory: one object for each thread.
class NearDuplicateSigner {
 public:
  /// `sketch_values`: length of the MinHash sketches; 0 if there are none. `placed_features`: how many features share
  /// their memory. Throws UsageError as DocumentSigner does.
  NearDuplicateSigner(const FeatureOptions& options, NearDuplicateSearch search, std::size_t sketch_values,
                      std::size_t placed_features);

  /// Signs the documents of a batch whose bytes no earlier document has. `banding`: given for MinHash. `out` must be
  /// empty.
  void sign(const DocumentBatch& batch, const std::optional<Banding>& banding, TextClaims& claims,
            SignedFeatureSets& out);

 private:
  void sign_by_features(const Document& document, const std::optional<Banding>& banding, SignedFeatureSets& out);
  void sign_whole(const Document& document, SignedFeatureSets& out);

  NearDuplicateSearch search_;
  DocumentSigner signer_;
  MinHash minhash_;
  std::vector<std::uint32_t> sketch_;
  Tokenizer tokenizer_;
  Tokens tokens_;
  Features features_;
  SetPlacer placer_;
};

}  // namespace cento
