#pragma once

#include <cstdint>
#include <vector>

#include "core/executor.hpp"
#include "join/exact_join.hpp"
#include "join/similar_pair.hpp"
#include "study/compared_sets.hpp"

namespace cento {

/// The resemblance rates (RR) of a collection, as one run finds them: of all pairs from a least one on.
class Resemblances {
 public:
  /// Joins. `sets` must outlive it.
  Resemblances(const ComparedSets& sets, double least, LocalExecutor& executor);

  [[nodiscard]] const ComparedSets& sets() const { return sets_; }
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] const JoinCounts& counts() const { return counts_; }

  /// Pairs of different sets, ascending by a, then b, with an RR of at least the least.
  [[nodiscard]] const std::vector<SimilarPair>& pairs() const { return pairs_; }
  [[nodiscard]] double rr(const SimilarPair& pair) const { return sets_.rr(pair.a, pair.b, pair.shared); }

  [[nodiscard]] bool has_pair(std::uint32_t a, std::uint32_t b) const { return find(a, b) != nullptr; }

  /// The RR of two documents by the sets they have, which may be the same or kNone; counted where it is under the
  /// least.
  [[nodiscard]] double rr_of(std::uint32_t a, std::uint32_t b, Features& scratch_a, Features& scratch_b) const;

  /// The highest RR of a document that has this set with another document; 0 when it is under the least.
  [[nodiscard]] double best(std::uint32_t set) const { return best_[set]; }

  /// The share of so many documents that resemble another one at least so much.
  [[nodiscard]] double share_from(double rr, std::uint64_t documents) const;

 private:
  [[nodiscard]] const SimilarPair* find(std::uint32_t a, std::uint32_t b) const;
  void index_pairs();
  void find_best();

  const ComparedSets& sets_;
  double least_;
  JoinCounts counts_;
  std::vector<SimilarPair> pairs_;
  std::vector<std::uint64_t> first_pairs_;  // of each set as `a`, and behind the last
  std::vector<double> best_;
};

}  // namespace cento
