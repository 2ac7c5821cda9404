#pragma once

#include <cstddef>
#include <vector>

#include "methods/thread_model.hpp"

namespace cento {

/// A comparison that threads are found by: all that reach the threshold in it are looked at.
struct ThreadSearchPlan {
  std::size_t comparison = 0;  // in searchable_comparisons()
  double threshold = 0;

  friend bool operator==(const ThreadSearchPlan&, const ThreadSearchPlan&) = default;
};

/// What must be searched so that no thread whose similarity reaches `threshold` is lost. The similarity of threads is a
/// mean over parts, so one of the parts reaches it. Where nothing more is known than that it is over 0, something is
/// shared in one of its comparisons, or a word if their order is compared.
[[nodiscard]] std::vector<ThreadSearchPlan> plan_searches(const ThreadModel& model, double threshold);

struct SearchableComparison {
  std::size_t part = 0;  // in the model
  Comparison how;
};

/// The comparisons of a model in its order; behind them one by words for each part whose order of words is compared.
[[nodiscard]] std::vector<SearchableComparison> searchable_comparisons(const ThreadModel& model);

}  // namespace cento
