#pragma once

#include "core/spill/task_exchange.hpp"
#include "methods/substring/tasks/substring_part.hpp"
#include "methods/substring/tasks/substring_task.hpp"

// Method substring as tasks, up to the windows that repeat: equal documents, stretches by anchor, windows by
// fingerprint.

namespace cento {

/// Group. run_documents → copied for the parts.
void find_equal_documents(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. copied → stretches for the groups; first_copies and asked_originals for the parts of the originals.
void show_stretches(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. stretches → repeated (RepeatedWindows) and requests (WindowRequest) for the parts that have the windows.
void sort_out_stretches(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. Stores first_copies and asked_originals.
void keep_what_originals_need(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. requests → prints (WindowPrint) for the groups. Stores what repeats as `repeated`.
void print_windows(SubstringPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. prints → repeated for the parts.
void find_equal_windows(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out);

}  // namespace cento
