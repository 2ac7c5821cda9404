#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "core/spill/task_steps.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"
#include "methods/qsign/tasks/reuse_task_records.hpp"

namespace cento {

/// The steps that find reused sentences, in their order, after all parts were read (ReusePartWriter). What the last one
/// sends is for list_reuse().
[[nodiscard]] std::span<const TaskStep<ReuseTask>> reuse_steps();

/// What list_reuse() reads of what was stored of its part.
[[nodiscard]] std::span<const std::string_view> stored_for_reuse();

/// An asked sentence that overlaps with some.
struct FoundReuse {
  ReusePlace asked;                    // in the whole collection
  std::span<const OverlapHit> reused;  // best first, up to the limit
  std::uint64_t found = 0;             // how many there are, including those beyond the limit
};

/// Calls `use` with each asked sentence of a part that overlaps with some, in order.
void list_reuse(const ReuseTask& task, const TaskInputs& inputs, const std::function<void(const FoundReuse&)>& use);

}  // namespace cento
