#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/cuts/tasks/cut_part.hpp"
#include "methods/cuts/tasks/cut_task.hpp"

namespace cento {

/// A step of the search for cuts. Each task gets what the step before sent to its part and its group, and what is
/// stored of its part.
struct CutStep {
  std::string_view name;
  std::vector<std::string_view> stored;  // what its tasks read of their parts
  void (*of_group)(const CutTask& task, const TaskInput& arrived, TaskOutput& out) = nullptr;
  void (*of_part)(CutPart& part, const TaskInput& arrived, TaskOutput& out) = nullptr;

  /// Runs the task of this number, from 0 to task.tasks().
  void run(const CutTask& task, std::size_t number, const TaskInput& stored_blocks, const TaskInput& arrived,
           TaskOutput& out) const;
};

/// After all parts were read (CutPartWriter): which sentences are cut, and which sentence of its part or of another
/// each of them equals. The last one sends `asked` to the parts of those others.
[[nodiscard]] std::span<const CutStep> marking_steps();

/// Where those others are kept: one round, after which a part knows where its sentences are kept if that takes twice as
/// many steps from part to part as it could follow before. Rounds are repeated while they count `asked`. Each replaces
/// `elsewhere` of the round before.
[[nodiscard]] std::span<const CutStep> following_steps();

/// What tasks read of their parts to list the cuts.
[[nodiscard]] std::span<const std::string_view> stored_for_cuts();

/// Calls `use` with all cuts in a part, in order; what is counted has no `spilled_bytes`.
RepeatCounts for_each_cut(const CutPart& part, const std::function<void(const RepeatedRun&)>& use);

}  // namespace cento
