#include "sign/feature_set.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sign/kernels/bucket_places.hpp"
#include "sign/shingle_feature.hpp"

namespace cento {

namespace {

constexpr int kFeatureBits = 64;
constexpr std::size_t kSmallMost = 60'000;  // features that 16-bit places can address
constexpr int kPartBits = 8;                // larger sets are first cut into parts by this many bits
constexpr std::size_t kParts = std::size_t{1} << kPartBits;
constexpr std::size_t kLargeMost = std::size_t{1} << 20;  // up to this many features are sorted with a copy

using PartEnds = std::array<std::size_t, kParts + 1>;

std::size_t part_of(std::uint64_t feature) {
  return feature >> (kFeatureBits - kPartBits);
}

/// Where each part begins, then the end of the last.
PartEnds part_begins(const Features& features) {
  PartEnds begins{};
  for (const std::uint64_t feature : features) ++begins[part_of(feature) + 1];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  return begins;
}

/// Moves each feature to its part, along cycles.
void permute(Features& features, const PartEnds& begins) {
  PartEnds filled = begins;
  for (std::size_t part = 0; part < kParts; ++part) {
    while (filled[part] < begins[part + 1]) {
      std::uint64_t feature = features[filled[part]];
      for (std::size_t target = part_of(feature); target != part; target = part_of(feature)) {
        std::swap(feature, features[filled[target]++]);
      }
      features[filled[part]++] = feature;
    }
  }
}

BucketPlacesKernel places_kernel([[maybe_unused]] Kernel kernel) {
#ifdef __x86_64__
  if (kernel == Kernel::avx512 && has_kernel(kernel)) return bucket_places_avx512;
#endif
  return bucket_places_scalar;
}

/// Features are nearly in order: each moves a few places at most. If they are not, sorts them by comparison.
void finish_order(std::uint64_t* features, std::size_t count) {
  constexpr std::size_t kMovesPerFeature = 8;
  std::size_t moves = 0;
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t feature = features[i];
    if (features[i - 1] <= feature) continue;
    std::size_t place = i;
    for (; place > 0 && features[place - 1] > feature; --place) features[place] = features[place - 1];
    features[place] = feature;
    moves += i - place;
    if (moves > kMovesPerFeature * count) {
      std::sort(features, features + count);
      return;
    }
  }
}

/// Copies ascending features, each once. Without branches, which would be mispredicted wherever a feature repeats.
void copy_distinct(const Features& sorted, Features& out) {
  std::size_t count = 1;
  out[0] = sorted[0];
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    out[count] = sorted[i];
    count += static_cast<std::size_t>(sorted[i] != sorted[i - 1]);
  }
  out.resize(count);
}

}  // namespace

void bucket_places_scalar(std::uint16_t* sizes, std::size_t buckets) {
  std::uint16_t sum = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    const std::uint16_t size = sizes[i];
    sizes[i] = sum;
    sum = static_cast<std::uint16_t>(sum + size);
  }
}

void SetMaker::make_set(Features& features) {
  if (features.size() < 2) return;
  if (features.size() > kLargeMost) return sort_in_place(features);
  sorted_.resize(features.size());
  if (features.size() <= kSmallMost) {
    sort_small(features.data(), features.size(), 0, sorted_.data());
  } else {
    sort_large(features);
  }
  copy_distinct(sorted_, features);
  release_if_large(sorted_);
}

// Features are hashes: four buckets for each leave nearly all of them in order.
void SetMaker::sort_small(const std::uint64_t* features, std::size_t count, int skipped_bits, std::uint64_t* sorted) {
  const int bits = static_cast<int>(std::bit_width(count + kBucketsAtATime)) + 1;
  const std::size_t buckets = std::size_t{1} << bits;
  const auto bucket_of = [&](std::uint64_t feature) { return (feature << skipped_bits) >> (kFeatureBits - bits); };
  places_.resize(std::max(places_.size(), buckets));
  std::uint16_t* places = places_.data();
  std::fill_n(places, buckets, std::uint16_t{0});
  for (std::size_t i = 0; i < count; ++i) ++places[bucket_of(features[i])];
  places_kernel(kernel_)(places, buckets);
  for (std::size_t i = 0; i < count; ++i) sorted[places[bucket_of(features[i])]++] = features[i];
  finish_order(sorted, count);
}

/// Part by part, by the first bits, so that each is sorted in cache.
void SetMaker::sort_large(Features& features) {
  PartEnds ends = part_begins(features);
  for (const std::uint64_t feature : features) sorted_[ends[part_of(feature)]++] = feature;
  std::swap(features, sorted_);
  std::size_t begin = 0;
  for (std::size_t part = 0; part + 1 < ends.size(); ++part) {
    const std::size_t count = ends[part] - begin;
    if (count <= kSmallMost) {
      sort_small(features.data() + begin, count, kPartBits, sorted_.data() + begin);
    } else {
      std::copy_n(features.data() + begin, count, sorted_.data() + begin);
      std::sort(sorted_.data() + begin, sorted_.data() + begin + count);
    }
    begin = ends[part];
  }
}

/// Slower, but needs memory for one part only.
void SetMaker::sort_in_place(Features& features) {
  const PartEnds begins = part_begins(features);
  permute(features, begins);
  for (std::size_t part = 0; part < kParts; ++part) {
    std::uint64_t* const first = features.data() + begins[part];
    const std::size_t count = begins[part + 1] - begins[part];
    if (count > kSmallMost) {
      std::sort(first, first + count);
    } else if (count > 1) {
      sorted_.resize(count);
      sort_small(first, count, kPartBits, sorted_.data());
      std::copy_n(sorted_.data(), count, first);
    }
  }
  features.erase(std::unique(features.begin(), features.end()), features.end());
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
