#include "methods/ndd/document_similarity.hpp"

#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/closest_name.hpp"
#include "methods/ndd/document_signer.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

constexpr unsigned kDistanceMost = 31;  // of 64 bits: more would make everything a candidate

/// Features or sketches.
void check_method(const std::string& name) {
  const std::vector<std::string> sketches = {"exact", "simhash", "minhash"};
  const std::string kind = name.substr(0, name.find(':'));
  if (name == "exact" || name == "simhash") return;
  if (kind == "minhash") return static_cast<void>(make_minhash(name));
  if (const std::string suggestion = did_you_mean(kind, sketches); !suggestion.empty()) {
    throw UsageError(fmt::format("there is no method \"{}\"{}", name, suggestion));
  }
  check_document_features(name);
}

}  // namespace

void check_document_features(const std::string& name) {
  static const DocumentFrequencies any_statistics;
  if (name != "ndd") static_cast<void>(DocumentSigner({name, 0, &any_statistics}));
}

OptionTable options_of(DocumentSimilarity& options) {
  return {
      {"method", "NAME",
       "shingle:N, ndd or other features: find all pairs; minhash[:K], simhash: verify candidates found by sketches; "
       "exact: identical texts",
       TextSlot{&options.method, check_method}},
      {"features", "NAME", "minhash, simhash: features to sketch and verify",
       TextSlot{&options.features, check_document_features}},
      {"threshold", "T", "minimum Jaccard similarity", RealSlot{&options.threshold, kAboveZeroToOne}, "τ"},
      {"sample", "K", "keep 1 feature in 2^K, by its hash",
       WholeSlot{&options.sample, {0, FeatureOptions::kSampleMost}}, "k", "0, all"},
      {"sct", "N", "ignore features that occur in more than N documents", WholeSlot{&options.sct, {}}, "SCT",
       "no limit"},
      {"recall", "R", "minhash: recall at the threshold", RealSlot{&options.recall, kBetweenZeroAndOne}},
      {"distance", "N", "simhash: how many of 64 bits may differ between candidates",
       WholeSlot{&options.distance, {0, kDistanceMost}}},
  };
}

}  // namespace cento
