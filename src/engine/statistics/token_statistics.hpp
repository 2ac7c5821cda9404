#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/job.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// The document frequency of each token from the tables of `cento stats` in `file`, which may take `memory_bytes`; of
/// no documents when the name is empty. Throws Error, naming the file, when it has no such table.
[[nodiscard]] DocumentFrequencies load_token_statistics(const std::string& file, std::uint64_t memory_bytes);

/// The document frequency of each token: from the tables of `cento stats` in `file`, or, without a file, counted in a
/// separate reading of the inputs, which are kept for the reading that follows.
[[nodiscard]] DocumentFrequencies token_statistics(const std::string& file, Collection& inputs, Job& job);

/// How many documents must contain a token for it to matter, by the number of all documents.
using LeastDocuments = std::function<std::uint32_t(std::uint64_t)>;

/// The same without the tokens that are in fewer documents; the table is small where only frequent tokens matter.
[[nodiscard]] DocumentFrequencies frequent_tokens(const std::string& file, Collection& inputs, Job& job,
                                                  const LeastDocuments& least);

}  // namespace cento
