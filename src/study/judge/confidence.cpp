#include "study/judge/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace cento {

namespace {

constexpr double kNormalQuantile = 1.959963984540054;  // of 0.975
constexpr double kTail = 0.025;                        // on each side

/// How many of `trials` draws fall on `part` of `whole` equally likely cases.
std::uint64_t draw(std::mt19937_64& random, std::uint64_t trials, std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || trials == 0) return 0;
  if (part == whole) return trials;
  std::binomial_distribution<std::int64_t> distribution(static_cast<std::int64_t>(trials),
                                                        static_cast<double>(part) / static_cast<double>(whole));
  return static_cast<std::uint64_t>(distribution(random));
}

/// F1 depends only on how many pairs of each kind were drawn: a multinomial draw, one kind after another.
PairCounts resample(std::mt19937_64& random, const PairCounts& counts) {
  std::uint64_t left = counts.pairs();
  std::uint64_t cases = left;
  const auto take = [&](std::uint64_t part) {
    const std::uint64_t drawn = draw(random, left, part, cases);
    left -= drawn;
    cases -= part;
    return drawn;
  };
  PairCounts drawn;
  drawn.true_positives = take(counts.true_positives);
  drawn.false_positives = take(counts.false_positives);
  drawn.false_negatives = take(counts.false_negatives);
  drawn.true_negatives = left;
  return drawn;
}

}  // namespace

std::optional<Interval> wilson_interval(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  const double cases = static_cast<double>(whole);
  const double share = static_cast<double>(part) / cases;
  const double square = kNormalQuantile * kNormalQuantile;
  const double middle = share + square / (2 * cases);
  const double reach = kNormalQuantile * std::sqrt(share * (1 - share) / cases + square / (4 * cases * cases));
  const double scale = 1 + square / cases;
  return Interval{std::clamp((middle - reach) / scale, 0.0, share), std::clamp((middle + reach) / scale, share, 1.0)};
}

std::optional<Interval> precision_interval(const PairCounts& counts) {
  return wilson_interval(counts.true_positives, counts.true_positives + counts.false_positives);
}

std::optional<Interval> recall_interval(const PairCounts& counts) {
  return wilson_interval(counts.true_positives, counts.positives());
}

std::optional<Interval> f1_interval(const PairCounts& counts, const BootstrapOptions& options) {
  if (!counts.f1() || options.resamples == 0) return std::nullopt;
  std::mt19937_64 random(options.seed);
  std::vector<double> values;
  values.reserve(options.resamples);
  for (std::uint32_t i = 0; i < options.resamples; ++i) values.push_back(resample(random, counts).f1().value_or(0));
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return Interval{values[static_cast<std::size_t>(std::floor(kTail * last))],
                  values[static_cast<std::size_t>(std::ceil((1 - kTail) * last))]};
}

}  // namespace cento
