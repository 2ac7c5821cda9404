#pragma once

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"

// Families as tasks: all places of a family begin with the same run of γ sentences, so the group of the run finds it.

namespace cento {

/// Group. runs → wanted_runs for the parts, of runs that may begin a family.
void want_runs(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

/// Group. The windows of its runs, which are stored, and rests (run_windows.hpp) → families, family_places for the
/// parts; proposed, wanted_texts of the texts that share one.
void find_families_of_runs(const PdcTask& task, const TaskInput& stored, const TaskInput& arrived, TaskOutput& out);

/// Part. Stores families (FoundFamily, ascending) and family_places (of reported ones, by families), with whole texts
/// that several documents have; and proposed and wanted_texts as they arrived.
void end_families(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

}  // namespace cento
