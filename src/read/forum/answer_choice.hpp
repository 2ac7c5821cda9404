#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cento {

/// An answer that may represent its thread. Ids are positive.
struct Answer {
  std::uint32_t id = 0;
  std::int32_t score = 0;
  std::uint64_t spooled_at = 0;  // where its row is in the spool
};

/// Chooses one answer per question: the accepted one if it is there, otherwise the one with the highest score, and
/// among these the lowest id. Questions and answers may come in any order. Holds 24 bytes per question with answers (32
/// to 64 including the table's free slots), and 24 more for an answer that came before its question.
class AnswerChoices {
 public:
  struct Choice {
    std::uint32_t question = 0;  // 0: free
    std::uint32_t accepted = 0;  // 0: none was accepted
    Answer answer;               // id 0: none yet
  };

  /// A question with the id of its accepted answer (0: none). A question without answers need not be added.
  void add_question(std::uint32_t id, std::uint32_t accepted);

  /// Whether add_answer() would change anything, that is, whether its row is worth spooling.
  [[nodiscard]] bool may_choose(std::uint32_t question, const Answer& answer) const;

  void add_answer(std::uint32_t question, const Answer& answer);

  /// Considers the answers that came before their question. Call it once everything was added.
  void settle();

  /// The answer of a question; null when it has none. Call settle() first.
  [[nodiscard]] const Choice* find(std::uint32_t question) const;

 private:
  struct EarlyAnswer {
    std::uint32_t question = 0;
    Answer answer;
  };

  [[nodiscard]] std::size_t slot_of(std::uint32_t question) const;
  Choice& at(std::uint32_t question);
  void grow();

  std::vector<Choice> slots_;  // open addressing; the size is a power of two
  std::size_t used_ = 0;
  std::vector<EarlyAnswer> early_;
};

}  // namespace cento
