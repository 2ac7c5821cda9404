#include "sign/kernels/minhash_throw.hpp"

namespace cento {

namespace {

constexpr std::size_t kAtATime = 64;

}  // namespace

/// Hashes many features at a time, which the compiler turns into vector code, then puts them into their slots.
void throw_avx512(const std::uint64_t* features, std::size_t count, std::uint64_t round, std::uint64_t* slots,
                  std::size_t slot_count) {
  std::uint64_t held[kAtATime];    // NOLINT: std::array would pull a template into a file of one instruction set
  std::uint32_t places[kAtATime];  // NOLINT
  for (std::size_t first = 0; first < count; first += kAtATime) {
    const std::size_t size = count - first < kAtATime ? count - first : kAtATime;
    for (std::size_t i = 0; i < size; ++i) {
      const ThrownFeature thrown = throw_feature(features[first + i], round, slot_count);
      held[i] = thrown.held;
      places[i] = static_cast<std::uint32_t>(thrown.slot);
    }
    for (std::size_t i = 0; i < size; ++i) {
      std::uint64_t& slot = slots[places[i]];
      slot = held[i] < slot ? held[i] : slot;
    }
  }
}

}  // namespace cento
