#pragma once

#include <string>

#include "collection_run.hpp"
#include "sign/document_frequencies.hpp"

namespace cento::cli {

/// In how many documents of the inputs each token is: from the tables of `cento stats` in `file`, or, without a file,
/// counted in a reading of its own. Pipes are kept for the reading that follows.
[[nodiscard]] DocumentFrequencies token_statistics(const std::string& file, const SharedOptions& options,
                                                   CollectionRun& run);

}  // namespace cento::cli
