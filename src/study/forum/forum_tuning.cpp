#include "study/forum/forum_tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "study/forum/weight_climb.hpp"
#include "study/forum/word_factors.hpp"

namespace cento {

namespace {

constexpr std::size_t kCrossFits = 4;  // a pair's word factors come from the other three quarters of the labels
/// Options for learning word factors that are tried, the more cautious ones first.
constexpr std::array<WordFactorOptions, 3> kWordFactors = {{{60, 0.4}, {30, 0.5}, {15, 0.55}}};
constexpr double kLeastFactorGain = 0.3;      // of F1, divided by the root of the number of labels: less is chance
constexpr double kLeastWeight = 0.01;         // a comparison that weighs less is dropped
constexpr double kWeightUnit = 10'000;        // weights have four digits
constexpr double kThresholdUnit = 1'000'000;  // thresholds have six
constexpr std::size_t kLeastOfEachLabel = 2;  // otherwise nothing can be held out

using Rows = LabelledRows;

double rounded(double value, double unit = kWeightUnit) {
  return std::round(value * unit) / unit;
}

bool is_of_words(const Comparison& comparison) {
  return comparison.features == "words" || comparison.features == "content";
}

void check_options(const TuningOptions& options) {
  if (options.folds < 2)
    throw UsageError("`folds` must be at least 2: a model learned from some labels is judged by the others.");
}

/// Pairs of a query stay together; labels are distributed evenly among the others.
std::vector<std::size_t> folds_of(const LabelledQuestions& labelled, std::size_t folds, std::uint64_t seed) {
  std::map<std::string_view, Rows> queries;
  std::vector<Rows> groups;
  for (std::uint32_t row = 0; row < labelled.pairs.size(); ++row) {
    const ForumLabel& pair = labelled.pairs[row];
    if (pair.query.empty()) {
      groups.push_back({row});
    } else {
      queries[pair.query].push_back(row);
    }
  }
  for (auto& [query, rows] : queries) groups.push_back(std::move(rows));
  std::mt19937_64 random(seed);
  std::shuffle(groups.begin(), groups.end(), random);
  std::stable_partition(groups.begin(), groups.end(), [&labelled](const Rows& rows) {
    return rows.size() == 1 && labelled.pairs[rows.front()].is_positive;
  });
  std::vector<std::size_t> fold_of(labelled.pairs.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const std::uint32_t row : groups[i]) fold_of[row] = i % folds;
  }
  return fold_of;
}

/// The model in which all comparisons are tried, all with equal weight.
ForumModel model_to_try(const std::vector<std::string>& parts, const std::vector<Comparison>& comparisons) {
  ForumModel model;
  for (const std::string& part : parts) model.parts.push_back({part, 1, comparisons});
  return model;
}

/// Learns from some of the labels.
class Tuner {
 public:
  Tuner(const LabelledQuestions& labelled, std::span<const double> outside, const TuningOptions& options)
      : labelled_(labelled),
        outside_(outside),
        options_(options),
        tried_(model_to_try(options.parts.empty() ? labelled_part_names(labelled) : options.parts,
                            options.comparisons.empty() ? usual_comparisons() : options.comparisons)),
        plain_(labelled_similarities(labelled, all_rows(labelled), tried_, options.run)) {
    for (std::size_t i = 0; i < outside.size(); ++i) plain_[i].outside = outside[i];
    if (options.learns_words) words_.emplace(labelled);
  }

  struct Learned {
    ForumModel model;  // with all comparisons tried, including those with weight 0
    double f1 = 0;
  };

  Learned learn(const Rows& rows) const {
    Learned best = learned_from(plain_, rows, {});
    if (!words_) return best;
    double least_f1 = best.f1 + kLeastFactorGain / std::sqrt(static_cast<double>(rows.size()));
    for (const WordFactorOptions& how : kWordFactors) {
      Learned by_words = learned_from(cross_fitted(rows, how), rows, words_->learn(rows, how));
      if (by_words.f1 <= least_f1) continue;
      least_f1 = by_words.f1;
      best = std::move(by_words);
    }
    return best;
  }

  /// Scores by the model, in the order of `rows`.
  std::vector<ScoredLabel> scores(const ForumModel& model, const Rows& rows) const {
    if (model.word_factors.empty()) return scores(model, rows, plain_);
    std::vector<ForumSimilarities> found = plain_;
    put_words(rows, model.word_factors, found);
    return scores(model, rows, found);
  }

