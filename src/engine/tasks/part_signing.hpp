#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cento/method_options.hpp"
#include "cento/options.hpp"
#include "cento/source.hpp"
#include "methods/ndd/tasks/part_records.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

namespace cento {

/// A part of a collection as the tasks of its join need it.
struct SignedPart {
  std::vector<std::string> sets;                // blocks for PartSets; empty sets for copies of earlier bytes
  std::vector<OutgoingBlocks::Block> members;   // ClassMember for the groups, documents counted from 0
  std::vector<std::string> ids;                 // of each document,
  std::vector<std::string> places;              // and where it is
  std::vector<std::uint64_t> rows;              // the line or row of that, 0 if there is none,
  std::vector<std::uint64_t> text_bytes;        // its texts,
  std::vector<std::string> keep_keys;           // and its KeepPolicy::key_of(); empty if all are
  JobSummary summary;
};

/// Throws UsageError for values out of range, and for methods whose features or candidates need more than the document
/// itself.
void check_signing(const DuplicateOptions& options);

/// Reads and signs a part: the map side of paper ndd's first job. Throws as check_signing() and pairs() do.
[[nodiscard]] SignedPart sign_part(const Source& source, const DuplicateOptions& options, std::size_t groups,
                                   const RunOptions& run);

}  // namespace cento
