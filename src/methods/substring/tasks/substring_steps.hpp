#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/substring/tasks/substring_part.hpp"
#include "methods/substring/tasks/substring_task.hpp"

namespace cento {

/// A step of method substring cut into tasks. Each task gets what the step before sent to its part and its group, and
/// what is stored of its part.
struct SubstringStep {
  std::string_view name;
  std::vector<std::string_view> stored;  // what its tasks read of their parts
  void (*of_group)(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out) = nullptr;
  void (*of_part)(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) = nullptr;

  /// Runs the task of this number, from 0 to task.tasks().
  void run(const SubstringTask& task, std::size_t number, const TaskInput& stored_blocks, const TaskInput& arrived,
           TaskOutput& out) const;
};

/// The steps in their order, after all parts were read (RunsOfPartWriter). Then list_ranges() lists each part, with the
/// original_places that the last step sent.
[[nodiscard]] std::span<const SubstringStep> substring_steps();

/// What list_ranges() reads of a part.
[[nodiscard]] std::vector<std::string_view> stored_for_listing();

}  // namespace cento
