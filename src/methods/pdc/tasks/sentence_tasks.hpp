#pragma once

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"

// The first and the second job of paper pdc as tasks: equal texts, identical sentences, sentences with equal features.

namespace cento {

/// Group. text_members → later_texts, holders for the parts.
void find_equal_texts(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. later_texts, holders → sentence_members for the groups.
void show_sentences(PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. sentence_members → repeated, class_holders for the parts.
void find_repeated_sentences(const PdcTask& task, const TaskInput& arrived, TaskOutput& out);

/// Part. repeated → keyed (KeyedSentence), runs for the groups.
void show_keys_and_runs(PdcPart& part, const TaskInput& arrived, TaskOutput& out);

}  // namespace cento
