#pragma once

#include <cstdint>
#include <span>

#include "core/spill/groups.hpp"
#include "methods/cuts/repeat_records.hpp"

namespace cento {

/// Which windows count as repetitions.
struct WantedRepetitions {
  std::uint32_t window_sentences = 0;
  std::uint64_t reference_sentences = 0;  // the first ones, which are not cut

  [[nodiscard]] bool is_reference(std::uint64_t sentence) const { return sentence < reference_sentences; }
};

/// Calls `repetitions.add(WindowRepetition)` for each window that repeats an earlier one and is to be cut; `equal` is
/// sorted. If any earlier window ends before a window begins, the first of all does.
template <typename Sink>
void list_repetitions(std::span<const SignedWindow> equal, const WantedRepetitions& wanted, Sink& repetitions) {
  const std::uint64_t earlier = equal.front().first;
  for (const SignedWindow& window : equal) {
    const bool overlaps = window.first - earlier < wanted.window_sentences;
    if (!overlaps && !wanted.is_reference(window.first)) repetitions.add({window.first, earlier});
  }
}

/// The same for several groups of equal windows; `sorted` as regrouped by fingerprint.
template <typename Sink>
void list_all_repetitions(std::span<const SignedWindow> sorted, const WantedRepetitions& wanted, Sink& repetitions) {
  const auto alike = [](const SignedWindow& x, const SignedWindow& y) { return x.fingerprint == y.fingerprint; };
  for_each_group(sorted, alike,
                 [&](std::span<const SignedWindow> equal) { list_repetitions(equal, wanted, repetitions); });
}

}  // namespace cento
