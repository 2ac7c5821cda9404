#include "methods/forum/forum_record_comparer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "join/weighted_sets.hpp"
#include "methods/forum/forum_fields.hpp"

namespace cento {

ForumRecordComparer::ForumRecordComparer(const ForumModel& model, ForumWeights& weights) : weights_(weights) {
  const std::vector<ForumField> fields = fields_of(model);
  for (std::size_t part = 0; part < model.parts.size(); ++part) {
    for (const Comparison& how : model.parts[part].comparisons) {
      Prepared prepared;
      prepared.part = part;
      prepared.field = field_number(fields, part, how.features);
      prepared.is_order = fields[prepared.field].is_order();
      prepared.way = prepared.is_order ? 0 : weights.way_of(prepared.field, how.idf_power);
      prepared.measure = how.measure;
      comparisons_.push_back(std::move(prepared));
    }
  }
}

void ForumRecordComparer::set_asked(const ForumRecord& record) {
  asked_ = &record;
  for (Prepared& comparison : comparisons_) {
    comparison.weights.clear();
    comparison.total = 0;
    comparison.heaviest = 0;
    if (comparison.is_order) continue;
    for (const std::uint32_t feature : record.features(comparison.field)) {
      const std::uint32_t weight = weights_.weight(comparison.way, feature);
      comparison.weights.push_back(weight);
      comparison.total += weight;
      comparison.heaviest = std::max(comparison.heaviest, weight);
    }
  }
}

void ForumRecordComparer::compare(const ForumRecord& other, ForumSimilarities& found) {
  found.outside = kMissing;
  found.numbers_differ = false;
  found.negation_differs = false;
  found.comparisons.clear();
  for (const Prepared& comparison : comparisons_) found.comparisons.push_back(similarity(comparison, other));
  guard(other, found);
}

double ForumRecordComparer::similarity(const Prepared& comparison, const ForumRecord& other) {
  const auto of_asked = asked_->features(comparison.field);
  const auto of_other = other.features(comparison.field);
  if (of_asked.empty() || of_other.empty()) return kMissing;
  if (!comparison.is_order) return set_similarity(comparison, of_asked, of_other);
  if (of_other.size() > ForumFieldSigner::kOrderMost) return kMissing;  // in a damaged segment
  return order_similarity(of_asked, of_other);
}

double ForumRecordComparer::set_similarity(const Prepared& comparison, std::span<const std::uint32_t> asked,
                                           std::span<const std::uint32_t> other) {
  WeightedOverlap overlap{0, comparison.total, 0, 0, comparison.heaviest};
  std::size_t i = 0;
  for (const std::uint32_t feature : other) {
    while (i < asked.size() && asked[i] < feature) ++i;
    const bool is_shared = i < asked.size() && asked[i] == feature;
    const std::uint32_t weight = is_shared ? comparison.weights[i] : weights_.weight(comparison.way, feature);
    overlap.total_b += weight;
    overlap.heaviest = std::max(overlap.heaviest, weight);
    if (!is_shared) continue;
    overlap.shared += weight;
    overlap.heaviest_shared = std::max(overlap.heaviest_shared, weight);
  }
  return measured(overlap, comparison.measure);
}

/// By the first part that both have.
void ForumRecordComparer::guard(const ForumRecord& other, ForumSimilarities& found) const {
  for (std::size_t i = 0; i < comparisons_.size(); ++i) {
    if (std::isnan(found.comparisons[i])) continue;
    const std::uint32_t of_asked = asked_->facts(comparisons_[i].part);
    const std::uint32_t of_other = other.facts(comparisons_[i].part);
    found.numbers_differ = numbers_differ(of_asked, of_other);
    found.negation_differs = negation_differs(of_asked, of_other);
    return;
  }
}

}  // namespace cento
