#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

#include "core/spill/task_steps.hpp"
#include "task_blocks.hpp"

// Methods whose tasks are a list of steps, for Python.

namespace cento::python {

[[nodiscard]] inline nanobind::str str_of(std::string_view text) {
  return nanobind::str(text.data(), text.size());
}

/// Of each step: its name, whether its tasks are those of parts, and what they read of files.
template <typename Task>
nanobind::list described_steps(std::span<const TaskStep<Task>> steps) {
  nanobind::list result;
  for (const TaskStep<Task>& step : steps) {
    nanobind::list stored;
    for (const std::string_view name : step.stored) stored.append(str_of(name));
    result.append(nanobind::make_tuple(str_of(step.name), step.side == TaskSide::part, std::move(stored)));
  }
  return result;
}

/// Runs one task of a step: what it sends, stores and counts.
template <typename Task>
nanobind::dict run_step_task(std::span<const TaskStep<Task>> steps, const Task& task, const std::string& name,
                             std::uint32_t number, const nanobind::dict& stored, const nanobind::dict& arrived) {
  const SeenInput stored_blocks(stored);
  const SeenInput arrived_blocks(arrived);
  TaskOutput out = without_gil([&] {
    for (const TaskStep<Task>& step : steps) {
      if (step.name != name) continue;
      TaskOutput made(task.tasks());
      step.work(task, {number, stored_blocks.input(), arrived_blocks.input()}, made);
      return made;
    }
    throw Error("there is no step " + name);
  });
  nanobind::dict sent;
  nanobind::dict kept;
  put_output(out, sent, kept);
  nanobind::dict result;
  result["sent"] = std::move(sent);
  result["stored"] = std::move(kept);
  result["counts"] = counts_of(out);
  return result;
}

}  // namespace cento::python
