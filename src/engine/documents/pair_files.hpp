#pragma once

#include <cstdint>
#include <vector>

#include "engine/duplicate_search.hpp"
#include "engine/forum_search.hpp"
#include "write/records/record_file.hpp"

namespace cento {

/// Write all pairs, ascending. Return what was listed and left out.
ListedPairs write_pairs(const DuplicateSearch& search, std::uint32_t pairs_up_to, RecordFile& output);
ListedPairs write_pairs(ForumPairSearch& search, std::uint32_t pairs_up_to, RecordFile& output);

/// Writes the members of all clusters of several.
void write_clusters(const JobDocuments& documents, const std::vector<Verdict>& verdicts, RecordFile& output);

/// Writes each removed document, in input order.
void write_removals(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, RecordFile& output);

}  // namespace cento
