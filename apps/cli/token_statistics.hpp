#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "collection_run.hpp"
#include "sign/document_frequencies.hpp"

namespace cento::cli {

/// In how many documents of the inputs each token is: from the tables of `cento stats` in `file`, or, without a file,
/// counted in a reading of its own. Pipes are kept for the reading that follows.
[[nodiscard]] DocumentFrequencies token_statistics(const std::string& file, const SharedOptions& options,
                                                   CollectionRun& run);

/// How many documents a token must be in to be of interest, by the number of all documents.
using LeastDocuments = std::function<std::uint32_t(std::uint64_t)>;

/// The same without the tokens that are in fewer documents; so the table is small where only frequent ones count.
[[nodiscard]] DocumentFrequencies frequent_tokens(const std::string& file, const SharedOptions& options,
                                                  CollectionRun& run, const LeastDocuments& least);

}  // namespace cento::cli
