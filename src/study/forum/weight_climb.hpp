#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cento {

/// Similarities of pairs, one column for each comparison.
struct SimilarityColumns {
  struct Column {
    std::vector<float> values;  // one per pair; NaN where the pair lacks what is compared
    std::size_t group = 0;      // columns of a group (a part) are missing together
  };

  std::size_t pairs = 0;
  std::vector<Column> columns;
  std::vector<std::uint8_t> numbers_differ;    // one per pair
  std::vector<std::uint8_t> negation_differs;  // one per pair
  std::vector<std::uint8_t> is_positive;       // one per pair
};

/// The same for some of the pairs.
[[nodiscard]] SimilarityColumns chosen_rows(const SimilarityColumns& all, std::span<const std::uint32_t> rows);

struct ClimbOptions {
  std::size_t starts = 20;  // random ones, in addition to equal weights; the paper has 100
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  double most_guard = 0.3;
};

/// The result of climbing. A pair's score is the weighted mean of the columns it has, minus the guards that apply.
struct ClimbedWeights {
  std::vector<double> weights;  // at least 0, one per column; their sum is 1
  double number_guard = 0;
  double negation_guard = 0;
  double f1 = 0;  // the best of any threshold, at the resolution used for climbing
};

/// Climbs to the weights and guards with the best F1, from equal weights and from random ones, in shrinking steps (as
/// in the paper). Returns the mean of all ends, which generalises better to unseen pairs than the best end, unless its
/// own F1 is clearly worse. The result is the same for any number of threads.
[[nodiscard]] ClimbedWeights climb_weights(const SimilarityColumns& pairs, const ClimbOptions& options);

}  // namespace cento
