#pragma once

#include <cstddef>
#include <vector>

#include "methods/forum/forum_model.hpp"

namespace cento {

/// A comparison by which threads are found: all that reach the threshold in it are examined.
struct ForumSearchPlan {
  std::size_t comparison = 0;  // in searchable_comparisons()
  double threshold = 0;

  friend bool operator==(const ForumSearchPlan&, const ForumSearchPlan&) = default;
};

/// What must be searched so that no thread whose similarity reaches `threshold` is missed. The similarity of threads is
/// a mean over parts, so one of the parts reaches it. If only a similarity above 0 is required, something is shared in
/// one of its comparisons, or a word if word order is compared.
[[nodiscard]] std::vector<ForumSearchPlan> plan_searches(const ForumModel& model, double threshold);

struct SearchableComparison {
  std::size_t part = 0;  // in the model
  Comparison how;
};

/// The comparisons of a model in its order; then one by words for each part whose word order is compared.
[[nodiscard]] std::vector<SearchableComparison> searchable_comparisons(const ForumModel& model);

}  // namespace cento