 private:
  std::vector<ScoredLabel> scores(const ForumModel& model, const Rows& rows,
                                  const std::vector<ForumSimilarities>& found) const {
    std::vector<ScoredLabel> scores;
    for (const std::uint32_t row : rows) {
      scores.push_back({forum_similarity(model, found[row]), labelled_.pairs[row].is_positive});
    }
    return scores;
  }

  Learned learned_from(const std::vector<ForumSimilarities>& found, const Rows& rows,
                       std::map<std::string, double> factors) const {
    ClimbOptions climb;
    climb.starts = options_.starts;
    climb.seed = options_.seed;
    climb.threads = options_.run.threads;
    const ClimbedWeights climbed = climb_weights(columns_of(found, rows), climb);
    Learned learned{weighted_model(climbed), 0};
    learned.model.word_factors = std::move(factors);
    set_threshold(scores(learned.model, rows, found), learned);
    return learned;
  }

  [[nodiscard]] SimilarityColumns columns_of(const std::vector<ForumSimilarities>& found, const Rows& rows) const {
    SimilarityColumns columns;
    columns.pairs = rows.size();
    const std::size_t compared = found[rows.front()].comparisons.size();
    columns.columns.resize(compared + (outside_.empty() ? 0 : 1));
    for (std::size_t c = 0; c < columns.columns.size(); ++c) columns.columns[c].group = c;
    for (const std::uint32_t row : rows) {
      for (std::size_t c = 0; c < compared; ++c) {
        columns.columns[c].values.push_back(static_cast<float>(found[row].comparisons[c]));
      }
      if (!outside_.empty()) columns.columns.back().values.push_back(static_cast<float>(found[row].outside));
      columns.numbers_differ.push_back(found[row].numbers_differ ? 1 : 0);
      columns.negation_differs.push_back(found[row].negation_differs ? 1 : 0);
      columns.is_positive.push_back(labelled_.pairs[row].is_positive ? 1 : 0);
    }
    return columns;
  }

  /// Without those that weigh next to nothing; the rest add up to 1 again.
  static std::vector<double> weights_that_count(const ClimbedWeights& climbed) {
    std::vector<double> weights = climbed.weights;
    const double least = std::min(kLeastWeight, *std::max_element(weights.begin(), weights.end()));
    for (double& weight : weights) weight = weight < least ? 0 : weight;
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  [[nodiscard]] ForumModel weighted_model(const ClimbedWeights& climbed) const {
    ForumModel model = tried_;
    const std::vector<double> weights = weights_that_count(climbed);
    auto weight = weights.begin();
    for (ComparedPart& part : model.parts) {
      part.weight = 0;
      for (Comparison& comparison : part.comparisons) {
        comparison.weight = *weight++;
        part.weight += comparison.weight;
      }
      for (Comparison& comparison : part.comparisons) {
        comparison.weight = part.weight > 0 ? rounded(comparison.weight / part.weight) : 0;
      }
      part.weight = rounded(part.weight);
    }
    if (!outside_.empty()) model.outside_weight = rounded(*weight);
    model.number_guard = rounded(climbed.number_guard);
    model.negation_guard = rounded(climbed.negation_guard);
    return model;
  }

  /// Half-way between the scores on either side of the best threshold, since unseen pairs may lie between them.
  static void set_threshold(const std::vector<ScoredLabel>& scores, Learned& learned) {
    const auto curve = threshold_curve(scores);
    const auto f1 = [](const ThresholdCounts& at) { return at.threshold > 0 ? at.counts.f1().value_or(0) : -1; };
    const auto best =
        std::max_element(curve.begin(), curve.end(), [&f1](const auto& x, const auto& y) { return f1(x) < f1(y); });
    if (best == curve.end() || !(best->threshold > 0)) return;
    const auto next = std::next(best);
    const double below = next == curve.end() ? 0 : next->threshold;
    const double middle = (best->threshold + below) / 2;
    const double round = rounded(middle, kThresholdUnit);
    learned.model.threshold = round > below && round <= best->threshold ? round : middle;
    learned.f1 = f1(*best);
  }

  /// The similarities of pairs by factors learned from the labels of other pairs.
  [[nodiscard]] std::vector<ForumSimilarities> cross_fitted(const Rows& rows, const WordFactorOptions& how) const {
    std::vector<ForumSimilarities> found = plain_;
    for (std::size_t fit = 0; fit < kCrossFits; ++fit) {
      Rows own;
      Rows others;
      for (std::size_t i = 0; i < rows.size(); ++i) (i % kCrossFits == fit ? own : others).push_back(rows[i]);
      put_words(own, words_->learn(others, how), found);
    }
    return found;
  }

  /// Replaces the similarities that depend on the factors.
  void put_words(const Rows& rows, const std::map<std::string, double>& factors,
                 std::vector<ForumSimilarities>& found) const {
    ForumModel model;
    std::vector<std::size_t> places;
    std::size_t place = 0;
    for (const ComparedPart& part : tried_.parts) {
      ComparedPart of_words{part.part, 1, {}};
      for (const Comparison& comparison : part.comparisons) {
        if (is_of_words(comparison)) {
          of_words.comparisons.push_back(comparison);
          places.push_back(place);
        }
        ++place;
      }
      if (!of_words.comparisons.empty()) model.parts.push_back(std::move(of_words));
    }
    if (places.empty()) return;
    model.word_factors = factors;
    const auto by_words = labelled_similarities(labelled_, rows, model, options_.run);
    for (const std::uint32_t row : rows) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        found[row].comparisons[places[i]] = by_words[row].comparisons[i];
      }
    }
  }

