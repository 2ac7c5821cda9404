#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/cuts/recent_windows.hpp"
#include "methods/cuts/repeat_kernels.hpp"
#include "methods/cuts/repeat_records.hpp"

namespace cento {

/// Names the first of all equal windows in each repetition, also where RecentWindows found a later one: which that was
/// depends on what else is in the collection. Used by RepeatedSentenceRun.
class FirstWindows {
 public:
  explicit FirstWindows(const WantedRepetitions& wanted)
      : wanted_(wanted), first_of_slot_(std::size_t{1} << RecentWindows::kSlotBits) {}

  /// Takes all repetitions, sorted, some at a time, and sets `out` to those of them that are cut.
  void resolve(std::span<const WindowRepetition> sorted, std::vector<WindowRepetition>& out) {
    out.clear();
    for (const WindowRepetition& one : sorted) {
      if (one.is_remembered()) {
        out.push_back({one.first, first_of_slot_[one.slot()]});
      } else if (one.is_remembering()) {
        first_of_slot_[one.slot()] = last_.first == one.first ? last_.earlier : one.first;
      } else {
        last_ = one;
        if (wanted_.is_cut(one)) out.push_back(one);
      }
    }
  }

 private:
  const WantedRepetitions& wanted_;
  std::vector<std::uint64_t> first_of_slot_;
  WindowRepetition last_{~std::uint64_t{0}, 0};  // of those found by regrouping
};

}  // namespace cento
