#pragma once

#include <cstddef>
#include <cstdint>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "cento/options.hpp"
#include "cento/source.hpp"
#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"
#include "methods/qsign/reuse_options.hpp"
#include "methods/qsign/tasks/reuse_task.hpp"

namespace cento {

/// What words weigh: all the same, or log(N / df) by their counts in the known documents.
enum class ReuseWeights : std::uint8_t { even, rarity };

/// How tasks find reused sentences: what an index and a question are told, together.
struct ReuseTaskOptions {
  ReuseOptions reuse;
  IndexOptions index;  // of these, the bits of signatures
  ReuseWeights weights = ReuseWeights::even;
};

[[nodiscard]] OptionTable options_of(ReuseTaskOptions& options);

/// Throws UsageError for values out of range.
void check_reuse_tasks(const ReuseTaskOptions& options);

/// A task with these options, without documents.
[[nodiscard]] ReuseTask reuse_task(const ReuseTaskOptions& options);

/// A part of a collection as the tasks that find reused sentences need it.
struct ReadForReuse {
  PartDocuments documents;
  TaskOutput out{0};  // see ReusePartWriter
  JobSummary summary;
};

/// Reads a part. Throws as check_reuse_tasks() and scans do.
[[nodiscard]] ReadForReuse read_for_reuse(const Source& source, const ReuseTaskOptions& options, std::size_t groups,
                                          const RunOptions& run);

}  // namespace cento
