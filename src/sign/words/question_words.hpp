#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cento {

/// What kind of word a token of a question is, in English, Chinese or Korean.
enum class QuestionWord : std::uint8_t {
  content,   // the subject matter; also every word of other languages
  stop,      // articles, particles, auxiliary verbs, polite phrases: may occur in any question
  asking,    // who, when, how, 什么, 왜 …
  negation,  // not, without, 不, 안 …
};

/// The kind of a token by its hash.
[[nodiscard]] QuestionWord kind_of_word(std::uint64_t token);

/// What an asking word asks for; equal for words that ask for the same ("how", "怎么", "如何", "어떻게"). For any other
/// token, its own hash.
[[nodiscard]] std::uint64_t asked_by(std::uint64_t token);

/// What the guards check: whether two questions that read alike ask for different things.
struct QuestionFacts {
  std::uint32_t numbers = 0;  // a hash of the set of tokens with a digit; 0: none
  bool is_negated = false;    // has an odd number of negations

  friend bool operator==(const QuestionFacts&, const QuestionFacts&) = default;
};

/// Facts of a text with these tokens (hashes and first bytes, in order).
[[nodiscard]] QuestionFacts facts_of_question(std::string_view text, std::span<const std::uint64_t> tokens,
                                              std::span<const std::uint32_t> begins,
                                              std::span<const std::uint32_t> ends);

}  // namespace cento
