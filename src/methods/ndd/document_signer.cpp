#include "methods/ndd/document_signer.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "sign/signers.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

constexpr std::size_t kLongTextBytes = std::size_t{1} << 20;
constexpr std::size_t kLikelyTokenBytes = 4;

std::size_t characters_in(std::string_view name) {
  constexpr std::string_view kPrefix = "chars:";
  const std::string_view number = name.substr(kPrefix.size());
  std::size_t characters = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), characters);
  if (error != std::errc{} || end != number.data() + number.size() || characters == 0) {
    throw UsageError(fmt::format("\"{}\" is not a name of character shingles, such as chars:64", name));
  }
  return characters;
}

}  // namespace

DocumentSigner::DocumentSigner(const FeatureOptions& options) : sample_mask_(0) {
  if (options.sample > FeatureOptions::kSampleMost) {
    throw UsageError(fmt::format("`sample` must be a whole number from 0 to {}, not {}", FeatureOptions::kSampleMost,
                                 options.sample));
  }
  sample_mask_ = (std::uint64_t{1} << options.sample) - 1;
  if (options.name.starts_with("chars:")) {
    char_shingles_.emplace(characters_in(options.name));
  } else if (options.name != "tokens") {
    signer_ = make_feature_signer(options.name, {options.tokens});
  }
}

void DocumentSigner::sign(std::span<const Part> parts, Features& features) {
  features.clear();
  for (const Part& part : parts) add_part(part.text, features);
  finish(features);
}

void DocumentSigner::sign(const AnalyzedDocument& document, Features& features) {
  features.clear();
  for (std::size_t i = 0; i < document.parts().size(); ++i) {
    const std::string_view text = document.parts()[i].text;
    const Tokens* tokens = document.tokens_of(i);
    if (tokens == nullptr || char_shingles_) {
      add_part(text, features);
    } else {
      add_tokens(text, *tokens, features);
    }
  }
  finish(features);
}

void DocumentSigner::finish(Features& features) {
  if (sample_mask_ != 0) std::erase_if(features, [&](std::uint64_t feature) { return (feature & sample_mask_) != 0; });
  set_maker_.make_set(features);
}

void DocumentSigner::add_part(std::string_view text, Features& features) {
  if (char_shingles_) {
    char_shingles_->sign(text, features);
    return;
  }
  if (text.size() > kLongTextBytes && signer_ == nullptr) return add_long_tokens(text, features);
  if (text.size() > kLongTextBytes && signer_->context_tokens() != FeatureSigner::kWholeText) {
    add_long_part(text, features);
    return;
  }
  tokenizer_.tokenize(text, tokens_);
  add_tokens(text, tokens_, features);
  release_if_large(tokens_);
}

void DocumentSigner::add_tokens(std::string_view text, const Tokens& tokens, Features& features) {
  if (signer_ != nullptr) {
    signer_->sign({text, tokens.hashes, tokens.begins, tokens.ends}, features);
  } else {
    features.insert(features.end(), tokens.hashes.begin(), tokens.hashes.end());
  }
}

void DocumentSigner::add_long_tokens(std::string_view text, Features& features) {
  features.reserve(features.size() + text.size() / kLikelyTokenBytes);
  for_each_slice(text, [&](std::string_view slice, std::uint32_t) {
    tokenizer_.tokenize(slice, tokens_);
    features.insert(features.end(), tokens_.hashes.begin(), tokens_.hashes.end());
  });
  tokens_ = Tokens();
}

/// The tokens of a long text would take several times its memory, so they are made piece by piece.
void DocumentSigner::add_long_part(std::string_view text, Features& features) {
  const std::size_t context = signer_->context_tokens();
  bool has_signed = false;
  features.reserve(features.size() + text.size() / kLikelyTokenBytes);  // growing would take twice the memory
  piece_.clear();
  while (!text.empty()) {
    const std::size_t end = end_of_slice(text);
    tokenizer_.tokenize(text.substr(0, end), tokens_);
    text.remove_prefix(end);
    if (piece_.size() > context) piece_.erase(piece_.begin(), piece_.end() - static_cast<std::ptrdiff_t>(context));
    piece_.insert(piece_.end(), tokens_.hashes.begin(), tokens_.hashes.end());
    if (tokens_.size() == 0 || piece_.size() <= context) continue;
    signer_->sign({{}, piece_, {}, {}}, features);
    has_signed = true;
  }
  if (!has_signed) signer_->sign({{}, piece_, {}, {}}, features);
  tokens_ = Tokens();
  piece_ = std::vector<std::uint64_t>();
}

bool needs_token_frequencies(std::string_view name) {
  constexpr std::string_view kSpot = "spot:";
  if (name.starts_with("imatch") || name.starts_with("sorted")) return true;
  return name.starts_with(kSpot) && name.size() > kSpot.size() && name[kSpot.size()] >= '0' &&
         name[kSpot.size()] <= '9';
}

}  // namespace cento
