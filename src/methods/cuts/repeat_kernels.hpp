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
  /// Whether a repetition of the first of all equal windows is cut: if any earlier window ends before a window begins,
  /// the first of all does.
  [[nodiscard]] bool is_cut(const WindowRepetition& one) const {
    return one.first - one.earlier >= window_sentences && !is_reference(one.first);
  }
};

/// Calls `repetitions.add(WindowRepetition)` for each window that an earlier one equals, with the first of all, also
/// where they overlap; `equal` is sorted.
template <typename Sink>
void list_repetitions(std::span<const SignedWindow> equal, Sink& repetitions) {
  for (const SignedWindow& window : equal.subspan(1)) repetitions.add({window.first, equal.front().first});
}

/// The same for several groups of equal windows; `sorted` as regrouped by fingerprint.
template <typename Sink>
void list_all_repetitions(std::span<const SignedWindow> sorted, Sink& repetitions) {
  const auto alike = [](const SignedWindow& x, const SignedWindow& y) { return x.fingerprint == y.fingerprint; };
  for_each_group(sorted, alike, [&](std::span<const SignedWindow> equal) { list_repetitions(equal, repetitions); });
}

}  // namespace cento
