#pragma once

#include <string>

#include "study/forum/forum_tuning.hpp"
#include "study/judge/judgement_text.hpp"

namespace cento {

/// The result of tuning: how good it is on held-out labels, and the model.
[[nodiscard]] JudgementText describe(const TuningResult& result, const LabelledQuestions& labelled);

}  // namespace cento
