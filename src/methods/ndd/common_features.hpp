#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/executor.hpp"
#include "join/join_kernels.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// Features that are left out because too many documents have them, ascending.
using CommonFeatures = std::vector<std::uint64_t>;

/// Appends the features of whole groups that more than `most` documents have. `copies` gives the number of documents
/// that each set represents.
void append_common(std::span<const KeyedSet> records, std::span<const std::uint32_t> copies, std::uint32_t most,
                   CommonFeatures& out);

/// The features in more than `most` documents (ndd's SCT). `copies` as above.
template <typename Executor>
[[nodiscard]] CommonFeatures find_common_features(const FeatureStore& sets, std::span<const std::uint32_t> copies,
                                                  std::uint32_t most, Executor& executor) {
  auto shown = executor.template regroup<KeyedSet>(sets.features(), GroupKey());
  executor.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    write_features(sets, begin, end, shown.writer(worker));
  });
  std::vector<CommonFeatures> found(executor.workers());
  shown.for_each_batch([&](std::span<const KeyedSet> records, std::size_t worker) {
    append_common(records, copies, most, found[worker]);
  });
  CommonFeatures all;
  for (const CommonFeatures& some : found) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  return all;
}

extern template CommonFeatures find_common_features(const FeatureStore& sets, std::span<const std::uint32_t> copies,
                                                    std::uint32_t most, LocalExecutor& executor);

/// Copies all sets without those features; returns the number of occurrences left out.
std::uint64_t copy_without(const FeatureStore& sets, const CommonFeatures& common, FeatureStore& out);

}  // namespace cento
