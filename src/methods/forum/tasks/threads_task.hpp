#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/spill/task_blocks.hpp"
#include "join/weighted_join.hpp"
#include "methods/forum/forum.hpp"
#include "methods/forum/forum_model.hpp"
#include "methods/forum/forum_signer.hpp"
#include "sign/words/feature_weights.hpp"

namespace cento {

/// A way to weigh the features of a field.
struct Weighing {
  std::size_t field = 0;
  double idf_power = 0;

  friend bool operator==(const Weighing&, const Weighing&) = default;
};

/// A comparison of the model, and what it uses.
struct PlannedComparison {
  std::size_t part = 0;
  Comparison how;
  std::size_t field = 0;
  std::size_t weighing = 0;  // meaningless for the order of tokens

  [[nodiscard]] bool is_order() const { return how.features == "order"; }
};

/// A search for texts that are similar enough for their threads to be compared.
struct TextSearch {
  std::size_t field = 0;
  std::size_t weighing = 0;
  WeightedJoinOptions join;
};

/// What the model asks for: which texts are made, how they are weighed, searched and compared.
class ThreadPlan {
 public:
  /// Throws UsageError when the model is invalid or needs counts of words that no task has.
  ThreadPlan(ForumModel model, Partitioning partitioning);

  [[nodiscard]] const ForumModel& model() const { return model_; }
  [[nodiscard]] std::span<const ForumField> fields() const { return fields_; }
  [[nodiscard]] std::span<const PlannedComparison> comparisons() const { return comparisons_; }
  [[nodiscard]] std::span<const TextSearch> searches() const { return searches_; }
  [[nodiscard]] std::span<const Weighing> weighings() const { return weighings_; }

  /// How many searches go through the texts of a field.
  [[nodiscard]] std::size_t searches_of(std::size_t field) const;
  /// Whether it matters in how many texts of a field each feature is: for its weight, or for what is shown.
  [[nodiscard]] bool is_counted(std::size_t field) const;
  /// Whether it matters for its weight.
  [[nodiscard]] bool has_idf(std::size_t field) const;
  /// Whether all features weigh FeatureWeights::kUnit.
  [[nodiscard]] bool is_even(std::size_t weighing) const;
  [[nodiscard]] std::uint32_t weight(std::size_t weighing, std::uint64_t feature, std::uint64_t having,
                                     std::uint64_t texts) const;

 private:
  std::size_t weighing_of(std::size_t field, double idf_power);
  /// The factors on words; null where they do not apply.
  [[nodiscard]] const FeatureWeights::Factors* factors_of(std::size_t field) const;

  ForumModel model_;
  std::vector<ForumField> fields_;
  FeatureWeights::Factors word_factors_;
  std::vector<Weighing> weighings_;
  std::vector<PlannedComparison> comparisons_;
  std::vector<TextSearch> searches_;
};

/// What all tasks know: the plan, how threads and keys are divided among tasks, and how many texts each field has.
struct ThreadsTask {
  ThreadPlan plan;
  DocumentParts parts;
  std::size_t groups = 1;
  std::vector<std::uint64_t> texts;  // by field
  std::uint64_t group_pairs_most = ForumSearchOptions().group_pairs_most;
};

/// The group of a text, and that of a feature of a field.
[[nodiscard]] std::size_t group_of_text(const Fingerprint& text, std::uint32_t field, std::size_t groups);
[[nodiscard]] std::uint64_t spread_feature(std::uint64_t feature, std::uint32_t field);
/// As ShortCount has it.
[[nodiscard]] std::uint32_t short_feature(std::uint64_t feature, std::uint32_t field);

}  // namespace cento
