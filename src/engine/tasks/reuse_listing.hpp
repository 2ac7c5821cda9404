#pragma once

#include <cstdint>

#include "cento/record_table.hpp"
#include "core/spill/task_steps.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"

namespace cento {

/// The sentences of a part that are reused.
struct ListedReuse {
  RecordTable reused;                 // a row for each pair of sentences, in order; documents have their numbers
  std::uint64_t with_reused = 0;      // documents
  std::uint64_t left_out_reused = 0;  // pairs beyond the limit
};

[[nodiscard]] ListedReuse list_reused_sentences(const ReuseTask& task, const TaskInputs& inputs);

}  // namespace cento
