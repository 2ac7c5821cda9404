#pragma once

#include "core/spill/task_exchange.hpp"
#include "methods/substring/substring.hpp"
#include "methods/substring/tasks/substring_part.hpp"

// Method substring as tasks, from the windows that repeat to the ranges that are listed. Where a range also occurs may
// be in another part: that part is asked for the place, and for the tokens that follow there.

namespace cento {

/// Part. repeated → asked_runs for the parts that have the other places. Stores `wanted` ranges, and counts those that
/// occur earlier, but for copies.
void cover_windows(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. asked_runs → answers for the parts that asked.
void answer_runs(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. answers → original_places for the parts that have copies. Stores the `ranges` that were found.
void follow_runs(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. Calls `use` with each repeated range: those that are stored, then, by their original_places, documents that
/// are copies. The counts are those of these ranges, and of what occurs earlier in copies.
SubstringCounts list_ranges(const SubstringPart& part, const TaskInput& arrived, const UseRange& use);

}  // namespace cento
