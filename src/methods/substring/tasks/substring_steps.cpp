#include "methods/substring/tasks/substring_steps.hpp"

#include "methods/substring/tasks/range_tasks.hpp"
#include "methods/substring/tasks/window_tasks.hpp"

namespace cento {

std::span<const SubstringStep> substring_steps() {
  static const std::vector<SubstringStep> steps{
      {"equal documents", {}, find_equal_documents, nullptr},
      {"show stretches", {"texts", "stretches"}, nullptr, show_stretches},
      {"sort out anchors", {}, sort_out_stretches, keep_what_originals_need},
      {"print windows", {"tokens"}, nullptr, print_windows},
      {"equal windows", {}, find_equal_windows, nullptr},
      {"cover", {"texts", "tokens", "first_copies", "asked_originals", "repeated"}, nullptr, cover_windows},
      {"answer", {"texts", "tokens"}, nullptr, answer_runs},
      {"follow", {"tokens", "wanted", "asked_originals"}, nullptr, follow_runs},
  };
  return steps;
}

std::vector<std::string_view> stored_for_listing() {
  return {"texts", "copied", "ranges"};
}

void SubstringStep::run(const SubstringTask& task, std::size_t number, const TaskInput& stored_blocks,
                        const TaskInput& arrived, TaskOutput& out) const {
  if (of_group != nullptr && number < task.groups) of_group(task, arrived, out);
  if (of_part == nullptr || !task.is_part(number)) return;
  SubstringPart part(task, number, stored_blocks);
  of_part(part, arrived, out);
}

}  // namespace cento
