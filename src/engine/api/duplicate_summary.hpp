#pragma once

#include <vector>

#include "cento/pairs.hpp"
#include "engine/duplicate_search.hpp"

namespace cento {

/// Sets what summaries say about a search.
void summarise(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, DuplicateSummary& summary);

}  // namespace cento
