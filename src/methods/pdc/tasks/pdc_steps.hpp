#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"

namespace cento {

/// A step of method pdc cut into tasks. Each task gets what the step before sent to its part and its group, and what is
/// stored of these.
struct PdcStep {
  enum class When : std::uint8_t {
    always,
    large,  // where the steps before counted `large_keys`
  };

  std::string_view name;
  std::vector<std::string_view> stored;  // what its tasks read of their parts and groups
  void (*of_group)(const PdcTask& task, const TaskInput& stored, const TaskInput& arrived, TaskOutput& out) = nullptr;
  void (*of_part)(PdcPart& part, const TaskInput& arrived, TaskOutput& out) = nullptr;
  When when = When::always;

  [[nodiscard]] bool is_needed(std::uint64_t large_keys) const { return when == When::always || large_keys > 0; }

  /// Runs the task of this number, from 0 to task.tasks().
  void run(const PdcTask& task, std::size_t number, const TaskInput& stored_blocks, const TaskInput& arrived,
           TaskOutput& out) const;
};

/// The steps in their order, after all parts were read (SentencesOfPartWriter). The last one sends `listed` passages to
/// the groups, and the parts have stored `families` and `family_places`.
[[nodiscard]] std::span<const PdcStep> pdc_steps();

/// How many of these come before the driver must know how many large keys there are.
[[nodiscard]] std::size_t steps_before_large_keys();

}  // namespace cento
