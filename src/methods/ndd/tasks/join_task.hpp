#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "join/exact_join.hpp"
#include "join/feature_slices.hpp"
#include "join/join_kernels.hpp"
#include "methods/ndd/tasks/part_records.hpp"

namespace cento {

/// What all tasks of a join know: the options, how documents and keys are divided among tasks, and how many sets with
/// how many features there are, identical sets counted once.
struct JoinTask {
  JoinOptions options;
  DocumentParts parts;
  std::size_t groups = 1;  // tasks for groups of keys
  std::uint64_t sets = 0;
  std::uint64_t features = 0;

  [[nodiscard]] WantedSimilarity wanted() const { return {options.measure, options.threshold}; }

  /// As large as they can be: a slice more is a stage more.
  [[nodiscard]] std::vector<FeatureSlice> slices() const {
    constexpr std::uint64_t kEnough = std::numeric_limits<std::uint64_t>::max();
    return cut_slices(features, sets, wanted(), kEnough, sizeof(ShownFeature));
  }
};

}  // namespace cento
