#include "engine/ask/chosen_questions.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/counted.hpp"

namespace cento {

namespace {

bool is_wanted(const QuestionChoice& choice, std::string_view kind) {
  return std::find(choice.answers.begin(), choice.answers.end(), kind) != choice.answers.end();
}

std::string describe_reused(const ReuseOptions& reuse, const AnswerCounts& counts) {
  std::string line = fmt::format("{} with sentences that overlap with some in the index by {} or more",
                                 counted(counts.with_reused, "document", "documents"), reuse.threshold);
  if (reuse.way == ReuseWay::qsign && counts.asked > 0) {
    const auto asked = static_cast<double>(counts.asked);
    line += fmt::format("; predicted recall {:.3g}, within {:.3g} bits on average", counts.predicted_recall / asked,
                        counts.distance / asked);
  }
  return line;
}

}  // namespace

Questions questions_of(const QuestionChoice& choice, const IndexOptions& index) {
  Questions questions{choice.question, std::nullopt, std::nullopt};
  QuestionOptions& question = questions.index;
  const bool by_default = choice.answers.empty();
  question.documents = by_default ? index.documents : is_wanted(choice, "documents");
  question.passages = by_default ? index.passages : is_wanted(choice, "passages");
  question.blog = is_wanted(choice, "blog");
  if (by_default ? !index.threads.empty() : is_wanted(choice, "threads")) {
    questions.threads = choice.asking;
    questions.threads->limit = question.limit;
  }
  if (is_wanted(choice, "reuse")) {
    questions.reuse = choice.reuse;
    questions.reuse->limit = question.limit;
  }
  return questions;
}

std::string answer_names(const Questions& questions) {
  std::vector<std::string> answers = {"identical"};
  if (questions.index.documents) answers.emplace_back("documents");
  if (questions.index.passages) answers.emplace_back("passages");
  if (questions.index.blog) answers.emplace_back("blog");
  if (questions.reuse) answers.emplace_back("reuse");
  if (questions.threads) answers.emplace_back("threads");
  return fmt::format("{}", fmt::join(answers, ","));
}

std::vector<std::string> answer_findings(const Questions& questions, const AnswerCounts& counts) {
  const QuestionOptions& question = questions.index;
  std::string line =
      fmt::format("{} with an identical one in the index", counted(counts.with_identical, "document", "documents"));
  if (question.documents) line += fmt::format(", {} with similar ones", with_thousands(counts.with_similar));
  if (question.passages) line += fmt::format(", {} with passages", with_thousands(counts.with_passages));
  std::vector<std::string> findings = {line};
  if (question.blog) {
    findings.push_back(fmt::format("{} with more than {} known sentences",
                                   counted(counts.blog_duplicates, "document", "documents"), question.collisions));
  }
  if (questions.threads) {
    findings.push_back(fmt::format("{} asked before", counted(counts.with_asked_before, "thread was", "threads were")));
  }
  if (questions.reuse) findings.push_back(describe_reused(*questions.reuse, counts));
  if (counts.left_out > 0) {
    findings.push_back(fmt::format("{} under \"left_out\" what was omitted because of limits",
                                   counted(counts.left_out, "answer counts", "answers count")));
  }
  if (counts.incomplete > 0) {
    findings.push_back(fmt::format("{} incomplete: the index is damaged, see `cento index verify`",
                                   counted(counts.incomplete, "answer is", "answers are")));
  }
  return findings;
}

}  // namespace cento
