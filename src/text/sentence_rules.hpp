#pragma once

#include <cstdint>
#include <string_view>

namespace cento {

/// What the rules of docs/sentences.md say of a candidate.
struct SentenceJudgement {
  enum class Kind : std::uint8_t {
    none,    // the sentence goes on
    end,     // the sentence ends before `at`
    begins,  // a sentence ends before `at`, whatever it was, and the next begins there
  };
  Kind kind = Kind::none;
  std::uint32_t at = 0;
  std::uint32_t judged = 0;  // candidates before this place belong to this one
};

/// Judges the candidate at `at` (see sentence_candidates.hpp) of the sentence that begins at `begin` ≤ `at`. Looks at
/// nothing before `begin` but the blanks and the line feed that it may follow.
[[nodiscard]] SentenceJudgement judge_candidate(std::string_view text, std::uint32_t begin, std::uint32_t at);

}  // namespace cento
