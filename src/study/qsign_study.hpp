#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "read/document.hpp"
#include "sign/qsign_theory.hpp"

namespace cento {

/// How the experiments of qsign, section 3.2, are run. The same names are used on the command line.
struct QsignStudyOptions {
  std::uint32_t queries = 30;             // documents that are asked about, drawn from the collection
  std::uint32_t query_sentences = 1'000;  // of these documents, at most
  std::uint32_t min_words = 4;            // a sentence with fewer is not asked about
  double threshold = 0.7;                 // θ for which d is chosen: from 0.5 on
  double recall = 0.9;                    // for which d is chosen
  double seconds_a_run = 0.5;  // a run time is the mean over as many sentences as so much processor time allows
  std::size_t threads = 1;
};

/// Levels of overlap (normalised) as in Table 2: 0.9 < θ ≤ 1, …, 0.5 ≤ θ ≤ 0.6.
inline constexpr std::size_t kQsignLevels = 5;
inline constexpr double kQsignLeastOverlap = 0.5;

/// A search within d bits. Recall is over pairs of a sentence that was asked about and one of another document that it
/// overlaps with; empty where there is no pair.
struct QsignPoint {
  unsigned distance = 0;  // d
  std::array<std::optional<double>, kQsignLevels> recall;
  std::optional<double> total_recall;                // over all levels
  std::array<double, kQsignLevels - 1> predicted{};  // at just the least overlap of each level but the last
  double candidates = 0;                             // for a sentence
  std::optional<double> precision;                   // pairs of all candidates
  double seconds = 0;                                // for a sentence
};

/// What the d comes to that was chosen, sentence by sentence, for a wanted recall.
struct QsignChoice {
  double mean_distance = 0;
  std::optional<double> predicted;  // recall over the pairs of at least the wanted overlap
  std::optional<double> measured;
  std::optional<double> measured_as_long;  // over those with no more other words than the prediction is about
  double candidates = 0;
  double seconds = 0;
};

/// Everything about signatures of one length.
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
  std::array<std::uint64_t, kQsignLevels> pairs{};  // that a full scan finds
  double scan_seconds = 0;                          // for a sentence, looking at all others
  double words_seconds = 0;                         // the same result by lists of words, at the threshold of the choice
  double words_candidates = 0;
  std::vector<QsignCurve> curves;  // m = 16, 32, 64, 128
};

/// Repeats the experiments on a collection, which is kept in memory as the words of its sentences.
class QsignStudy {
 public:
  /// Throws UsageError when an option is out of its range.
  explicit QsignStudy(const QsignStudyOptions& options);
  ~QsignStudy();

  /// As BatchSteps::work: on any thread.
  [[nodiscard]] static std::shared_ptr<void> sign(const DocumentBatch& batch);

  /// As BatchSteps::take: in input order.
  void add(const void* signed_batch);

  /// All runs. Called once, after everything was added.
  [[nodiscard]] QsignResults finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
