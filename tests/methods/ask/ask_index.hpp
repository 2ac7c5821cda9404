#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "methods/ask/index_questions.hpp"

namespace cento::testing {

inline constexpr std::uint32_t kAllAnswers = 1'000'000;

inline QuestionOptions everything() {
  QuestionOptions options;
  options.blog = true;
  options.limit = kAllAnswers;
  return options;
}

inline IndexAnswer ask(const std::shared_ptr<const IndexView>& index, const std::vector<std::string>& texts,
                       const QuestionOptions& options, std::uint32_t but_number = 0) {
  IndexAnswer answer;
  std::vector<Part> parts;
  for (const std::string& text : texts) parts.push_back({"text", text});
  AnalyzedDocument document(parts);
  IndexAsker(index, options).ask(document, but_number, answer);
  return answer;
}

}  // namespace cento::testing
