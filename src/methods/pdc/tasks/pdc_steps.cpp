#include "methods/pdc/tasks/pdc_steps.hpp"

#include <algorithm>

#include "methods/pdc/tasks/family_tasks.hpp"
#include "methods/pdc/tasks/matching_tasks.hpp"
#include "methods/pdc/tasks/near_tasks.hpp"
#include "methods/pdc/tasks/sentence_tasks.hpp"

namespace cento {

namespace {

using When = PdcStep::When;

void group_keys_and_runs(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  if (task.has_near()) propose_candidates_of_keys(task, arrived, out);
  want_runs(task, arrived, out);
}

void send_sets_and_windows(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) send_candidate_sets(part, arrived, out);
  send_windows(part, arrived, out);
}

void compare_if_near(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) compare_candidates(part, arrived, out);
}

void spread_and_end_families(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) spread_near_classes(part, arrived, out);
  end_families(part, arrived, out);
}

/// The same for a part that it does not change.
template <void (*kWork)(const PdcPart&, const TaskInput&, TaskOutput&)>
void of_part(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  kWork(part, arrived, out);
}

}  // namespace

std::span<const PdcStep> pdc_steps() {
  static const std::vector<PdcStep> steps{
      // Job 1, indexing, was done when the parts were read.
      // Job 2, sentence duplication detecting.
      {"equal texts", {}, find_equal_texts, nullptr},
      {"show sentences", {"sentences"}, nullptr, show_sentences},
      {"repeated sentences", {}, find_repeated_sentences, nullptr},
      {"show keys and runs", {"sentences", "contents", "holders"}, nullptr, show_keys_and_runs},
      {"candidates", {}, group_keys_and_runs, nullptr},
      {"sets of large keys", {"sentences"}, nullptr, of_part<send_sets_of_large_keys>, When::large},
      {"large keys", {}, propose_candidates_of_large_keys, nullptr, When::large},
      {"sets and windows",
       {"sentences", "contents", "holders", "classes", "candidates", "wanted_runs"},
       nullptr,
       send_sets_and_windows},
      {"compare; families", {"sentences"}, find_families_of_runs, compare_if_near},
      {"near classes", {"sentences", "contents", "holders", "class_holders"}, nullptr, spread_and_end_families},
      {"near places", {"sentences", "contents", "holders", "classes"}, nullptr, show_near_places, When::near},
      {"near texts", {}, propose_near_texts, nullptr, When::near},
      // Job 3, sequence matching.
      {"send texts",
       {"sentences", "contents", "holders", "classes", "near", "proposed", "wanted_texts"},
       nullptr,
       of_part<send_texts>},
      {"match", {"sentences", "contents", "holders", "classes", "near", "matched"}, nullptr, of_part<match_texts>},
      {"words", {"sentences", "texts"}, nullptr, of_part<send_words>},
      {"passages",
       {"sentences", "texts", "contents", "holders", "classes", "found", "home_texts", "own_words"},
       nullptr,
       of_part<place_passages>},
  };
  return steps;
}

std::size_t steps_before_large_keys() {
  const std::span<const PdcStep> steps = pdc_steps();
  const auto first =
      std::find_if(steps.begin(), steps.end(), [](const PdcStep& one) { return one.when == When::large; });
  return static_cast<std::size_t>(first - steps.begin());
}

void PdcStep::run(const PdcTask& task, std::size_t number, const TaskInput& stored_blocks, const TaskInput& arrived,
                  TaskOutput& out) const {
  if (of_group != nullptr && number < task.groups) of_group(task, arrived, out);
  if (of_part == nullptr || !task.is_part(number)) return;
  PdcPart part(task, number, stored_blocks);
  of_part(part, arrived, out);
}

}  // namespace cento
