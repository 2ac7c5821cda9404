#include "methods/ndd/near_duplicate_signer.hpp"

#include <algorithm>
#include <utility>

#include "sign/bits/simhash.hpp"
#include "sign/feature_set.hpp"
#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

/// A large set is usually alone in its batch, and is then not copied.
void append_features(Features& set, Features& all) {
  constexpr std::size_t kLargeSet = std::size_t{1} << 17;
  if (all.empty() && set.size() > kLargeSet) return std::swap(set, all);
  all.insert(all.end(), set.begin(), set.end());
}

/// Makes room for the likely features of a batch: growing would touch twice the memory. A large document brings its own.
void reserve_features(const DocumentBatch& batch, Features& all) {
  constexpr std::uint64_t kLikelyFeatureBytes = 8;  // of text
  std::uint64_t bytes = 0;
  for (const Document& document : batch.documents) {
    for (const Part& part : document.parts) bytes += part.text.size();
  }
  if (bytes / kLikelyFeatureBytes <= SignedFeatureSets::kKeptFeatures) all.reserve(bytes / kLikelyFeatureBytes);
}

}  // namespace

NearDuplicateSearch search_of_method(const std::string& method) {
  if (method == "exact") return NearDuplicateSearch::identical;
  if (method == "simhash") return NearDuplicateSearch::simhash;
  if (method == "minhash" || method.starts_with("minhash:")) return NearDuplicateSearch::minhash;
  return NearDuplicateSearch::all_pairs;
}

void SignedFeatureSets::clear() {
  if (features.capacity() > kKeptFeatures) features = Features();
  features.clear();
  sizes.clear();
  fingerprints.clear();
  texts.clear();
  are_copies.clear();
  keys.clear();
}

NearDuplicateSigner::NearDuplicateSigner(const FeatureOptions& options, NearDuplicateSearch search,
                                         std::size_t sketch_values)
    : search_(search), signer_(options), minhash_(std::max<std::size_t>(1, sketch_values)), sketch_(minhash_.slots()) {}

void NearDuplicateSigner::sign(const DocumentBatch& batch, const std::optional<Banding>& banding, TextClaims& claims,
                               SignedFeatureSets& out) {
  if (search_ != NearDuplicateSearch::identical) reserve_features(batch, out.features);
  for (std::size_t i = 0; i < batch.documents.size(); ++i) {
    const Document& document = batch.documents[i];
    out.texts.push_back(fingerprint_of(document));
    out.are_copies.push_back(claims.is_copy(out.texts.back(), batch.number << 32U | i) ? 1 : 0);
    if (out.are_copies.back() != 0) continue;
    if (search_ == NearDuplicateSearch::identical) {
      sign_whole(document, out);
    } else {
      sign_by_features(document, banding, out);
    }
  }
  if (features_.capacity() > SignedFeatureSets::kKeptFeatures) features_ = Features();
}

void NearDuplicateSigner::sign_by_features(const Document& document, const std::optional<Banding>& banding,
                                           SignedFeatureSets& out) {
  signer_.sign(document, features_);
  out.sizes.push_back(static_cast<std::uint32_t>(features_.size()));
  out.fingerprints.push_back(fingerprint_of_set(features_));
  if (search_ == NearDuplicateSearch::minhash) {
    minhash_.sketch(features_, sketch_);
    append_band_keys(sketch_, *banding, out.keys);
  } else if (search_ == NearDuplicateSearch::simhash) {
    out.keys.push_back(simhash(features_));
  }
  append_features(features_, out.features);
}

/// The tokens in order as one fingerprint; the set stays empty.
void NearDuplicateSigner::sign_whole(const Document& document, SignedFeatureSets& out) {
  features_.clear();
  for (const Part& part : document.parts) {
    tokenizer_.tokenize(part.text, tokens_);
    features_.insert(features_.end(), tokens_.hashes.begin(), tokens_.hashes.end());
  }
  out.sizes.push_back(0);
  out.fingerprints.push_back(features_.empty() ? Fingerprint{} : sequence_fingerprint(features_));
}

}  // namespace cento
