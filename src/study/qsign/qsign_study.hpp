#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "read/document.hpp"
#include "sign/bits/qsign_theory.hpp"

namespace cento {

struct WordSentences;

/// How the experiments of qsign, section 3.2, are run. The same names are used on the command line.
struct QsignStudyOptions {
  std::uint32_t queries = 30;             // query documents, drawn from the collection
  std::uint32_t query_sentences = 1'000;  // of these documents, at most
  std::uint32_t min_words = 4;            // a sentence with fewer is not a query
  double threshold = 0.7;                 // θ for which d is chosen; at least 0.5
  double recall = 0.9;                    // for which d is chosen
  double seconds_a_run = 0.5;             // a run time is the mean over as many sentences as this processor time allows
  std::size_t threads = 1;
};

/// Levels of overlap (normalised) as in Table 2: 0.9 < θ ≤ 1, …, 0.5 ≤ θ ≤ 0.6.
inline constexpr std::size_t kQsignLevels = 5;
inline constexpr double kQsignLeastOverlap = 0.5;

/// A search within d bits. Recall is over pairs of a query sentence and one of another document that it overlaps with;
/// empty where there is no pair.
struct QsignPoint {
  unsigned distance = 0;  // d
  std::array<std::optional<double>, kQsignLevels> recall;
  std::optional<double> total_recall;                // over all levels
  std::array<double, kQsignLevels - 1> predicted{};  // at exactly the least overlap of each level but the last
  double candidates = 0;                             // per sentence
  std::optional<double> precision;                   // share of candidates that are pairs
  double seconds = 0;                                // per sentence
};

/// The outcome of choosing d sentence by sentence for a wanted recall.
struct QsignChoice {
  double mean_distance = 0;
  std::optional<double> predicted;  // recall over the pairs of at least the wanted overlap
  std::optional<double> measured;
  std::optional<double> measured_as_long;  // over those with no more other words than the prediction assumes
  double candidates = 0;
  double seconds = 0;
};

/// Everything about one signature length.
struct QsignCurve {
  BitShape shape;
  std::vector<QsignPoint> points;
  QsignChoice choice;
};

struct QsignResults {
  std::uint64_t documents = 0;
  std::uint64_t sentences = 0;
  std::uint64_t dictionary = 0;  // distinct words
  std::uint64_t query_documents = 0;
  std::uint64_t query_sentences = 0;                // with words
  double mean_words = 0;                            // distinct, of these
  std::array<std::uint64_t, kQsignLevels> pairs{};  // found by a full scan
  double scan_seconds = 0;                          // per sentence, comparing it with all others
  double words_seconds = 0;                         // the same result by word lists, at the threshold of the choice
  double words_candidates = 0;
  std::vector<QsignCurve> curves;  // m = 16, 32, 64, 128
};

/// Repeats the experiments on a collection, which is kept in memory as the words of its sentences.
class QsignStudy {
 public:
  /// Throws UsageError when an option is out of range.
  explicit QsignStudy(const QsignStudyOptions& options);
  ~QsignStudy();

  /// As the `work` of a BatchStep: on any thread.
  [[nodiscard]] static std::shared_ptr<WordSentences> sign(const DocumentBatch& batch);

  /// As its `take`: in input order.
  void add(const WordSentences& batch);

  /// All runs. Called once, after everything was added.
  [[nodiscard]] QsignResults finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
