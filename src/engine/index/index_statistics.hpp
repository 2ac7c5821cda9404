#pragma once

#include <optional>
#include <string>

#include "index/index_options.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// A table of `cento stats` for an index.
struct IndexStatistics {
  std::string bytes;                          // as an index keeps them; empty: none
  std::optional<DocumentFrequencies> tokens;  // the same, decoded
};

/// None for an empty name. Throws Error, naming the file, when it is not such a table.
[[nodiscard]] IndexStatistics load_index_statistics(const std::string& file);

/// Throws UsageError when no index can have these options.
void check_index_options(const IndexOptions& options, const IndexStatistics& statistics);

}  // namespace cento
