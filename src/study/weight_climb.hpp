#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cento {

/// Similarities of pairs, a column for each way to compare them.
struct SimilarityColumns {
  struct Column {
    std::vector<float> values;  // one a pair; NaN where the pair does not have what is compared
    std::size_t group = 0;      // columns of a group (a part) are missing together
  };

  std::size_t pairs = 0;
  std::vector<Column> columns;
  std::vector<std::uint8_t> numbers_differ;    // one a pair
  std::vector<std::uint8_t> negation_differs;  // one a pair
  std::vector<std::uint8_t> is_positive;       // one a pair
};

/// The same of some pairs.
[[nodiscard]] SimilarityColumns chosen_rows(const SimilarityColumns& all, std::span<const std::uint32_t> rows);

struct ClimbOptions {
  std::size_t starts = 20;  // random ones, beside equal weights; the paper has 100
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  double most_guard = 0.3;
};

/// Where climbing ended. A pair's score is the weighted mean of the columns it has, less the guards that apply.
struct ClimbedWeights {
  std::vector<double> weights;  // from 0 on, one a column; their sum is 1
  double number_guard = 0;
  double negation_guard = 0;
  double f1 = 0;  // the best that a threshold gives, to the resolution that is climbed by
};

/// Climbs to the weights and guards of the best F1, from equal weights and from random ones, in steps that shrink (the
/// paper's way). Gives the mean of all ends, which holds for pairs that were not seen better than the best end does,
/// unless its own F1 is clearly worse. The same for any number of threads.
[[nodiscard]] ClimbedWeights climb_weights(const SimilarityColumns& pairs, const ClimbOptions& options);

}  // namespace cento
