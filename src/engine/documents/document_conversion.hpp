#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "engine/collection_totals.hpp"
#include "engine/job.hpp"

namespace cento {

/// What was converted.
struct ConvertedCollection {
  CollectionTotals totals;
  std::set<std::string, std::less<>> part_names;

  /// Whether the documents are read from the JSON lines as they are without being told where their parts are.
  [[nodiscard]] bool has_usual_parts() const;
};

/// Hands on all documents of a collection as JSON lines, in input order.
ConvertedCollection convert_to_json_lines(const Collection& collection, Job& job,
                                          const std::function<void(std::string_view)>& write);

}  // namespace cento
