#pragma once

#include <string>

#include "eval_output.hpp"
#include "study/thread_tuning.hpp"

namespace cento::cli {

/// What tuning came to: how good it is on labels that were held out, and the model.
[[nodiscard]] EvalOutput describe(const TuningResult& result, const LabelledThreads& labelled);

}  // namespace cento::cli
