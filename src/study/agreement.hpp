#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/executor.hpp"
#include "study/resemblances.hpp"

namespace cento {

/// Sums over pairs of documents: α is the RR by all shingles, β by those kept.
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
  std::optional<double> precision;  // empty when those kept find none
  std::uint64_t pairs = 0;
  // When there are too many pairs that only some shingles bring together, they are
  std::uint64_t guessed_pairs = 0;   // among `pairs` with α = 0,
  std::uint64_t left_out_pairs = 0;  // or, if the join by all shingles may have missed pairs, not among them.
};

struct AgreementOptions {
  double near_duplicate = 0.5;  // the RR from which on ndd calls documents near-duplicates (NDD)
  /// So many pairs of sets that only some shingles bring together are looked up: their α is counted. When there are
  /// more, α is taken for 0, which is wrong by less than the least RR.
  std::uint64_t looked_up_pairs_most = std::uint64_t{1} << 24;
};

/// Marks pairs of a run, in their order, that share no shingle in another one.
using UnrelatedPairs = std::vector<std::uint8_t>;

/// Compares two runs. `number_of` says for each set of `all` which of `some` is left of it, as KeptSets does.
/// `unrelated` marks pairs of `all` that are known to share none of the kept shingles, and gets what was found: pass it
/// on to a run that keeps fewer of the same.
[[nodiscard]] Agreement compare(const Resemblances& all, const Resemblances& some,
                                std::span<const std::uint32_t> number_of, UnrelatedPairs& unrelated,
                                const AgreementOptions& options, LocalExecutor& executor);

}  // namespace cento
