#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/executor.hpp"
#include "sign/words/document_frequencies.hpp"
#include "study/ndd/compared_sets.hpp"

namespace cento {

/// What commonality thresholds (SCT) would leave out.
struct CommonShingles {
  DocumentFrequencies documents;  // of the shingles in more documents than the lowest threshold
  std::vector<std::uint64_t>
      pairs_under;          // for each threshold the (shingle, document pair) records of ndd's MapReduce #1
  std::uint64_t pairs = 0;  // the same without a threshold

  /// The share of these pairs that a threshold saves.
  [[nodiscard]] double saved(std::size_t threshold) const;
};

/// Counts in how many documents each shingle occurs. `thresholds`: at least one.
[[nodiscard]] CommonShingles count_common_shingles(const ComparedSets& sets, std::span<const std::uint32_t> thresholds,
                                                   LocalExecutor& executor);

}  // namespace cento
