#include "engine/ask/chosen_questions.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

TEST(ChosenQuestions, AreByDefaultWhatTheIndexKeeps) {
  IndexOptions index;
  index.documents = true;
  index.passages = false;
  EXPECT_EQ(answer_names(questions_of({}, index)), "identical,documents");
}

TEST(ChosenQuestions, AreThoseThatWereNamed) {
  QuestionChoice choice;
  choice.answers = {"blog", "reuse"};
  choice.question.limit = 7;
  const Questions questions = questions_of(choice, {});
  EXPECT_EQ(answer_names(questions), "identical,blog,reuse");
  EXPECT_EQ(questions.reuse->limit, 7U);
}

TEST(ChosenQuestions, CanBeForIdenticalDocumentsAlone) {
  QuestionChoice choice;
  choice.answers = {"identical"};
  EXPECT_EQ(answer_names(questions_of(choice, {})), "identical");
}

TEST(ChosenQuestions, FindingsMentionDamageOnlyIfThereIsAny) {
  QuestionChoice choice;
  choice.answers = {"passages"};
  AnswerCounts counts;
  counts.with_identical = 1;
  counts.with_passages = 1200;
  const Questions questions = questions_of(choice, {});
  EXPECT_EQ(answer_findings(questions, counts),
            std::vector<std::string>{"1 document with an identical one in the index, 1,200 with passages"});
  counts.incomplete = 2;
  EXPECT_EQ(answer_findings(questions, counts).back(),
            "2 answers are incomplete: the index is damaged, see `cento index verify`");
}

}  // namespace
}  // namespace cento
