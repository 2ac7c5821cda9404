#include "methods/pdc/tasks/pdc_steps.hpp"

#include <algorithm>

#include "methods/pdc/tasks/family_tasks.hpp"
#include "methods/pdc/tasks/matching_tasks.hpp"
#include "methods/pdc/tasks/near_tasks.hpp"
#include "methods/pdc/tasks/run_windows.hpp"
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

void want_rests_of_windows(const PdcTask& /*task*/, const TaskInput& arrived, TaskOutput& out) {
  want_rests(arrived, out);
}

void compare_if_near(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) compare_candidates(part, arrived, out);
}

void spread_classes_and_send_rests(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) spread_near_classes(part, arrived, out);
  send_rests(part, arrived, out);
}

void show_places_if_near(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (part.task().has_near()) show_near_places(part, arrived, out);
}

/// The same for a part that it does not change.
template <void (*kWork)(const PdcPart&, const TaskInput&, TaskOutput&)>
void of_part(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  kWork(part, arrived, out);
}

/// The same for a group of which nothing is stored.
template <void (*kWork)(const PdcTask&, const TaskInput&, TaskOutput&)>
void of_group(const PdcTask& task, const TaskInput& /*stored*/, const TaskInput& arrived, TaskOutput& out) {
  kWork(task, arrived, out);
}

}  // namespace

std::span<const PdcStep> pdc_steps() {
  static const std::vector<PdcStep> steps{
      // Job 1, indexing, was done when the parts were read.
      // Job 2, sentence duplication detecting.
      {"equal texts", {}, of_group<find_equal_texts>, nullptr},
      {"show sentences", {"sentences"}, nullptr, show_sentences},
      {"repeated sentences", {}, of_group<find_repeated_sentences>, nullptr},
      {"show keys and runs", {"sentences", "contents", "holders"}, nullptr, show_keys_and_runs},
      {"candidates", {}, of_group<group_keys_and_runs>, nullptr},
      {"sets of large keys", {"sentences"}, nullptr, of_part<send_sets_of_large_keys>, When::large},
      {"large keys", {}, of_group<propose_candidates_of_large_keys>, nullptr, When::large},
      {"sets and windows",
       {"sentences", "contents", "holders", "classes", "candidates", "wanted_runs"},
       nullptr,
       send_sets_and_windows},
      {"compare; long windows", {"sentences"}, of_group<want_rests_of_windows>, compare_if_near},
      {"near classes; rests",
       {"sentences", "contents", "holders", "classes", "class_holders"},
       nullptr,
       spread_classes_and_send_rests},
      {"near places; families",
       {"sentences", "contents", "holders", "classes", "windows"},
       find_families_of_runs,
       show_places_if_near},
      {"near texts; end families",
       {"sentences", "contents", "holders"},
       of_group<propose_near_texts>,
       of_part<end_families>},
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
  if (of_group != nullptr && number < task.groups) of_group(task, stored_blocks, arrived, out);
  if (of_part == nullptr || !task.is_part(number)) return;
  PdcPart part(task, number, stored_blocks);
  of_part(part, arrived, out);
}

}  // namespace cento
