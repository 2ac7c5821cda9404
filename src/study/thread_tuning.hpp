#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/thread_comparer.hpp"
#include "methods/thread_model.hpp"
#include "study/labelled_pairs.hpp"
#include "study/labelled_similarities.hpp"
#include "study/ranking_measures.hpp"

namespace cento {

/// How a model is learned from labelled pairs. The same names are used on the command line.
struct TuningOptions {
  std::vector<std::string> parts;       // that are compared; empty: all that the labelled threads have
  std::vector<Comparison> comparisons;  // that are tried in each part; empty: those that did best
  std::size_t folds = 5;                // of cross-validation, at least 2
  std::size_t starts = 20;              // random ones of hill climbing
  std::uint64_t seed = 1;               // of folds and starts
  bool learns_words = true;             // whether words may get factors
  ThreadRunOptions run;
};

/// The ways to compare that are tried when none are given.
[[nodiscard]] std::vector<Comparison> usual_comparisons();

/// A held-out part of the labels, judged by what was learned from the rest.
struct TunedFold {
  PairCounts counts;
  double threshold = 0;
  bool has_word_factors = false;
};

struct TuningResult {
  ThreadModel model;    // learned from all labels
  PairCounts trained;   // how it judges the labels that it was learned from
  PairCounts held_out;  // of all folds together
  std::vector<TunedFold> folds;
  /// The score of each pair by the model that has not seen it, moved so that the thresholds of all folds are that of
  /// `model`.
  std::vector<ScoredLabel> scores;
};

/// Learns from the labels. `outside` is the similarity of each pair that came from outside, kMissing where there is
/// none; or empty. Throws UsageError when an option makes no sense, Error when there are too few labels.
[[nodiscard]] TuningResult tune_threads(const LabelledThreads& labelled, std::span<const double> outside,
                                        const TuningOptions& options);

}  // namespace cento
