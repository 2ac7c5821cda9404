#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cento/records.hpp"
#include "cento/visible.hpp"

/// What Cento takes for a sentence and a word, in any language.
namespace cento {

/// The sentences of a text, in bytes. Throws Error when the text is not UTF-8 or 4 GiB or more.
CENTO_VISIBLE std::vector<Span> sentences_of(std::string_view text);

/// A word as it is compared.
struct Token {
  Span bytes;              // in the text
  std::uint64_t hash = 0;  // of its folded form (NFKC, lower case): equal for words that compare as equal
};

/// The words of a text. Each Han or kana character is one. Throws as sentences_of() does.
CENTO_VISIBLE std::vector<Token> tokens_of(std::string_view text);

/// The features that a text is compared by, ascending: `shingle:5`, `ndd` and others, by the names that pairs() takes
/// as its method. Throws UsageError for an unknown name or one that needs statistics, Error as sentences_of() does.
CENTO_VISIBLE std::vector<std::uint64_t> features_of(std::string_view text, const std::string& name = "shingle:5");

}  // namespace cento
