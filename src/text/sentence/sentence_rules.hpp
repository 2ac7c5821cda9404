#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// The verdict of the rules of docs/sentences.md on a candidate.
struct SentenceJudgement {
  enum class Kind : std::uint8_t {
    none,    // the sentence continues
    end,     // the sentence ends before `at`
    begins,  // a sentence ends before `at`, whatever it was, and the next begins there
  };
  Kind kind = Kind::none;
  std::uint32_t at = 0;
  std::uint32_t judged = 0;  // candidates before this place belong to this one
};

/// Judges the candidate at `at` (see sentence_candidates.hpp) of the sentence that begins at `begin` ≤ `at`. Reads
/// nothing before `begin` except the blanks and the line feed that may precede it.
[[nodiscard]] SentenceJudgement judge_candidate(std::string_view text, std::uint32_t begin, std::uint32_t at);

}  // namespace cento
