#pragma once

#include <string>

#include "study/judge/cluster_judgement.hpp"
#include "study/judge/pair_judgement.hpp"
#include "study/judge/span_judgement.hpp"

namespace cento {

/// A judgement in words and numbers.
struct JudgementText {
  std::string text;           // a table and a few lines, for people
  std::string measures_json;  // the same as fields of a JSON object, for programs
};

[[nodiscard]] JudgementText describe(const PairReport& report, const PairJudgingOptions& options);
[[nodiscard]] JudgementText describe(const ClusterReport& report);
[[nodiscard]] JudgementText describe(const SpanReport& report);

}  // namespace cento
