#pragma once

#include <cstddef>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/source.hpp"
#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"

namespace cento {

/// A part of a collection as the tasks of method substring need it.
struct ReadForSubstring {
  PartDocuments documents;
  TaskOutput out{0};  // see RunsOfPartWriter
  JobSummary summary;
};

/// Reads a part and cuts it into stretches. Throws UsageError when the rule is out of range, and as scan() does.
[[nodiscard]] ReadForSubstring read_for_substring(const Source& source, const RunRule& rule, std::size_t groups,
                                                  const RunOptions& run);

}  // namespace cento
