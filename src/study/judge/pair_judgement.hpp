#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/judge/ranking_measures.hpp"

namespace cento {

/// The two documents of a pair, by their ids, in either order; or a pair that has its own id, as `a`.
struct PairName {
  std::string a;
  std::string b;

  friend bool operator==(const PairName&, const PairName&) = default;
};

/// For hash tables of boost.
[[nodiscard]] std::size_t hash_value(const PairName& name);

/// The smaller id becomes `a`.
[[nodiscard]] PairName ordered_pair(std::string one, std::string other);

/// What the gold says about a pair. The names are ordered and all different.
struct LabelledPair {
  PairName name;
  bool is_positive = false;
  std::string kind = {};
  std::string query = {};  // pairs of the same query are ranked against each other; empty: no query
  std::uint64_t line = 0;  // of the gold file; 0: none
};

/// What was found; of several scores for a pair, the highest counts. The name is ordered.
struct FoundPair {
  PairName name;
  double score = 1;
};

struct PairJudgingOptions {
  double threshold = 0.5;  // a pair is found when its score is at least this
  bool closed = false;     // pairs that the gold does not list are wrong; otherwise they are counted, not judged
  double recall = 0.5;     // at which the best precision is reported
};

/// How well pairs were found.
struct PairJudgement {
  PairCounts counts;           // at the threshold
  std::optional<BestF1> best;  // empty when no pair is positive
};

struct PairReport {
  PairJudgement all;
  /// A kind with positive pairs is judged on its own pairs and on those of all kinds that have none; a kind without
  /// positive pairs on its own.
  std::map<std::string, PairJudgement> kinds;
  std::uint64_t unlisted = 0;               // found pairs that the gold does not list
  std::uint64_t unlisted_at_threshold = 0;  // of these, those with enough score
  std::optional<double> precision_at_recall;
  std::optional<double> average_precision;
  MeanAveragePrecision by_query;  // over the queries that the gold names
};

[[nodiscard]] PairReport judge_pairs(std::span<const LabelledPair> gold, std::span<const FoundPair> found,
                                     const PairJudgingOptions& options);

}  // namespace cento
