#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/ndd/ndd_study.hpp"

namespace cento {

/// What may make the tables inexact, over all runs.
struct NddLimits {
  std::uint64_t capped_features = 0;
  std::uint64_t guessed_pairs = 0;
  std::uint64_t left_out_pairs = 0;
};

[[nodiscard]] NddLimits limits_of(const NddResults& results);

/// How to read the tables, in sentences. `least`: as NddStudyOptions::least.
[[nodiscard]] std::vector<std::string> ndd_findings(const NddResults& results, double least);

}  // namespace cento
