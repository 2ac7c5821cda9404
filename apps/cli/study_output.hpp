#pragma once

#include <optional>
#include <span>

#include "collection_run.hpp"
#include "core/atomic_folder.hpp"
#include "study/study_table.hpp"

namespace cento::cli {

/// Shows the tables on standard output and, if there is a folder, writes them there as CSV.
void publish_tables(std::span<const StudyTable> tables, std::optional<AtomicFolder>& folder);

/// Documents, parts and bytes of a batch.
[[nodiscard]] RunTotals totals_of(const DocumentBatch& batch);

}  // namespace cento::cli
