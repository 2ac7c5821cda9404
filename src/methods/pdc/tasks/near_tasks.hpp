#pragma once

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"

// The second job of paper pdc as tasks, as far as it is about near sentences: classes that share a part key are
// candidates, and are compared in the part of one of them.

namespace cento {

/// Group. keyed (KeyedSentence) → candidates for the parts of the first; of keys with very many sentences wanted_sets,
/// which are counted as `large_keys`.
void propose_candidates_of_keys(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. wanted_sets → keyed_sets for the groups. Stores candidates and wanted_runs as they arrived.
void send_sets_of_large_keys(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. keyed_sets → candidates.
void propose_candidates_of_large_keys(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. candidates, also stored ones → candidate_sets for the parts of the second.
void send_candidate_sets(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. candidate_sets → near_found (NearClass) for the parts of the first sentences of both.
void compare_candidates(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. near_found → near (NearClass) for all parts that have the class.
void spread_near_classes(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Part. near → near_places for the groups.
void show_near_places(PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. near_places → proposed, wanted_texts for the parts.
void propose_near_texts(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

}  // namespace cento
