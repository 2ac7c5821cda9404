#pragma once

#include "cento/record_table.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/substring/substring.hpp"
#include "methods/substring/tasks/substring_part.hpp"

namespace cento {

/// What a task of method substring lists at the end. Documents have their numbers in place of ids.
struct ListedRepeats {
  RecordTable repeats;
  SubstringCounts counts;  // as of list_ranges()
};

/// Part. The repeated ranges in it.
[[nodiscard]] ListedRepeats list_repeats(const SubstringPart& part, const TaskInput& arrived);

}  // namespace cento
