#include "signature_flags.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/closest_name.hpp"
#include "core/error.hpp"
#include "methods/document_signer.hpp"
#include "methods/thread_model.hpp"
#include "methods/thread_signer.hpp"
#include "sign/signers.hpp"

namespace cento::cli {

namespace {

/// Statistics that are always there: whether real ones are is seen when they are needed.
const DocumentFrequencies& any_statistics() {
  static const DocumentFrequencies statistics;
  return statistics;
}

}  // namespace

void check_sentence_features(const std::string& name) {
  static_cast<void>(make_feature_signer(name, {&any_statistics()}));
}

void check_document_features(const std::string& name) {
  if (name == "ndd") return;
  FeatureOptions options;
  options.name = name;
  options.tokens = &any_statistics();
  static_cast<void>(DocumentSigner(options));
}

void check_duplicate_method(const std::string& name) {
  const std::vector<std::string> sketches = {"exact", "simhash", "minhash"};
  const std::string kind = name.substr(0, name.find(':'));
  if (name == "exact" || name == "simhash") return;
  if (kind == "minhash") return static_cast<void>(make_minhash(name));
  if (const std::string suggestion = did_you_mean(kind, sketches); !suggestion.empty()) {
    throw UsageError(fmt::format("there is no method \"{}\"{}", name, suggestion));
  }
  check_document_features(name);
}

void check_comparison(const std::string& text) {
  check_thread_features(parse_comparison(text).features);
}

void check_thread_features(const std::string& name) {
  const std::vector<std::string> own = {"words", "content", "asked", "order", "grams"};
  const std::string kind = name.substr(0, name.find(':'));
  const std::string suggestion = std::find(own.begin(), own.end(), kind) == own.end() ? did_you_mean(kind, own) : "";
  if (!suggestion.empty()) throw UsageError(fmt::format("there are no features \"{}\"{}", name, suggestion));
  static_cast<void>(ThreadFieldSigner(name, &any_statistics()));
}

}  // namespace cento::cli
