#pragma once

#include <optional>

#include "commands/labelled_input.hpp"

namespace cento::cli {

/// `cento eval LABELLED --options FILE`: scores labelled pairs with a model of `cento tune` and judges the scores.
struct EvalLabelledOptions : LabelledOptions {
  std::string options_file;
  std::optional<double> threshold;  // empty: that of the model
  double recall = 0.5;              // at which the best precision is reported
};

/// Writes the scores to `options.output` (`id score`, or `a_id b_id score`) unless that is "-", and the judgement to
/// standard output.
UnusedInput run_eval_labelled(EvalLabelledOptions options);

}  // namespace cento::cli
