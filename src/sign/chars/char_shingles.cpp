#include "sign/chars/char_shingles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cento/error.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

constexpr std::size_t kMostBytesPerCharacter = 4;

std::size_t checked(std::size_t length_characters) {
  if (length_characters >= 1 && length_characters <= CharShingleSigner::kLongestLength) return length_characters;
  throw UsageError(fmt::format("Character shingles are 1 to {} characters long, not {}; 64 is usual.",
                               CharShingleSigner::kLongestLength, length_characters));
}

}  // namespace

CharShingleSigner::CharShingleSigner(std::size_t length_characters, Kernel kernel)
    : length_characters_(checked(length_characters)),
      tokenizer_(kernel),
      windows_(length_characters_ * kMostBytesPerCharacter, kernel) {}

void CharShingleSigner::sign(std::string_view text, Features& features) {
  tokenizer_.fold(text, folded_);
  if (folded_.begins.empty()) return;
  const std::span<const std::uint32_t> begins = cut();
  folded_.characters.clear();
  folded_.characters.give_back();
  const std::size_t before = features.size();
  features.resize(before + begins.size());
  std::uint64_t* added = features.data() + before;
  windows_.fingerprint(folded_.text(), begins, ends_, added);
  for (std::size_t i = 0; i < begins.size(); ++i) added[i] = mix_feature(added[i]);
  release_if_large(folded_.bytes);
  release_if_large(folded_.begins);
  release_if_large(begins_);
  release_if_large(ends_);
}

std::span<const std::uint32_t> CharShingleSigner::cut() {
  const auto length = static_cast<std::uint32_t>(length_characters_);
  if (folded_.character_count() < length) {
    ends_.assign(1, static_cast<std::uint32_t>(folded_.bytes.size()));
    return {folded_.begins.data(), 1};  // the first token begins the text
  }
  const auto last = static_cast<std::uint32_t>(folded_.character_count() - length);
  const auto end = std::upper_bound(folded_.begins.begin(), folded_.begins.end(), last);
  const std::span<const std::uint32_t> characters(folded_.begins.begin(), end);
  ends_.resize(characters.size());
  if (folded_.characters.empty()) {
    for (std::size_t i = 0; i < characters.size(); ++i) ends_[i] = characters[i] + length;
    return characters;
  }
  begins_.resize(characters.size());
  for (std::size_t i = 0; i < characters.size(); ++i) begins_[i] = folded_.characters[characters[i]];
  for (std::size_t i = 0; i < characters.size(); ++i) ends_[i] = folded_.characters[characters[i] + length];
  return begins_;
}

std::uint64_t char_shingle_feature(std::string_view shingle) {
  return mix_feature(rabin_fingerprint(shingle));
}

}  // namespace cento
