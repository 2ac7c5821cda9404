#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/parallel/executor.hpp"
#include "study/ndd/resemblances.hpp"

namespace cento {

/// Sums over pairs of documents: α is the RR by all shingles, β by the kept ones.
struct PairSums {
  double pairs = 0;
  double error = 0;  // |α − β|
  double alpha = 0;
  double beta = 0;
  double alpha_squared = 0;
  double beta_squared = 0;
  double product = 0;

  void add(double weight, double alpha_of_one, double beta_of_one);
  PairSums& operator+=(const PairSums& more);

  /// Empty without pairs.
  [[nodiscard]] std::optional<double> average_error() const;
  /// Empty when α or β is the same for all.
  [[nodiscard]] std::optional<double> correlation() const;
};

/// How well a run by some shingles agrees with the one by all of them (ndd, equations 3.6 to 3.9). The pairs are those
/// of documents whose RR reaches the least one in either run; recall and precision are over documents.
struct Agreement {
  std::optional<double> average_error;
  std::optional<double> correlation;
  std::optional<double> recall;     // empty when all shingles find no near-duplicate
  std::optional<double> precision;  // empty when the kept ones find none
  std::uint64_t pairs = 0;
  // If too many pairs are brought together by only some shingles, they are counted
  std::uint64_t guessed_pairs = 0;   // in `pairs` with α = 0,
  std::uint64_t left_out_pairs = 0;  // or, if the join by all shingles may have missed pairs, not in it.
};

struct AgreementOptions {
  double near_duplicate = 0.5;  // the least RR of near-duplicates (NDD) in ndd
  /// Up to this many pairs of sets that only some shingles bring together are looked up: their α is counted. If there
  /// are more, α is taken as 0, which is wrong by less than the least RR.
  std::uint64_t looked_up_pairs_most = std::uint64_t{1} << 24;
};

/// Marks pairs of a run, in order, that share no shingle in another run.
using UnrelatedPairs = std::vector<std::uint8_t>;

/// Compares two runs. `number_of` gives for each set of `all` the set of `some` that it reduces to, as in KeptSets.
/// `unrelated` marks pairs of `all` that are known to share none of the kept shingles, and is updated: pass it on to a
/// run that keeps fewer of them.
[[nodiscard]] Agreement compare(const Resemblances& all, const Resemblances& some,
                                std::span<const std::uint32_t> number_of, UnrelatedPairs& unrelated,
                                const AgreementOptions& options, LocalExecutor& executor);

}  // namespace cento
