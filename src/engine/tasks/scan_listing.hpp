#pragma once

#include <cstdint>

#include "cento/record_table.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"

// What tasks of a scan list at the end. Documents have their numbers in place of ids.

namespace cento {

/// Passages, and the pairs of documents that share some.
struct ListedDocuments {
  RecordTable passages;
  RecordTable documents;
  std::uint64_t near_duplicate_pairs = 0;
};

/// Group. `listed` passages of whole pairs of documents, in any order.
[[nodiscard]] ListedDocuments list_documents(const PdcTask& task, const TaskInput& arrived);

/// Families by the places of their first sentences, and places of families with these.
struct ListedFamilies {
  RecordTable families;
  RecordTable places;
};

/// Part. The families whose first place is in it, ascending, and all places in it.
[[nodiscard]] ListedFamilies list_families(const PdcPart& part);

}  // namespace cento
