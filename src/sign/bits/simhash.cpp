#include "sign/bits/simhash.hpp"

#include <array>
#include <cstddef>

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

/// 64 counters side by side, one per bit: plane p holds bit p of every counter. Words are added many at a time by full
/// adders, which handle all 64 counters at once.
class BitCounts {
 public:
  static constexpr std::size_t kLevels = 4;
  static constexpr std::size_t kBlock = std::size_t{1} << kLevels;

  /// Counts the bits of kBlock features.
  void add_block(const std::uint64_t* features) { ripple(carry_of<kLevels>(features), kLevels); }
  void add(std::uint64_t feature) { ripple(mix64(feature), 0); }

  /// The counters above half of `words`, the number of words added; one bit for each.
  [[nodiscard]] std::uint64_t over_half_of(std::uint64_t words) const {
    const std::uint64_t threshold = words / 2;
    std::uint64_t greater = 0;
    std::uint64_t equal = ~std::uint64_t{0};
    for (auto plane = static_cast<std::size_t>(std::bit_width(words)); plane-- > 0;) {
      const std::uint64_t limit = ((threshold >> plane) & 1) != 0 ? ~std::uint64_t{0} : 0;
      greater |= equal & planes_[plane] & ~limit;
      equal &= ~(planes_[plane] ^ limit);
    }
    return greater;
  }

 private:
  /// Adds 2^kLevel features to the planes below kLevel; returns the carry into plane kLevel.
  template <std::size_t kLevel>
  std::uint64_t carry_of(const std::uint64_t* features) {
    if constexpr (kLevel == 0) {
      return mix64(*features);
    } else {
      const std::uint64_t first = carry_of<kLevel - 1>(features);
      const std::uint64_t second = carry_of<kLevel - 1>(features + (std::size_t{1} << (kLevel - 1)));
      return add_both(planes_[kLevel - 1], first, second);
    }
  }

  static std::uint64_t add_both(std::uint64_t& plane, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t half = plane ^ a;
    const std::uint64_t carry = (plane & a) | (half & b);
    plane = half ^ b;
    return carry;
  }

  void ripple(std::uint64_t carry, std::size_t plane) {
    for (; carry != 0; ++plane) {
      const std::uint64_t next = planes_[plane] & carry;
      planes_[plane] ^= carry;
      carry = next;
    }
  }

  std::array<std::uint64_t, 64> planes_{};
};

}  // namespace

std::uint64_t simhash(std::span<const std::uint64_t> features) {
  BitCounts counts;
  std::size_t i = 0;
  for (; i + BitCounts::kBlock <= features.size(); i += BitCounts::kBlock) counts.add_block(&features[i]);
  for (; i < features.size(); ++i) counts.add(features[i]);
  return counts.over_half_of(features.size());
}

}  // namespace cento
