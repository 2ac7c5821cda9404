#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sign/signer.hpp"

namespace cento {

/// Records fingerprints that came too often, as long as they keep coming, so that the most frequent need not be kept.
class OftenSeen {
 public:
  OftenSeen() : slots_(std::size_t{1} << kSlotBits) {}

  /// Counts the fingerprint if `counts`; whether it came more than `most` times since it was first recorded here.
  bool is_over(const Fingerprint& fingerprint, std::uint32_t most, bool counts) {
    Slot& slot = slots_[fingerprint.low >> (64 - kSlotBits)];
    if (slot.fingerprint == fingerprint) {
      if (slot.times > most) return true;
      if (counts) ++slot.times;
      return false;
    }
    if (counts) slot = {fingerprint, 1};
    return false;
  }

 private:
  struct Slot {
    Fingerprint fingerprint;
    std::uint32_t times = 0;
  };
  static constexpr int kSlotBits = 14;

  std::vector<Slot> slots_;
};

}  // namespace cento
