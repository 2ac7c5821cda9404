// Any name of a signature (the first line) is refused or signs any text (the rest): with features if there are tokens,
// without if there are none, and the same each time.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "core/utf8.hpp"
#include "sign/bits/simhash.hpp"
#include "sign/signers.hpp"
#include "text/tokenizer.hpp"

namespace {

cento::DocumentFrequencies statistics_of(const cento::Tokens& tokens) {
  std::vector<cento::Frequency> counts;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const cento::DocumentFrequencies known(0, counts);
    if (known.of(tokens.hashes[i]) == 0) counts.push_back({tokens.hashes[i], i % 16 + 1});
    if (counts.size() == 64) break;
  }
  return {16, std::move(counts)};
}

void demand(bool holds) {
  if (!holds) std::abort();
}

void check_features(std::string_view name, const cento::TokenRange& tokens, const cento::SignerContext& context) {
  const auto signer = cento::make_feature_signer(name, context);
  cento::Features features;
  signer->sign(tokens, features);
  demand(features.empty() == (tokens.size() == 0));
  cento::Features again;
  signer->sign(tokens, again);
  demand(features == again);
  (void)cento::simhash(features);
}

void check_sketch(std::string_view name, const cento::TokenRange& tokens) {
  cento::MinHash minhash = cento::make_minhash(name);
  std::vector<std::uint32_t> sketch(minhash.slots());
  minhash.sketch(tokens.hashes, sketch);
  demand(cento::estimated_jaccard(sketch, sketch) == 1.0);
}

template <typename Check>
void unless_refused(const Check& check) {
  try {
    check();
  } catch (const cento::UsageError&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view name = input.substr(0, input.find('\n'));
  std::string text;
  cento::append_valid_utf8(text, input.substr(std::min(name.size() + 1, size)));
  cento::Tokens found;
  cento::Tokenizer().tokenize(text, found);
  const cento::TokenRange tokens{text, found.hashes, found.begins, found.ends};
  const cento::DocumentFrequencies statistics = statistics_of(found);
  unless_refused([&] { check_features(name, tokens, {&statistics}); });
  unless_refused([&] { check_features(name, tokens, {}); });
  unless_refused([&] { (void)cento::make_bit_signer(name).sign(tokens); });
  unless_refused([&] { check_sketch(name, tokens); });
  return 0;
}
