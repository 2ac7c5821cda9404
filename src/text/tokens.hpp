#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/span.hpp"

namespace cento {

/// The tokens of a text, as parallel arrays.
struct Tokens {
  std::vector<std::uint64_t> hashes;  // of the folded token
  std::vector<Span> spans;            // in the original text

  [[nodiscard]] std::size_t size() const { return hashes.size(); }
  void clear() {
    hashes.clear();
    spans.clear();
  }
};

/// A sentence: its bytes in the text and its tokens.
struct Sentence {
  Span bytes;  // without surrounding white space
  std::uint32_t first_token = 0;
  std::uint32_t token_count = 0;

  friend bool operator==(const Sentence&, const Sentence&) = default;
};

}  // namespace cento
