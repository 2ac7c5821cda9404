#include "methods/forum/forum_searches.hpp"

namespace cento {

namespace {

// A similarity that only pairs with nothing in common stay below.
constexpr double kAnything = 1e-6;

/// Comparisons that can be joined at a threshold: sets that are never empty if the part has words.
bool can_be_joined(const Comparison& comparison) {
  return comparison.features != "order" && comparison.features != "asked" && comparison.measure != SetMeasure::rarest &&
         comparison.weight > 0;
}

/// The similarity that one of the joinable comparisons of a part must reach so that the part can reach τ; below
/// kAnything if the others could do that alone.
///
/// Even if those that cannot be joined (of weight O in all, the others J) were 1, one of the others would have to reach
/// (τ (J + O) − O) / J, since the similarity of the part is their mean.
double least_joined(const ComparedPart& part, double threshold) {
  double joined = 0;
  double others = 0;
  for (const Comparison& comparison : part.comparisons) {
    (can_be_joined(comparison) ? joined : others) += comparison.weight;
  }
  return joined > 0 ? (threshold * (joined + others) - others) / joined : 0;
}

}  // namespace

std::vector<ForumSearchPlan> plan_searches(const ForumModel& model, double threshold) {
  std::vector<ForumSearchPlan> searches;
  std::size_t number = 0;
  std::size_t words = 0;
  for (const ComparedPart& part : model.parts) words += part.comparisons.size();
  for (const ComparedPart& part : model.parts) {
    const double least = least_joined(part, threshold);
    const bool is_bound = least > kAnything;
    for (const Comparison& comparison : part.comparisons) {
      const bool is_order = comparison.features == "order";
      const std::size_t searched = is_order ? words++ : number;
      ++number;
      if (part.weight == 0 || (is_bound && !can_be_joined(comparison))) continue;
      searches.push_back({searched, is_bound ? least : kAnything});
    }
  }
  return searches;
}

std::vector<SearchableComparison> searchable_comparisons(const ForumModel& model) {
  std::vector<SearchableComparison> all;
  std::vector<SearchableComparison> words;
  for (std::size_t part = 0; part < model.parts.size(); ++part) {
    for (const Comparison& how : model.parts[part].comparisons) {
      all.push_back({part, how});
      if (how.features == "order") words.push_back({part, parse_comparison("words")});
    }
  }
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

}  // namespace cento
