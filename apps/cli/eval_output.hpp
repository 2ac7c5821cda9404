#pragma once

#include <string>

#include "study/cluster_judgement.hpp"
#include "study/pair_judgement.hpp"
#include "study/span_judgement.hpp"

namespace cento::cli {

/// What a judgement says.
struct EvalOutput {
  std::string text;           // a table and a few lines, for people
  std::string measures_json;  // the same as fields of a JSON object, for programs
};

[[nodiscard]] EvalOutput describe(const PairReport& report, const PairJudgingOptions& options);
[[nodiscard]] EvalOutput describe(const ClusterReport& report);
[[nodiscard]] EvalOutput describe(const SpanReport& report);

}  // namespace cento::cli
