#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "join/bounds.hpp"

namespace cento {

/// Hash values from `first` to `last`, which sets show together in the exact join.
struct FeatureSlice {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool is_for_all = false;  // shown by all sets, not just by those that need more
};

/// The slices in which sets show their features, ascending; together all hash values. All sets show as much as most of
/// them need, plus a margin: features shown beyond the need tighten the bound on proposed pairs. `sets` sets have
/// `features` features in all. There are enough slices for each to fit in `room_bytes` as records of `record_bytes`.
[[nodiscard]] std::vector<FeatureSlice> cut_slices(std::uint64_t features, std::uint64_t sets,
                                                   const WantedSimilarity& wanted, std::uint64_t room_bytes,
                                                   std::size_t record_bytes);

/// The features of an ascending set that lie in the slice.
[[nodiscard]] std::span<const std::uint64_t> features_in(const FeatureSlice& slice,
                                                         std::span<const std::uint64_t> features);

}  // namespace cento
