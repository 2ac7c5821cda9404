#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_model.hpp"
#include "study/forum/labelled_pairs.hpp"
#include "study/judge/ranking_measures.hpp"

namespace cento {

/// Numbers of labelled pairs.
using LabelledRows = std::vector<std::uint32_t>;

[[nodiscard]] LabelledRows all_rows(const LabelledQuestions& labelled);

/// The similarities of labelled pairs by the comparisons of a model, whose weights do not matter; those of pairs not in
/// `rows` are left empty. Collection statistics that features need are counted over the labelled threads, unless `run`
/// has them.
[[nodiscard]] std::vector<ForumSimilarities> labelled_similarities(const LabelledQuestions& labelled,
                                                                   std::span<const std::uint32_t> rows,
                                                                   const ForumModel& model, const ForumRunOptions& run);

/// The scores of all labelled pairs by a model. `outside` is the external similarity of each pair, kMissing where there
/// is none; or empty.
[[nodiscard]] std::vector<ScoredLabel> labelled_scores(const LabelledQuestions& labelled,
                                                       std::span<const double> outside, const ForumModel& model,
                                                       const ForumRunOptions& run);

/// MAP over the pairs that name a query.
[[nodiscard]] MeanAveragePrecision map_by_query(const LabelledQuestions& labelled, std::span<const ScoredLabel> scores);

/// The names of the parts that labelled threads have, in order of appearance.
[[nodiscard]] std::vector<std::string> labelled_part_names(const LabelledQuestions& labelled);

}  // namespace cento
