#include "read/input/input_yield.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

void InputYield::note(const YieldedBatch& batch) {
  if (inputs_.arguments().empty()) return;
  const std::size_t argument = inputs_.files()[batch.file].argument;
  if (argument != argument_) settle();
  argument_ = argument;
  documents_ += batch.documents;
  has_other_content_ = has_other_content_ || batch.has_other_content;
  if (batch.problem.empty()) return;
  if (first_problem_.empty()) first_problem_ = batch.problem;
}

/// What the error adds to the argument's name: nothing that was shown just before, and not the name again.
std::string InputYield::reason(const std::string& argument) const {
  if (first_problem_.empty() || reporter_.has_shown(first_problem_)) return {};
  const bool has_name = first_problem_.starts_with(argument + ": ");
  return (has_name ? "" : ": ") + first_problem_.substr(has_name ? argument.size() : 0);
}

void InputYield::settle() {
  const bool gives_none = documents_ == 0 && has_other_content_;
  if (gives_none) {
    const std::string& argument = inputs_.arguments()[argument_];
    reporter_.finish();
    throw Error(
        fmt::format("{} yields no documents{}", argument == "-" ? "standard input" : argument, reason(argument)));
  }
  documents_ = 0;
  has_other_content_ = false;
  first_problem_.clear();
}

}  // namespace cento
