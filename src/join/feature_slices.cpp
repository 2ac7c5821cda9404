#include "join/feature_slices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cento {

namespace {

/// Adds the slice from the end of the last one up to a share of all hash values.
void add_slice(double end_share, bool is_for_all, std::vector<FeatureSlice>& slices) {
  constexpr std::uint64_t kLastHash = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t first = slices.empty() ? 0 : slices.back().last + 1;
  const std::uint64_t last = end_share < 1 ? static_cast<std::uint64_t>(std::ldexp(end_share, 64)) : kLastHash;
  slices.push_back({first, last, is_for_all});
}

}  // namespace

std::vector<FeatureSlice> cut_slices(std::uint64_t features, std::uint64_t sets, const WantedSimilarity& wanted,
                                     std::uint64_t room_bytes, std::size_t record_bytes) {
  constexpr double kMarginShare = 1.2;
  constexpr double kDeviations = 1.5;
  constexpr double kWorthCutting = 0.6;
  constexpr double kRoomShare = 0.9;  // of the memory; blocks are not all full
  constexpr double kSlicesMost = 8;
  const double mean_size =
      std::max(1.0, static_cast<double>(features) / std::max<double>(1, static_cast<double>(sets)));
  double width = (1 - wanted.threshold()) * kMarginShare + kDeviations / std::sqrt(mean_size);
  if (wanted.measure() == Measure::containment || width > kWorthCutting) width = 1;
  const double room = std::max(1.0, static_cast<double>(room_bytes) * kRoomShare);
  const double bytes = width * static_cast<double>(features) * static_cast<double>(record_bytes);
  const double for_all = std::clamp(std::ceil(bytes / room), 1.0, kSlicesMost);
  std::vector<FeatureSlice> slices;
  for (double i = 1; i <= for_all; ++i) add_slice(width * i / for_all, true, slices);
  if (width < 1) add_slice(1, false, slices);
  return slices;
}

std::span<const std::uint64_t> features_in(const FeatureSlice& slice, std::span<const std::uint64_t> features) {
  const auto begin = std::lower_bound(features.begin(), features.end(), slice.first);
  const auto end = std::upper_bound(begin, features.end(), slice.last);
  return {begin, end};
}

}  // namespace cento
