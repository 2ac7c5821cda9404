#include "study/judge/ranking_measures.hpp"

#include <algorithm>

#include "study/share.hpp"

namespace cento {

std::optional<double> PairCounts::precision() const {
  return share(true_positives, true_positives + false_positives);
}

std::optional<double> PairCounts::recall() const {
  return share(true_positives, positives());
}

std::optional<double> PairCounts::f1() const {
  return share(2 * true_positives, 2 * true_positives + false_positives + false_negatives);
}

PairCounts count_at(std::span<const ScoredLabel> pairs, double threshold) {
  PairCounts counts;
  for (const ScoredLabel& pair : pairs) {
    const bool is_found = pair.score >= threshold;
    if (pair.is_positive) {
      ++(is_found ? counts.true_positives : counts.false_negatives);
    } else {
      ++(is_found ? counts.false_positives : counts.true_negatives);
    }
  }
  return counts;
}

std::vector<ThresholdCounts> threshold_curve(std::span<const ScoredLabel> pairs) {
  std::vector<ScoredLabel> sorted(pairs.begin(), pairs.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const ScoredLabel& one, const ScoredLabel& other) { return one.score > other.score; });
  PairCounts counts = count_at(pairs, std::numeric_limits<double>::quiet_NaN());
  std::vector<ThresholdCounts> curve;
  for (const ScoredLabel& pair : sorted) {
    if (pair.score == kNeverFound) break;
    ++(pair.is_positive ? counts.true_positives : counts.false_positives);
    --(pair.is_positive ? counts.false_negatives : counts.true_negatives);
    if (!curve.empty() && curve.back().threshold == pair.score) {
      curve.back().counts = counts;
    } else {
      curve.push_back({pair.score, counts});
    }
  }
  return curve;
}

std::optional<BestF1> best_f1(std::span<const ScoredLabel> pairs) {
  if (std::none_of(pairs.begin(), pairs.end(), [](const ScoredLabel& pair) { return pair.is_positive; })) return {};
  BestF1 best;
  for (const ThresholdCounts& point : threshold_curve(pairs)) {
    const double f1 = point.counts.f1().value_or(0);
    if (f1 > best.f1) best = {f1, point.threshold};
  }
  return best;
}

std::optional<double> precision_at_recall(std::span<const ScoredLabel> pairs, double recall) {
  std::optional<double> best;
  for (const ThresholdCounts& point : threshold_curve(pairs)) {
    if (point.counts.recall().value_or(0) < recall) continue;
    best = std::max(best.value_or(0), point.counts.precision().value_or(0));
  }
  return best;
}

std::optional<double> average_precision(std::span<const ScoredLabel> pairs) {
  const std::uint64_t positives = count_at(pairs, kNeverFound).positives();
  if (positives == 0) return std::nullopt;
  double sum = 0;
  std::uint64_t earlier = 0;
  for (const ThresholdCounts& point : threshold_curve(pairs)) {
    sum += static_cast<double>(point.counts.true_positives - earlier) * point.counts.precision().value_or(0);
    earlier = point.counts.true_positives;
  }
  return sum / static_cast<double>(positives);
}

MeanAveragePrecision mean_average_precision(std::span<const std::vector<ScoredLabel>> rankings) {
  MeanAveragePrecision result;
  double sum = 0;
  for (const auto& ranking : rankings) {
    const auto average = average_precision(ranking);
    sum += average.value_or(0);
    ++(average ? result.rankings : result.without_positive);
  }
  if (result.rankings > 0) result.mean = sum / static_cast<double>(result.rankings);
  return result;
}

}  // namespace cento
