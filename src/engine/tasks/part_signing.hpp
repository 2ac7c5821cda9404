#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/source.hpp"
#include "engine/tasks/part_documents.hpp"
#include "methods/ndd/tasks/part_records.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

namespace cento {

/// A part of a collection as the tasks of its join need it.
struct SignedForJoin {
  PartDocuments documents;
  std::vector<std::string> sets;               // blocks for PartSets; empty sets for copies of earlier bytes
  std::vector<OutgoingBlocks::Block> members;  // ClassMember for the groups, documents counted from 0
  JobSummary summary;
};

/// Throws UsageError for values out of range, and for methods whose features or candidates need more than the document
/// itself.
void check_signing(const DuplicateOptions& options);

/// Reads and signs a part: the map side of paper ndd's first job. Throws as check_signing() and pairs() do.
[[nodiscard]] SignedForJoin sign_part(const Source& source, const DuplicateOptions& options, std::size_t groups,
                                      const RunOptions& run);

}  // namespace cento
