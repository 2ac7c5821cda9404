#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"

namespace cento {

/// The tokens of a text, as parallel arrays. A token is a maximal run of letters, digits and marks of the folded text
/// (NFKC, case folded, ignorable characters removed), except that each Han, Hiragana, Katakana or Thai letter with its
/// marks is a token by itself.
struct Tokens {
  PlainVector<std::uint64_t> hashes;  // token_hash() of the folded token
  PlainVector<std::uint32_t> begins;  // first byte in the original text
  PlainVector<std::uint32_t> ends;    // one past its last byte there

  [[nodiscard]] std::size_t size() const { return hashes.size(); }
  [[nodiscard]] Span span(std::size_t i) const { return {begins[i], ends[i]}; }
  void clear() { resize(0); }
  void reserve(std::size_t count) {
    hashes.reserve(count);
    begins.reserve(count);
    ends.reserve(count);
  }
  void resize(std::size_t count) {
    hashes.resize(count);
    begins.resize(count);
    ends.resize(count);
  }
};

/// A sentence: its bytes in the text and its tokens.
struct Sentence {
  Span bytes;  // without surrounding white space
  std::uint32_t first_token = 0;
  std::uint32_t token_count = 0;

  friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Releases the memory that a long text needed.
inline void release_if_large(Tokens& tokens) {
  release_if_large(tokens.hashes);
  release_if_large(tokens.begins);
  release_if_large(tokens.ends);
}

}  // namespace cento
