#include "sign/words/spots.hpp"

#include "sign/shingles.hpp"
#include "text/tokenizer.hpp"

namespace cento {

SpotSigner::SpotSigner(std::span<const std::uint64_t> antecedents, SpotOptions options)
    : antecedents_(antecedents), options_(options), chain_(options.chain_tokens + 1) {}

void SpotSigner::sign(const TokenRange& tokens, Features& features) {
  if (tokens.size() == 0) return;
  part(tokens.hashes);
  const std::size_t before = features.size();
  const std::size_t reach = options_.distance_tokens * options_.chain_tokens;
  for (const Spot& spot : spots_) {
    if (spot.content_before + reach > content_.size()) break;  // the same goes for all later ones
    features.push_back(feature_of(spot));
  }
  if (features.size() == before) features.push_back(sequence_feature(tokens.hashes));
}

/// Whether a word is an antecedent is hard to predict, so both lists are written and only one of them grows.
void SpotSigner::part(std::span<const std::uint64_t> tokens) {
  content_.resize(tokens.size());
  spots_.resize(tokens.size());
  std::size_t contents = 0;
  std::size_t spots = 0;
  for (const std::uint64_t token : tokens) {
    const auto is_spot = static_cast<std::size_t>(antecedents_.contains(token));
    content_[contents] = token;
    spots_[spots] = {token, contents};
    spots += is_spot;
    contents += 1 - is_spot;
  }
  content_.resize(contents);
  spots_.resize(spots);
}

std::uint64_t SpotSigner::feature_of(const Spot& spot) {
  chain_[0] = spot.antecedent;
  for (std::size_t i = 1; i <= options_.chain_tokens; ++i) {
    chain_[i] = content_[spot.content_before + i * options_.distance_tokens - 1];
  }
  return sequence_feature(chain_);
}

std::vector<std::uint64_t> tokens_of_words(std::string_view words) {
  Tokens tokens;
  Tokenizer().tokenize(words, tokens);
  return {tokens.hashes.begin(), tokens.hashes.end()};
}

}  // namespace cento
