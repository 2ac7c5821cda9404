#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/cuts/repeat_records.hpp"

namespace cento {

/// Remembers recent windows, so that the most frequent repetitions are found at once and need not be regrouped. Used by
/// RepeatedSentenceFinder.
class RecentWindows {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  RecentWindows() : slots_(std::size_t{1} << kSlotBits) {}

  /// The begin of an equal window that ends before this one begins; kNone if none is remembered.
  std::uint64_t earlier(const SignedWindow& window, std::uint32_t sentences) {
    SignedWindow& slot = slots_[window.fingerprint.low >> (64 - kSlotBits)];
    if (slot.fingerprint != window.fingerprint) {
      slot = window;
      return kNone;
    }
    return window.first - slot.first >= sentences ? slot.first : kNone;
  }

 private:
  static constexpr int kSlotBits = 16;

  std::vector<SignedWindow> slots_;
};

}  // namespace cento
