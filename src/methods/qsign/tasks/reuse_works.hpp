#pragma once

#include "core/spill/task_steps.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"

// What the tasks of each step do.

namespace cento {

/// Group. words, ids → counts and same for asked parts, replaced for known parts; stores holders.
void count_reuse_words(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out);

/// Part. counts, same, replaced → asked for the groups; stores asked_places and replaced.
void ask_for_reuse(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out);

/// Group. asked → wanted for known parts; stores asked.
void want_word_lists(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out);

/// Known part. wanted → listed for the groups.
void send_word_lists(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out);

/// Group. listed → hits, found for asked parts.
void compare_for_reuse(const ReuseTask& task, const TaskInputs& inputs, TaskOutput& out);

}  // namespace cento
