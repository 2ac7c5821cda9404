#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/executor.hpp"
#include "sign/feature_store.hpp"

namespace cento {

/// Features that are left out because too many documents have them, ascending.
using CommonFeatures = std::vector<std::uint64_t>;

/// The features in more than `most` documents (ndd's SCT). `copies` says for how many documents each set stands.
[[nodiscard]] CommonFeatures find_common_features(const FeatureStore& sets, std::span<const std::uint32_t> copies,
                                                  std::uint32_t most, LocalExecutor& executor);

/// Copies all sets without those features, and returns how many occurrences that left out.
std::uint64_t copy_without(const FeatureStore& sets, const CommonFeatures& common, FeatureStore& out);

}  // namespace cento
