#pragma once

#include <cstddef>

#include "cento/dedup.hpp"
#include "cento/source.hpp"
#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"

namespace cento {

/// A part of a collection as the tasks of a search for cuts need it.
struct ReadForCuts {
  PartDocuments documents;
  TaskOutput out{0};  // see CutPartWriter
  JobSummary summary;
};

/// Reads a part. Throws as dedup() does.
[[nodiscard]] ReadForCuts read_for_cuts(const Source& source, const DedupOptions& options, std::size_t groups,
                                        const RunOptions& run);

}  // namespace cento
