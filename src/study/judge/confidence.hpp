#pragma once

#include <cstdint>
#include <optional>

#include "study/judge/ranking_measures.hpp"

namespace cento {

/// The 95 % confidence interval of a share.
struct Interval {
  double low = 0;
  double high = 1;
};

/// Wilson's interval for `part` of `whole` independent cases: sensible for few cases and for shares of 0 and 1. Empty
/// without cases.
[[nodiscard]] std::optional<Interval> wilson_interval(std::uint64_t part, std::uint64_t whole);

[[nodiscard]] std::optional<Interval> precision_interval(const PairCounts& counts);
[[nodiscard]] std::optional<Interval> recall_interval(const PairCounts& counts);

struct BootstrapOptions {
  std::uint32_t resamples = 2000;
  std::uint64_t seed = 1;  // the same counts and seed give the same interval
};

/// Percentile bootstrap of F1: as many pairs as there are, are drawn with replacement, repeatedly; the middle 95 % of
/// their F1 are the interval. Its time does not depend on the number of pairs. Empty where F1 is.
[[nodiscard]] std::optional<Interval> f1_interval(const PairCounts& counts, const BootstrapOptions& options = {});

}  // namespace cento