  const LabelledQuestions& labelled_;
  std::span<const double> outside_;
  const TuningOptions& options_;
  ForumModel tried_;
  std::vector<ForumSimilarities> plain_;  // without factors
  std::optional<UnsharedWords> words_;
};

ForumModel without_idle_comparisons(ForumModel model) {
  for (ComparedPart& part : model.parts)
    std::erase_if(part.comparisons, [](const Comparison& c) { return c.weight <= 0; });
  std::erase_if(model.parts, [](const ComparedPart& part) { return part.comparisons.empty(); });
  return model;
}

PairCounts sum(const PairCounts& x, const PairCounts& y) {
  return {x.true_positives + y.true_positives, x.false_positives + y.false_positives,
          x.false_negatives + y.false_negatives, x.true_negatives + y.true_negatives};
}

}  // namespace

std::vector<Comparison> usual_comparisons() {
  std::vector<Comparison> comparisons;
  for (const char* name : {"words", "words*idf", "words*idf2", "words*idf/contained", "words*idf2/contained",
                           "words*idf2/rarest", "content*idf", "content*idf2", "asked", "shingle:2", "shingle:3",
                           "grams:2*idf", "grams:3*idf", "grams:4*idf", "order"}) {
    comparisons.push_back(parse_comparison(name));
  }
  return comparisons;
}

TuningResult tune_forum(const LabelledQuestions& labelled, std::span<const double> outside,
                        const TuningOptions& options) {
  check_options(options);
  check_labels(labelled, kLeastOfEachLabel, "The labels");
  const Tuner tuner(labelled, outside, options);
  TuningResult result;
  const Rows rows = all_rows(labelled);
  result.model = tuner.learn(rows).model;
  result.trained = count_at(tuner.scores(result.model, rows), result.model.threshold);
  result.scores.resize(rows.size());
  const std::vector<std::size_t> fold_of = folds_of(labelled, options.folds, options.seed);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    Rows learned;
    Rows held_out;
    for (const std::uint32_t row : rows) (fold_of[row] == fold ? held_out : learned).push_back(row);
    if (held_out.empty() || learned.empty()) continue;
    const ForumModel model = tuner.learn(learned).model;
    const std::vector<ScoredLabel> scores = tuner.scores(model, held_out);
    result.folds.push_back({count_at(scores, model.threshold), model.threshold, !model.word_factors.empty()});
    result.held_out = sum(result.held_out, result.folds.back().counts);
    for (std::size_t i = 0; i < held_out.size(); ++i) {
      result.scores[held_out[i]] = {scores[i].score - model.threshold + result.model.threshold, scores[i].is_positive};
    }
  }
  result.model = without_idle_comparisons(std::move(result.model));
  return result;
}

}  // namespace cento
