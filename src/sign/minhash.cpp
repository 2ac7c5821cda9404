#include "sign/minhash.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
// If slots are still empty after this many throws, the features are few or repeat.
constexpr std::uint64_t kThrowsWithRepeats = 8;

MinHashThrow minhash_kernel([[maybe_unused]] Kernel kernel) {
#ifdef __x86_64__
  if (kernel == Kernel::avx512 && has_kernel(kernel)) return throw_avx512;
#endif
  return throw_scalar;
}

}  // namespace

void throw_scalar(const std::uint64_t* features, std::size_t count, std::uint64_t round, std::uint64_t* slots,
                  std::size_t slot_count) {
  for (std::size_t i = 0; i < count; ++i) {
    const ThrownFeature thrown = throw_feature(features[i], round, slot_count);
    std::uint64_t& slot = slots[thrown.slot];
    slot = std::min(slot, thrown.held);
  }
}

MinHash::MinHash(std::size_t slots, Kernel kernel) : slots_(slots), throw_(minhash_kernel(kernel)) {}

void MinHash::sketch(std::span<const std::uint64_t> features, std::span<std::uint32_t> sketch) {
  std::fill(slots_.begin(), slots_.end(), kEmpty);
  if (!features.empty()) fill(features);
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) sketch[slot] = static_cast<std::uint32_t>(slots_[slot]);
}

void MinHash::fill(std::span<const std::uint64_t> features) {
  std::size_t full = 0;  // all slots before this one are filled
  for (std::uint64_t round = 0; round < slots_.size(); ++round) {
    if (round == kThrowsWithRepeats) features = distinct(features);
    throw_(features.data(), features.size(), round, slots_.data(), slots_.size());
    while (full < slots_.size() && slots_[full] != kEmpty) ++full;
    if (full == slots_.size()) return;
  }
  fill_rest(features);
}

void MinHash::fill_rest(std::span<const std::uint64_t> features) {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot] != kEmpty) continue;
    const std::uint64_t round = slots_.size() + slot;
    for (const std::uint64_t feature : features) {
      slots_[slot] = std::min(slots_[slot], throw_feature(feature, round, slots_.size()).held);
    }
  }
}

std::span<const std::uint64_t> MinHash::distinct(std::span<const std::uint64_t> features) {
  distinct_.assign(features.begin(), features.end());
  std::sort(distinct_.begin(), distinct_.end());
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  return distinct_;
}

double estimated_jaccard(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::size_t equal = 0;
  for (std::size_t slot = 0; slot < a.size(); ++slot) equal += static_cast<std::size_t>(a[slot] == b[slot]);
  return static_cast<double>(equal) / static_cast<double>(a.size());
}

}  // namespace cento
