#include "read/forum/answer_choice.hpp"

#include <bit>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15ULL;  // spreads dense ids over the top bits
constexpr int kHashBits = 64;

bool is_better(const AnswerChoices::Choice& choice, const Answer& answer) {
  if (choice.answer.id == 0) return true;
  if (choice.answer.id == answer.id) return false;
  if (choice.accepted == answer.id) return true;
  if (choice.accepted == choice.answer.id) return false;
  if (choice.answer.score != answer.score) return answer.score > choice.answer.score;
  return answer.id < choice.answer.id;
}

}  // namespace

void AnswerChoices::add_question(std::uint32_t id, std::uint32_t accepted) {
  Choice& choice = at(id);
  if (accepted != 0) choice.accepted = accepted;
}

bool AnswerChoices::may_choose(std::uint32_t question, const Answer& answer) const {
  if (slots_.empty()) return true;
  const Choice& choice = slots_[slot_of(question)];
  return choice.question == 0 || is_better(choice, answer);
}

void AnswerChoices::add_answer(std::uint32_t question, const Answer& answer) {
  if (slots_.empty() || slots_[slot_of(question)].question == 0) {
    // Which answer was accepted is not known yet, so all must be kept.
    early_.push_back({question, answer});
    return;
  }
  Choice& choice = at(question);
  if (is_better(choice, answer)) choice.answer = answer;
}

void AnswerChoices::settle() {
  for (const EarlyAnswer& early : early_) {
    Choice& choice = at(early.question);
    if (is_better(choice, early.answer)) choice.answer = early.answer;
  }
  early_ = {};
}

const AnswerChoices::Choice* AnswerChoices::find(std::uint32_t question) const {
  if (slots_.empty()) return nullptr;
  const Choice& choice = slots_[slot_of(question)];
  return choice.question != 0 && choice.answer.id != 0 ? &choice : nullptr;
}

std::size_t AnswerChoices::slot_of(std::uint32_t question) const {
  const int shift = kHashBits - std::countr_zero(slots_.size());
  std::size_t slot = question * kGoldenRatio >> shift;
  while (slots_[slot].question != 0 && slots_[slot].question != question) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

AnswerChoices::Choice& AnswerChoices::at(std::uint32_t question) {
  if (used_ * 4 >= slots_.size() * 3) grow();
  Choice& choice = slots_[slot_of(question)];
  if (choice.question == 0) {
    choice.question = question;
    ++used_;
  }
  return choice;
}

void AnswerChoices::grow() {
  const std::vector<Choice> old =
      std::exchange(slots_, std::vector<Choice>(slots_.empty() ? kFirstSlots : slots_.size() * 2));
  for (const Choice& choice : old) {
    if (choice.question != 0) slots_[slot_of(choice.question)] = choice;
  }
}

}  // namespace cento
