#include "sign/chars/char_grams.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "sign/shingle_feature.hpp"
#include "text/token_hash.hpp"

namespace cento {

namespace {

constexpr bool begins_character(char byte) {
  constexpr auto kTopBits = 0xC0U;
  constexpr auto kContinues = 0x80U;
  return (static_cast<unsigned char>(byte) & kTopBits) != kContinues;
}

}  // namespace

CharGramSigner::CharGramSigner(std::size_t length_characters) : length_characters_(length_characters) {
  if (length_characters >= 1 && length_characters <= kLongest) return;
  throw UsageError(fmt::format("Character n-grams are 1 to {} characters long, not {}; grams:3 is usual.", kLongest,
                               length_characters));
}

void CharGramSigner::sign(std::string_view text, Features& features) {
  tokenizer_.fold(text, folded_);
  if (folded_.begins.empty()) return;
  padded_.assign(1, ' ');
  padded_.insert(padded_.end(), folded_.bytes.begin(), folded_.bytes.end());
  padded_.push_back(' ');
  begins_.clear();
  for (std::size_t i = 0; i < padded_.size(); ++i) {
    if (begins_character(padded_[i])) begins_.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t characters = begins_.size();
  begins_.push_back(static_cast<std::uint32_t>(padded_.size()));
  const std::size_t length = std::min(length_characters_, characters);
  for (std::size_t i = 0; i + length <= characters; ++i) {
    const std::string_view gram(padded_.data() + begins_[i], begins_[i + length] - begins_[i]);
    features.push_back(mix_feature(token_hash(gram)));
  }
}

}  // namespace cento
