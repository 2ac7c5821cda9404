#pragma once

#include <span>
#include <string>

#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_model.hpp"
#include "study/forum/labelled_files.hpp"
#include "study/judge/judgement_text.hpp"

namespace cento {

/// How well a model scores labelled pairs.
struct LabelledJudgement {
  JudgementText judgement;
  std::string score_rows;  // tab-separated: `id score`, or `a_id b_id score` if there is a pairs file, with a header
};

/// Scores all labelled pairs and judges the scores. `outside`: as for labelled_scores(). `recall`: at which the best
/// precision is reported.
[[nodiscard]] LabelledJudgement judge_labelled(const LabelledQuestions& labelled, std::span<const double> outside,
                                               const LabelFiles& files, const ForumModel& model, double recall,
                                               const ForumRunOptions& run);

/// Remarks if all pairs have the same label. `what`: where the labels are from.
void note_single_label(const LabelledQuestions& labelled, const std::string& what, Reporter& reporter);

}  // namespace cento
