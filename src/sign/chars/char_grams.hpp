#pragma once

#include <cstddef>
#include <string_view>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// Character n-grams (`grams:n`) of the normalised text (see FoldedText) with a space before and after it: a feature
/// for every n characters in a row. For short texts, where words differ in their endings. Holds scratch memory: one
/// object for each thread.
class CharGramSigner {
 public:
  static constexpr std::size_t kLongest = 16;

  /// `length_characters` (n) is 1 to kLongest; UsageError otherwise.
  explicit CharGramSigner(std::size_t length_characters);

  /// Appends the features of the text, which must be valid UTF-8 and shorter than 4 GiB. A text that is too short gives
  /// one feature for all of it, a text without words none.
  void sign(std::string_view text, Features& features);

 private:
  std::size_t length_characters_;
  Tokenizer tokenizer_;
  FoldedText folded_;
  PlainVector<char> padded_;
  PlainVector<std::uint32_t> begins_;  // first byte of each character, then the end
};

}  // namespace cento
