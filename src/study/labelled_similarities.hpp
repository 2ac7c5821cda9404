#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/thread_comparer.hpp"
#include "methods/thread_model.hpp"
#include "study/labelled_pairs.hpp"
#include "study/ranking_measures.hpp"

namespace cento {

/// Numbers of labelled pairs.
using LabelledRows = std::vector<std::uint32_t>;

[[nodiscard]] LabelledRows all_rows(const LabelledThreads& labelled);

/// The similarities of labelled pairs by the comparisons of a model, whose weights do not matter; those of pairs that
/// `rows` does not name are left empty. What features need to know of a collection is counted over the labelled
/// threads, unless `run` has it.
[[nodiscard]] std::vector<ThreadSimilarities> labelled_similarities(const LabelledThreads& labelled,
                                                                    std::span<const std::uint32_t> rows,
                                                                    const ThreadModel& model,
                                                                    const ThreadRunOptions& run);

/// The scores of all labelled pairs by a model. `outside` is the similarity of each pair that came from outside,
/// kMissing where there is none; or empty.
[[nodiscard]] std::vector<ScoredLabel> labelled_scores(const LabelledThreads& labelled, std::span<const double> outside,
                                                       const ThreadModel& model, const ThreadRunOptions& run);

/// MAP over the pairs that name a query.
[[nodiscard]] MeanAveragePrecision map_by_query(const LabelledThreads& labelled, std::span<const ScoredLabel> scores);

/// The names of the parts that labelled threads have, in the order in which they come.
[[nodiscard]] std::vector<std::string> labelled_part_names(const LabelledThreads& labelled);

}  // namespace cento
