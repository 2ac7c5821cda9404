#include "study/forum/weight_climb.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <random>

#include "core/parallel/executor.hpp"

namespace cento {

namespace {

constexpr std::array<double, 5> kSteps = {0.3, 0.1, 0.05, 0.02, 0.01};
constexpr int kMostSweeps = 40;             // per step size: far more than a climb takes
constexpr double kLeastGain = 1e-6;         // less is rounding
constexpr std::size_t kScoreLevels = 4096;  // at which F1 is computed while climbing
constexpr double kWorthOfTheMean = 0.005;   // of F1: the mean of all ends may be this much worse than the best
constexpr std::size_t kNoColumn = ~std::size_t{0};

template <typename T>
std::vector<T> chosen(const std::vector<T>& all, std::span<const std::uint32_t> rows) {
  std::vector<T> some(rows.size());
  std::transform(rows.begin(), rows.end(), some.begin(), [&all](std::uint32_t row) { return all[row]; });
  return some;
}

/// The columns with 0 for missing values, and which pairs have each group.
class DenseColumns {
 public:
  explicit DenseColumns(const SimilarityColumns& pairs) : pairs_(pairs) {
    for (const auto& column : pairs.columns) {
      if (column.group >= present_.size()) present_.resize(column.group + 1);
      present_[column.group].resize(pairs.pairs);
      values_.emplace_back(pairs.pairs);
      for (std::size_t i = 0; i < pairs.pairs; ++i) {
        const bool is_there = !std::isnan(column.values[i]);
        values_.back()[i] = is_there ? column.values[i] : 0.0F;
        present_[column.group][i] = is_there ? 1.0F : 0.0F;
      }
    }
    positives_ = static_cast<std::size_t>(std::count(pairs.is_positive.begin(), pairs.is_positive.end(), 1));
  }

  [[nodiscard]] std::size_t pairs() const { return pairs_.pairs; }
  [[nodiscard]] std::size_t columns() const { return values_.size(); }
  [[nodiscard]] std::size_t positives() const { return positives_; }
  [[nodiscard]] const float* values(std::size_t column) const { return values_[column].data(); }
  [[nodiscard]] const float* present(std::size_t column) const { return present_[pairs_.columns[column].group].data(); }
  [[nodiscard]] const SimilarityColumns& source() const { return pairs_; }

 private:
  const SimilarityColumns& pairs_;
  std::vector<std::vector<float>> values_;
  std::vector<std::vector<float>> present_;  // by group
  std::size_t positives_ = 0;
};

/// One climb. Coordinates are the weights of columns, then the two guards.
class Climber {
 public:
  Climber(const DenseColumns& data, const ClimbOptions& options, std::size_t start)
      : data_(data), most_guard_(options.most_guard), random_(options.seed * 1'000'003 + start) {
    at_.weights.assign(data.columns(), 1.0);
    if (start > 0) draw_weights();
    refresh();
    at_.f1 = f1_after(kNoColumn, 0);
  }

  /// Starts at the given weights.
  Climber(const DenseColumns& data, const ClimbOptions& options, ClimbedWeights at)
      : data_(data), most_guard_(options.most_guard), at_(std::move(at)) {
    refresh();
    at_.f1 = f1_after(kNoColumn, 0);
  }

  [[nodiscard]] const ClimbedWeights& here() const { return at_; }

  ClimbedWeights climb() {
    std::vector<std::size_t> order(data_.columns() + kGuards);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const double step : kSteps) {
      for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        std::shuffle(order.begin(), order.end(), random_);
        if (!sweep_once(order, step)) break;
      }
    }
    return at_;
  }

 private:
  static constexpr std::size_t kGuards = 2;

  /// Squares of exponentially distributed numbers: few columns weigh much, most little.
  void draw_weights() {
    for (double& weight : at_.weights) {
      constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53; library distributions are not portable
      const double uniform = (static_cast<double>(random_() >> 11U) + 1) * kUnit;
      weight = std::log(uniform) * std::log(uniform);
    }
  }

  bool sweep_once(const std::vector<std::size_t>& order, double step) {
    bool has_climbed = false;
    for (const std::size_t coordinate : order) has_climbed |= try_step(coordinate, step) || try_step(coordinate, -step);
    return has_climbed;
  }

  bool try_step(std::size_t coordinate, double step) {
    const bool is_guard = coordinate >= data_.columns();
    double& value = is_guard ? guard(coordinate - data_.columns()) : at_.weights[coordinate];
    const double most = is_guard ? most_guard_ : 1.0;
    const double wanted = std::clamp(value + step, 0.0, most);
    const bool takes_the_last = !is_guard && wanted < kLeastGain && value > 1 - kLeastGain;
    if (wanted == value || takes_the_last) return false;
    const double f1 = f1_after(coordinate, wanted - value);
    if (f1 <= at_.f1 + kLeastGain) return false;
    value = wanted;
    at_.f1 = f1;
    refresh();
    return true;
  }

  double& guard(std::size_t which) { return which == 0 ? at_.number_guard : at_.negation_guard; }

  [[nodiscard]] const std::uint8_t* flags(std::size_t which) const {
    return which == 0 ? data_.source().numbers_differ.data() : data_.source().negation_differs.data();
  }

