#pragma once

#include <string>
#include <vector>

#include "engine/duplicate_search.hpp"
#include "flags/shared_options.hpp"
#include "output/collection_run.hpp"
#include "read/input/file_uses.hpp"

namespace cento::cli {

class CommandParser;

/// Options of the commands that find near-duplicate documents.
struct DuplicateFlags : SharedOptions {
  DuplicateOptions search;
  std::vector<std::string> against;  // a reference collection
};

/// The files that the search reads besides the inputs.
[[nodiscard]] FileUses uses_of(const DuplicateFlags& options);

void add_finding_options(CommandParser& command, DuplicateFlags& options);

/// Reads, joins and reports what was found.
void search_duplicates(const DuplicateFlags& options, DuplicateSearch& search, CollectionRun& run,
                       const std::function<void(const DocumentBatch&)>& note = {});

/// Which documents stay; reports those without a value to choose by.
[[nodiscard]] std::vector<Verdict> choose(const DuplicateFlags& options, const DuplicateSearch& search,
                                          CollectionRun& run);

}  // namespace cento::cli
