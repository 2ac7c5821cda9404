#include "methods/ndd/near_duplicate_signer.hpp"

#include <algorithm>

#include "sign/bits/simhash.hpp"
#include "sign/feature_set.hpp"
#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

constexpr std::size_t kKeptFeatures = std::size_t{1} << 17;  // of scratch memory, between batches

}  // namespace

NearDuplicateSearch search_of_method(const std::string& method) {
  if (method == "exact") return NearDuplicateSearch::identical;
  if (method == "simhash") return NearDuplicateSearch::simhash;
  if (method == "minhash" || method.starts_with("minhash:")) return NearDuplicateSearch::minhash;
  return NearDuplicateSearch::all_pairs;
}

void SignedFeatureSets::clear() {
  sets.clear();
  fingerprints.clear();
  texts.clear();
  are_copies.clear();
  keys.clear();
}

NearDuplicateSigner::NearDuplicateSigner(const FeatureOptions& options, NearDuplicateSearch search,
                                         std::size_t sketch_values, std::size_t placed_features)
    : search_(search),
      signer_(options),
      minhash_(std::max<std::size_t>(1, sketch_values)),
      sketch_(minhash_.slots()),
      placer_(placed_features) {}

void NearDuplicateSigner::sign(const DocumentBatch& batch, const std::optional<Banding>& banding, TextClaims& claims,
                               SignedFeatureSets& out) {
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
  if (features_.capacity() > kKeptFeatures) features_ = Features();
}

void NearDuplicateSigner::sign_by_features(const Document& document, const std::optional<Banding>& banding,
                                           SignedFeatureSets& out) {
  signer_.sign(document, features_);
  out.fingerprints.push_back(fingerprint_of_set(features_));
  if (search_ == NearDuplicateSearch::minhash) {
    minhash_.sketch(features_, sketch_);
    append_band_keys(sketch_, *banding, out.keys);
  } else if (search_ == NearDuplicateSearch::simhash) {
    out.keys.push_back(simhash(features_));
  }
  out.sets.push_back(placer_.place(features_));
}

/// The tokens in order as one fingerprint; the set stays empty.
void NearDuplicateSigner::sign_whole(const Document& document, SignedFeatureSets& out) {
  features_.clear();
  for (const Part& part : document.parts) {
    tokenizer_.tokenize(part.text, tokens_);
    features_.insert(features_.end(), tokens_.hashes.begin(), tokens_.hashes.end());
  }
  out.sets.emplace_back();
  out.fingerprints.push_back(features_.empty() ? Fingerprint{} : sequence_fingerprint(features_));
}

}  // namespace cento
