#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/forum/forum_comparer.hpp"
#include "methods/forum/forum_model.hpp"
#include "study/forum/labelled_pairs.hpp"
#include "study/forum/labelled_similarities.hpp"
#include "study/judge/ranking_measures.hpp"

namespace cento {

/// How a model is learned from labelled pairs. The same names are used on the command line.
struct TuningOptions {
  std::vector<std::string> parts;       // parts to compare; empty: all that the labelled threads have
  std::vector<Comparison> comparisons;  // comparisons to try in each part; empty: usual_comparisons()
  std::size_t folds = 5;                // of cross-validation, at least 2
  std::size_t starts = 20;              // random starts of hill climbing
  std::uint64_t seed = 1;               // of folds and starts
  bool learns_words = true;             // whether factors of words are learned
  ForumRunOptions run;
};

/// The comparisons that are tried when none are given.
[[nodiscard]] std::vector<Comparison> usual_comparisons();

/// A held-out part of the labels, judged by a model learned from the rest.
struct TunedFold {
  PairCounts counts;
  double threshold = 0;
  bool has_word_factors = false;
};

struct TuningResult {
  ForumModel model;     // learned from all labels
  PairCounts trained;   // its results on the labels it was learned from
  PairCounts held_out;  // of all folds together
  std::vector<TunedFold> folds;
  /// The score of each pair by a model that has not seen it, shifted so that the thresholds of all folds equal that of
  /// `model`.
  std::vector<ScoredLabel> scores;
};

/// Learns from the labels. `outside` is the external similarity of each pair, kMissing where there is none; or empty.
/// Throws UsageError when an option makes no sense, Error when there are too few labels.
[[nodiscard]] TuningResult tune_forum(const LabelledQuestions& labelled, std::span<const double> outside,
                                      const TuningOptions& options);

}  // namespace cento
