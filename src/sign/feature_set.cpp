#include "sign/feature_set.hpp"

#include "sign/shingle_feature.hpp"

namespace cento {

void SetMaker::make_set(Features& features) {
  if (features.size() < 2) return;
  sorted_.resize(features.size());
  const auto key_of = [](std::uint64_t feature) { return feature; };
  bucket_sort<std::uint64_t>(features, sorted_, key_of, 0, buckets_);
  std::size_t count = 1;
  features[0] = sorted_[0];
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    features[count] = sorted_[i];
    count += static_cast<std::size_t>(sorted_[i] != sorted_[i - 1]);
  }
  features.resize(count);
  release_if_large(sorted_);
  release_if_large(buckets_.ends);
}

// Sums do not depend on the order. One is of mixed features, the other of products of their halves.
Fingerprint fingerprint_of_set(std::span<const std::uint64_t> set) {
  constexpr std::uint64_t kLowHalf = 0xffffffffULL;
  constexpr std::uint64_t kLowKey = 0x9e3779b9ULL;
  constexpr std::uint64_t kHighKey = 0x85ebca6bULL;
  Fingerprint sums{set.size(), set.size()};
  for (const std::uint64_t feature : set) {
    sums.low += mix_feature(feature);
    sums.high += ((feature & kLowHalf) ^ kLowKey) * ((feature >> 32) ^ kHighKey);
  }
  return sums;
}

}  // namespace cento
