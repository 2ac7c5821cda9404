#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hash/mix64.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Sixteen bits of a sentence that show where its first and last three words may be those of another: eight bits of a
/// hash of the first three, then eight of the last three; 0 in place of words that do not exist. Used by
/// SentenceBatch, which makes them, and by SentenceSequence, which compares them.
class EdgeWords {
 public:
  explicit EdgeWords(std::uint16_t bits) : bits_(bits) {}

  /// Words may run on into the next sentence, or come from the one before, within `tokens`.
  EdgeWords(std::span<const std::uint64_t> tokens, const Sentence& sentence) {
    const std::size_t end = sentence.first_token + sentence.token_count;
    const unsigned first =
        sentence.first_token + kWords <= tokens.size() ? short_hash(tokens.data() + sentence.first_token) : 0;
    const unsigned last = end >= kWords ? short_hash(tokens.data() + end - kWords) : 0;
    bits_ = static_cast<std::uint16_t>(first << kBits | last);
  }

  [[nodiscard]] std::uint16_t bits() const { return bits_; }
  [[nodiscard]] unsigned first() const { return bits_ >> kBits; }
  [[nodiscard]] unsigned last() const { return bits_ & kLastWords; }

 private:
  static constexpr std::size_t kWords = 3;
  static constexpr unsigned kHalf = 32;
  static constexpr unsigned kBits = 8;
  static constexpr std::uint16_t kLastWords = (1U << kBits) - 1;

  /// A nonzero 8-bit hash of three tokens.
  static std::uint16_t short_hash(const std::uint64_t* tokens) {
    const std::uint64_t hash = mix64(tokens[0] + kGoldenStep * (tokens[1] + kGoldenStep * tokens[2]));
    return static_cast<std::uint16_t>(1 + (hash >> kHalf) * kLastWords / (std::uint64_t{1} << kHalf));
  }

  std::uint16_t bits_;
};

}  // namespace cento
