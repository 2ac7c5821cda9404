#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel/executor.hpp"
#include "join/exact_join.hpp"
#include "join/similar_pair.hpp"
#include "study/ndd/compared_sets.hpp"

namespace cento {

/// The resemblance rates (RR) of a collection, as found by one run: for all pairs that reach a least one.
class Resemblances {
 public:
  /// Joins the sets, which must outlive this.
  Resemblances(const ComparedSets& sets, double least, LocalExecutor& executor);

  [[nodiscard]] const ComparedSets& sets() const { return sets_; }
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] const JoinCounts& counts() const { return counts_; }

  /// Pairs of different sets, ascending by a, then b, with an RR of at least the least.
  [[nodiscard]] const std::vector<SimilarPair>& pairs() const { return pairs_; }
  [[nodiscard]] double rr(const SimilarPair& pair) const { return sets_.rr(pair.a, pair.b, pair.shared); }

  [[nodiscard]] bool has_pair(std::uint32_t a, std::uint32_t b) const { return find(a, b) != nullptr; }

  /// The RR of two documents given their sets, which may be the same or kNone; computed if it is below the least.
  [[nodiscard]] double rr_of(std::uint32_t a, std::uint32_t b, Features& scratch_a, Features& scratch_b) const;

  /// The highest RR of a document with this set and another document; 0 if it is below the least.
  [[nodiscard]] double best(std::uint32_t set) const { return best_[set]; }

  /// The share of `documents` documents that resemble another one by at least `rr`.
  [[nodiscard]] double share_from(double rr, std::uint64_t documents) const;

 private:
  [[nodiscard]] const SimilarPair* find(std::uint32_t a, std::uint32_t b) const;
  void index_pairs();
  void find_best();

  const ComparedSets& sets_;
  double least_;
  JoinCounts counts_;
  std::vector<SimilarPair> pairs_;
  std::vector<std::uint64_t> first_pairs_;  // of each set as `a`, then the end
  std::vector<double> best_;
};

}  // namespace cento
