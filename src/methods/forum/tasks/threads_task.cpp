#include "methods/forum/tasks/threads_task.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/hash/mix64.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_searches.hpp"
#include "methods/ndd/document_signer.hpp"
#include "sign/shingle_feature.hpp"
#include "sign/words/spots.hpp"

namespace cento {

namespace {

void check_features(std::span<const ForumField> fields) {
  for (const ForumField& field : fields) {
    if (!needs_token_frequencies(field.features)) continue;
    throw UsageError(fmt::format("\"{}\" needs counts of the words of the whole collection, which are not available on "
                                 "Spark: compare by other features",
                                 field.features),
                     "compare");
  }
}

Measure joined_measure(const Comparison& comparison) {
  return comparison.measure == SetMeasure::containment ? Measure::containment : Measure::jaccard;
}

}  // namespace

ThreadPlan::ThreadPlan(ForumModel model, Partitioning partitioning)
    : model_(std::move(model)), fields_(fields_of(model_)) {
  check(model_);
  check_features(fields_);
  for (const auto& [word, factor] : model_.word_factors) {
    for (const std::uint64_t token : tokens_of_words(word)) word_factors_[token] = factor;
  }
  for (const auto& [part, how] : searchable_comparisons(model_)) {
    const std::size_t field = field_number(fields_, part, how.features);
    const bool is_order = how.features == "order";
    comparisons_.push_back({part, how, field, is_order ? 0 : weighing_of(field, how.idf_power)});
  }
  for (const auto& [number, threshold] : plan_searches(model_, model_.threshold)) {
    const PlannedComparison& by = comparisons_[number];
    searches_.push_back({by.field, by.weighing, {joined_measure(by.how), threshold, partitioning, true}});
  }
  std::size_t of_model = 0;
  for (const ComparedPart& part : model_.parts) of_model += part.comparisons.size();
  comparisons_.resize(of_model);
}

std::size_t ThreadPlan::weighing_of(std::size_t field, double idf_power) {
  const Weighing wanted{field, idf_power};
  const auto known = std::find(weighings_.begin(), weighings_.end(), wanted);
  if (known != weighings_.end()) return static_cast<std::size_t>(known - weighings_.begin());
  weighings_.push_back(wanted);
  return weighings_.size() - 1;
}

std::size_t ThreadPlan::searches_of(std::size_t field) const {
  return static_cast<std::size_t>(std::count_if(searches_.begin(), searches_.end(),
                                                [&](const TextSearch& search) { return search.field == field; }));
}

bool ThreadPlan::is_counted(std::size_t field) const {
  return searches_of(field) > 0 || has_idf(field);
}

bool ThreadPlan::has_idf(std::size_t field) const {
  return std::any_of(weighings_.begin(), weighings_.end(),
                     [&](const Weighing& weighing) { return weighing.field == field && weighing.idf_power != 0; });
}

const FeatureWeights::Factors* ThreadPlan::factors_of(std::size_t field) const {
  return !word_factors_.empty() && is_of_words(fields_[field].features) ? &word_factors_ : nullptr;
}

bool ThreadPlan::is_even(std::size_t weighing) const {
  return weighings_[weighing].idf_power == 0 && factors_of(weighings_[weighing].field) == nullptr;
}

std::uint32_t ThreadPlan::weight(std::size_t weighing, std::uint64_t feature, std::uint64_t having,
                                 std::uint64_t texts) const {
  const auto& [field, idf_power] = weighings_[weighing];
  return FeatureWeights(idf_power, factors_of(field)).weight(feature, having, texts);
}

std::size_t group_of_text(const Fingerprint& text, std::uint32_t field, std::size_t groups) {
  return group_of(spread_feature(text.low, field), groups);
}

std::uint64_t spread_feature(std::uint64_t feature, std::uint32_t field) {
  return mix_feature(mix_feature(feature) + field * kGoldenStep);
}

std::uint32_t short_feature(std::uint64_t feature, std::uint32_t field) {
  return static_cast<std::uint32_t>(spread_feature(feature, field) >> 32U);
}

}  // namespace cento
