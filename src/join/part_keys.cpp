#include "join/part_keys.hpp"

#include <algorithm>
#include <cmath>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

constexpr double kRounding = 1e-9;  // one part too many is harmless, one too few is not

}  // namespace

std::uint32_t PartKeys::most_different(std::uint32_t smaller) const {
  constexpr double kMost = 0x7FFFFFFF;  // thresholds near 0 allow more
  return static_cast<std::uint32_t>(std::min(kMost, smaller * (1 - threshold_) / threshold_ + kRounding));
}

void PartKeys::append(std::span<const std::uint64_t> set, std::vector<std::uint64_t>& keys) {
  const auto size = static_cast<std::uint32_t>(set.size());
  const auto smallest = static_cast<std::uint32_t>(std::ceil(threshold_ * size - kRounding));
  const std::uint32_t most_parts = most_different(size) + 1;
  for (std::uint32_t parts = most_different(smallest) + 1; parts <= most_parts; ++parts) {
    append_parts(set, parts, keys);
  }
}

void PartKeys::append_parts(std::span<const std::uint64_t> set, std::uint32_t parts, std::vector<std::uint64_t>& keys) {
  sums_.assign(parts, 0);
  for (const std::uint64_t feature : set) sums_[(feature >> 32U) * parts >> 32U] += feature;
  for (std::uint32_t part = 0; part < parts; ++part) {
    keys.push_back(mix64(sums_[part] + (std::uint64_t{parts} << 32U | part) * kGoldenStep));
  }
}

}  // namespace cento
