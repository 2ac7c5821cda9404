#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace cento {

/// The score of a pair without a score: it is below every threshold.
inline constexpr double kNeverFound = -std::numeric_limits<double>::infinity();

/// The score of a pair, and whether it should be found.
struct ScoredLabel {
  double score = kNeverFound;  // not NaN
  bool is_positive = false;
};

/// How many pairs were found correctly and incorrectly.
struct PairCounts {
  std::uint64_t true_positives = 0;
  std::uint64_t false_positives = 0;
  std::uint64_t false_negatives = 0;
  std::uint64_t true_negatives = 0;

  [[nodiscard]] std::uint64_t positives() const { return true_positives + false_negatives; }
  [[nodiscard]] std::uint64_t pairs() const { return positives() + false_positives + true_negatives; }

  /// Empty where there is nothing to divide by: nothing was found; nothing was to be found; neither.
  [[nodiscard]] std::optional<double> precision() const;
  [[nodiscard]] std::optional<double> recall() const;
  [[nodiscard]] std::optional<double> f1() const;

  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

/// A pair is found when its score is at least the threshold.
[[nodiscard]] PairCounts count_at(std::span<const ScoredLabel> pairs, double threshold);

/// The result of a threshold.
struct ThresholdCounts {
  double threshold = 0;
  PairCounts counts;
};

/// The counts at each score that occurs (other than kNeverFound), the highest first: the precision–recall curve. Pairs
/// of the same score are found together.
[[nodiscard]] std::vector<ThresholdCounts> threshold_curve(std::span<const ScoredLabel> pairs);

/// The best F1 of a curve.
struct BestF1 {
  double f1 = 0;
  std::optional<double> threshold;  // the highest that gives it; empty when none gives more than 0
};

/// Empty when no pair is positive.
[[nodiscard]] std::optional<BestF1> best_f1(std::span<const ScoredLabel> pairs);

/// The best precision at a threshold whose recall is at least `recall` (greater than 0); empty if none reaches it.
[[nodiscard]] std::optional<double> precision_at_recall(std::span<const ScoredLabel> pairs, double recall);

/// The mean, over the positive pairs, of the precision at each one's score; a pair without a score counts 0. Pairs of
/// the same score share a rank, so that their order does not matter. Empty when no pair is positive.
[[nodiscard]] std::optional<double> average_precision(std::span<const ScoredLabel> pairs);

/// The mean of average_precision() over rankings.
struct MeanAveragePrecision {
  std::optional<double> mean;  // empty when no ranking has a positive pair
  std::uint64_t rankings = 0;  // those with a positive pair, over which the mean is taken
  std::uint64_t without_positive = 0;
};

/// `rankings` holds the pairs of each query.
[[nodiscard]] MeanAveragePrecision mean_average_precision(std::span<const std::vector<ScoredLabel>> rankings);

}  // namespace cento
