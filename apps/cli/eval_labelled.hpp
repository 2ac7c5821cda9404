#pragma once

#include <optional>

#include "labelled_input.hpp"

namespace cento::cli {

/// `cento eval LABELLED --options FILE`: labelled pairs are scored by a model of `cento tune`, and that is judged.
struct EvalLabelledOptions : LabelledOptions {
  std::string options_file;
  std::optional<double> threshold;  // none: that of the model
  double recall = 0.5;              // at which the best precision is told
};

/// Writes the scores where `options.output` says (`id score`, or `a_id b_id score`; not if that is "-") and tells the
/// judgement on standard output.
UnusedInput run_eval_labelled(EvalLabelledOptions options);

}  // namespace cento::cli
