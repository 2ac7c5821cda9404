#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sign/signer.hpp"
#include "text/token_hash.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// A text with its tokens, to be signed.
class TokenizedText {
 public:
  explicit TokenizedText(std::string_view text) : text_(text) { Tokenizer().tokenize(text_, tokens_); }

  [[nodiscard]] TokenRange range() const { return {text_, tokens_.hashes, tokens_.begins, tokens_.ends}; }

 private:
  std::string text_;
  Tokens tokens_;
};

inline TokenRange range_of(const std::vector<std::uint64_t>& hashes) {
  return {{}, hashes, {}, {}};
}

/// The hashes of words that are already folded.
template <typename... Words>
std::vector<std::uint64_t> hashes_of(Words... words) {
  return {token_hash(words)...};
}

}  // namespace cento