  /// Normalises the weights to a sum of 1 and updates the sums of all pairs.
  void refresh() {
    const double sum = std::accumulate(at_.weights.begin(), at_.weights.end(), 0.0);
    for (double& weight : at_.weights) weight /= sum;
    sums_.assign(data_.pairs(), 0.0F);
    weights_.assign(data_.pairs(), 0.0F);
    taken_off_.assign(data_.pairs(), 0.0F);
    for (std::size_t c = 0; c < data_.columns(); ++c) add_column(c, static_cast<float>(at_.weights[c]));
    for (std::size_t which = 0; which < kGuards; ++which) {
      const auto amount = static_cast<float>(guard(which));
      for (std::size_t i = 0; i < data_.pairs(); ++i) taken_off_[i] += amount * static_cast<float>(flags(which)[i]);
    }
  }

  void add_column(std::size_t column, float weight) {
    const float* const values = data_.values(column);
    const float* const present = data_.present(column);
    for (std::size_t i = 0; i < data_.pairs(); ++i) {
      sums_[i] += weight * values[i];
      weights_[i] += weight * present[i];
    }
  }

  /// The best F1 if a coordinate changes by `change`.
  double f1_after(std::size_t coordinate, double change) {
    const auto amount = static_cast<float>(change);
    levels_.assign(data_.pairs(), 0);
    if (coordinate == kNoColumn) {
      level_scores([](std::size_t) { return 0.0F; }, [](std::size_t) { return 0.0F; },
                   [](std::size_t) { return 0.0F; });
    } else if (coordinate >= data_.columns()) {
      const std::uint8_t* const applies = flags(coordinate - data_.columns());
      level_scores([](std::size_t) { return 0.0F; }, [](std::size_t) { return 0.0F; },
                   [=](std::size_t i) { return amount * static_cast<float>(applies[i]); });
    } else {
      const float* const values = data_.values(coordinate);
      const float* const present = data_.present(coordinate);
      level_scores([=](std::size_t i) { return amount * values[i]; },
                   [=](std::size_t i) { return amount * present[i]; }, [](std::size_t) { return 0.0F; });
    }
    return best_f1_of_levels();
  }

  template <typename Sum, typename Weight, typename Off>
  void level_scores(const Sum& more_sum, const Weight& more_weight, const Off& more_off) {
    constexpr float kRoundingWeight = 1e-6F;  // less is rounding
    constexpr auto kTop = static_cast<float>(kScoreLevels - 1);
    for (std::size_t i = 0; i < data_.pairs(); ++i) {
      const float weight = weights_[i] + more_weight(i);
      const float mean = weight > kRoundingWeight ? (sums_[i] + more_sum(i)) / weight : 0.0F;
      const float score = std::clamp(mean - taken_off_[i] - more_off(i), 0.0F, 1.0F);
      levels_[i] = static_cast<std::uint16_t>(score * kTop);
    }
  }

  double best_f1_of_levels() {
    counts_.fill({});
    const std::uint8_t* const is_positive = data_.source().is_positive.data();
    for (std::size_t i = 0; i < data_.pairs(); ++i) ++counts_[levels_[i]][is_positive[i]];
    std::size_t found = 0;
    std::size_t right = 0;
    double best = 0;
    for (std::size_t level = kScoreLevels; level-- > 0;) {
      right += counts_[level][1];
      found += counts_[level][0] + counts_[level][1];
      if (right == 0) continue;
      best = std::max(best, 2.0 * static_cast<double>(right) / static_cast<double>(found + data_.positives()));
    }
    return best;
  }

  const DenseColumns& data_;
  double most_guard_;
  std::mt19937_64 random_;
  ClimbedWeights at_;
  std::vector<float> sums_;       // of weight · value, per pair
  std::vector<float> weights_;    // of the columns a pair has
  std::vector<float> taken_off_;  // subtracted by guards
  std::vector<std::uint16_t> levels_;
  std::array<std::array<std::uint32_t, 2>, kScoreLevels> counts_{};  // pairs by score and label
};

ClimbedWeights mean_of(const std::vector<ClimbedWeights>& ends) {
  ClimbedWeights mean;
  mean.weights.resize(ends.front().weights.size());
  const auto share = 1 / static_cast<double>(ends.size());
  for (const ClimbedWeights& end : ends) {
    for (std::size_t c = 0; c < mean.weights.size(); ++c) mean.weights[c] += share * end.weights[c];
    mean.number_guard += share * end.number_guard;
    mean.negation_guard += share * end.negation_guard;
  }
  return mean;
}

}  // namespace

SimilarityColumns chosen_rows(const SimilarityColumns& all, std::span<const std::uint32_t> rows) {
  SimilarityColumns some;
  some.pairs = rows.size();
  for (const auto& column : all.columns) some.columns.push_back({chosen(column.values, rows), column.group});
  some.numbers_differ = chosen(all.numbers_differ, rows);
  some.negation_differs = chosen(all.negation_differs, rows);
  some.is_positive = chosen(all.is_positive, rows);
  return some;
}

ClimbedWeights climb_weights(const SimilarityColumns& pairs, const ClimbOptions& options) {
  const DenseColumns data(pairs);
  std::vector<ClimbedWeights> ends(options.starts + 1);
  std::atomic<std::size_t> next = 0;
  run_on_threads(std::max<std::size_t>(1, options.threads), [&](std::size_t) {
    for (std::size_t start = next++; start < ends.size(); start = next++) {
      ends[start] = Climber(data, options, start).climb();
    }
  });
  const auto is_worse = [](const ClimbedWeights& x, const ClimbedWeights& y) { return x.f1 < y.f1; };
  const ClimbedWeights& best = *std::max_element(ends.begin(), ends.end(), is_worse);
  const ClimbedWeights mean = Climber(data, options, mean_of(ends)).here();
  return mean.f1 < best.f1 - kWorthOfTheMean ? best : mean;
}

}  // namespace cento
