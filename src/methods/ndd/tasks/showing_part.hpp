#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/ndd/tasks/join_task.hpp"
#include "methods/ndd/tasks/part_sets.hpp"

namespace cento {

/// The sets of a part while they show features (the map side of the join). Which they show depends on what became of
/// those that they showed before.
class ShowingPart {
 public:
  /// `later`: documents of the part whose features an earlier document has; they show nothing. `counts`: how much
  /// turned out to be common of what the part's sets showed in the slices before `slice`, in any order. `task` must
  /// outlive this.
  ShowingPart(const JoinTask& task, std::size_t part, PartSets sets, std::span<const LaterMember> later,
              std::vector<CommonCount> counts, std::size_t slice);

  /// ShownFeature for the groups, of the slice.
  [[nodiscard]] std::vector<OutgoingBlocks::Block> show() const;

  /// ShownCommon for the groups, after the last slice. `commons`: which features those are, in any order.
  [[nodiscard]] std::vector<OutgoingBlocks::Block> show_commons(std::vector<CommonShown> commons) const;

  /// Sets that have not shown enough in the slices before this one.
  [[nodiscard]] std::uint64_t needy() const;

  [[nodiscard]] const PartSets& sets() const { return sets_; }
  [[nodiscard]] std::uint32_t number_of(std::size_t set) const {
    return task_.parts.begin(part_) + static_cast<std::uint32_t>(set);
  }

  /// How many features of a set are not rare ones of slices that all sets show.
  [[nodiscard]] std::uint32_t rest_of(std::size_t set) const { return sets_.size_of(set) - used_[set]; }

 private:
  void show_slices_before(std::size_t slice, std::vector<CommonCount> counts);

  const JoinTask& task_;
  std::size_t part_;
  PartSets sets_;
  std::vector<FeatureSlice> slices_;
  std::size_t slice_;
  std::vector<std::uint8_t> is_out_;
  std::vector<std::uint32_t> needed_;  // features that each set still has to show
  std::vector<std::uint32_t> used_;    // rare ones that it showed in slices for all
};

}  // namespace cento
