#pragma once

#include <cstdint>
#include <vector>

#include "core/files/atomic_file.hpp"
#include "engine/duplicate_search.hpp"
#include "engine/forum_search.hpp"

namespace cento {

/// How pairs are written: a JSON object per line, or tab-separated values under a line of names.
enum class PairLayout : std::uint8_t { json_lines, tsv };

/// Write all pairs, ascending. Return what was listed and left out.
ListedPairs write_pairs(const DuplicateSearch& search, PairLayout layout, std::uint32_t pairs_up_to,
                        AtomicFile& output);
ListedPairs write_pairs(ForumPairSearch& search, PairLayout layout, std::uint32_t pairs_up_to, AtomicFile& output);

/// Writes the members of all clusters of several, as JSON lines.
void write_clusters(const JobDocuments& documents, const std::vector<Verdict>& verdicts, AtomicFile& output);

/// Writes a JSON line for each removed document, in input order.
void write_removals(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, AtomicFile& output);

}  // namespace cento
