#pragma once

#include <string>
#include <vector>

#include "engine/ask/answer_maker.hpp"
#include "index/index_options.hpp"

namespace cento {

/// What somebody wants to know about documents, and how the index is to be asked for it.
struct QuestionChoice {
  /// Names of answers: identical, documents, passages, blog, reuse, threads. Empty: all that the index can give except
  /// blog and reuse. Identical documents are always reported.
  std::vector<std::string> answers;
  QuestionOptions question;
  ReuseOptions reuse;
  ForumQuestion asking;  // about threads
};

/// The questions to ask an index that keeps what `index` says.
[[nodiscard]] Questions questions_of(const QuestionChoice& choice, const IndexOptions& index);

/// The names of the answers that the questions ask for: "identical,documents,passages".
[[nodiscard]] std::string answer_names(const Questions& questions);

/// What was answered, in sentences.
[[nodiscard]] std::vector<std::string> answer_findings(const Questions& questions, const AnswerCounts& counts);

}  // namespace cento
