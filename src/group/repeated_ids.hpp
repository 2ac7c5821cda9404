#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/span.hpp"

namespace cento {

/// Documents whose id occurs more than once.
struct RepeatedIds {
  std::vector<bool> is_repeated;  // by document; empty if no id is repeated
  std::uint64_t ids = 0;          // ids that more than one document has
  std::uint64_t documents = 0;    // documents that have such an id
  std::vector<DocId> examples;    // a few documents, ascending, each the first of those that have its id

  [[nodiscard]] bool has(DocId document) const { return !is_repeated.empty() && is_repeated[document]; }
};

/// Finds them among documents 0 to `documents` − 1, exactly: ids with the same hash are compared. Needs 8 bytes per
/// document meanwhile, and 16 for each document that shares its hash with another.
[[nodiscard]] RepeatedIds find_repeated_ids(std::size_t documents, const std::function<std::string_view(DocId)>& id_of,
                                            const std::function<std::uint64_t(std::string_view)>& hash_of);

}  // namespace cento
