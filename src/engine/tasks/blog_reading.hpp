#pragma once

#include <cstddef>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/source.hpp"
#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"

namespace cento {

/// A part of a collection as the tasks of method blog need it.
struct ReadForBlog {
  PartDocuments documents;
  TaskOutput out{0};  // see BlogPartWriter
  JobSummary summary;
};

/// Reads a part. Throws UsageError for values out of range, and as scans do.
[[nodiscard]] ReadForBlog read_for_blog(const Source& source, const BlogRule& rule, std::size_t groups,
                                        const RunOptions& run);

}  // namespace cento
