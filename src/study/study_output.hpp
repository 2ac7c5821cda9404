#pragma once

#include <optional>
#include <span>

#include "core/files/atomic_folder.hpp"
#include "study/study_table.hpp"

namespace cento {

/// Shows the tables on standard output and, if there is a folder, writes them there as CSV and publishes it.
void publish_tables(std::span<const StudyTable> tables, std::optional<AtomicFolder>& folder);

}  // namespace cento
