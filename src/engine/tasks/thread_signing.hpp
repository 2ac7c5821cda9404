#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cento/options.hpp"
#include "cento/source.hpp"
#include "cento/threads.hpp"
#include "engine/tasks/part_documents.hpp"
#include "methods/forum/tasks/threads_task.hpp"

namespace cento {

/// A part of a forum as the tasks of its comparison need it.
struct SignedThreadPart {
  PartDocuments documents;
  std::vector<std::string> sets;             // blocks of ThreadPartInput::sets
  std::vector<OutgoingBlocks::Block> texts;  // TextOfThread for the groups, threads counted from 0
  std::uint64_t without_features = 0;
  JobSummary summary;
};

/// What the options ask for. Throws UsageError for values out of range and for what no task can do, and Error about the
/// text of the model.
[[nodiscard]] ThreadPlan plan_of(const ThreadsOptions& options);

/// Reads and signs a part. Throws as plan_of() and threads() do.
[[nodiscard]] SignedThreadPart sign_threads(const Source& source, const ThreadsOptions& options, std::size_t groups,
                                            const RunOptions& run);

}  // namespace cento
