#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "methods/cuts/repeat_records.hpp"

namespace cento {

/// Remembers recent windows, so that the most frequent repetitions are found at once and need not be regrouped. Used by
/// RepeatedSentenceFinder; FirstWindows knows of what is remembered where it occurs first.
class RecentWindows {
 public:
  static constexpr int kSlotBits = 16;

  /// An equal window that ends before another one begins.
  struct Found {
    std::uint32_t slot = 0;   // where it is remembered
    std::uint64_t first = 0;  // its first sentence
    bool is_new = false;      // it is found for the first time
  };

  /// Fewer slots are for tests.
  explicit RecentWindows(int slot_bits = kSlotBits)
      : slot_bits_(slot_bits), slots_(std::size_t{1} << slot_bits), were_found_(slots_.size()) {}

  /// Windows come in the order of the collection. One that differs from what its slot has takes its place.
  std::optional<Found> find(const SignedWindow& window, std::uint32_t sentences) {
    const auto number = static_cast<std::uint32_t>(window.fingerprint.low >> (64 - slot_bits_));
    SignedWindow& slot = slots_[number];
    if (slot.fingerprint != window.fingerprint) {
      slot = window;
      were_found_[number] = 0;
      return std::nullopt;
    }
    if (window.first - slot.first < sentences) return std::nullopt;
    return Found{number, slot.first, std::exchange(were_found_[number], 1) == 0};
  }

 private:
  int slot_bits_;
  std::vector<SignedWindow> slots_;
  std::vector<std::uint8_t> were_found_;  // of each slot
};

}  // namespace cento
