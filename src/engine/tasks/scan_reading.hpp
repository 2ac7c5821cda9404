#pragma once

#include <cstddef>

#include "cento/options.hpp"
#include "cento/scan.hpp"
#include "cento/source.hpp"
#include "core/spill/task_exchange.hpp"
#include "engine/tasks/part_documents.hpp"
#include "methods/pdc/pdc_options.hpp"

namespace cento {

/// A part of a collection as the tasks of a scan need it.
struct ReadForScan {
  PartDocuments documents;
  TaskOutput out{0};  // see SentencesOfPartWriter
  JobSummary summary;
};

/// Throws UsageError for values out of range, and for what tasks cannot do.
void check_scan_tasks(const ScanOptions& options);

/// The options of the method.
[[nodiscard]] PdcOptions pdc_options(const ScanOptions& options);

/// Reads a part: the first job of paper pdc. Throws as check_scan_tasks() and scan() do.
[[nodiscard]] ReadForScan read_for_scan(const Source& source, const ScanOptions& options, std::size_t groups,
                                        const RunOptions& run);

}  // namespace cento
