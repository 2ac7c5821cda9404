#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "join/weighted_kernels.hpp"

namespace cento {

/// Consecutive sets of a WeightedOrder as posting lists: by feature, those that show it in their prefixes. Read by many
/// threads once it is filled.
class WeightedBlock {
 public:
  /// `input` must outlive this.
  explicit WeightedBlock(const WeightedInput& input) : input_(input), list_ends_(input.sets.memory()) {}

  /// What a worker keeps while it compares sets with a block.
  struct Meeting {
    PlainVector<std::uint32_t> met;      // places
    PlainVector<std::uint32_t> last_by;  // by place in the block: the set that met it last
  };

  /// The end of the block that begins with the set at `first`: as many sets as fit in `memory_bytes` with their lists
  /// and the meetings of `workers`.
  [[nodiscard]] std::size_t end_of(std::size_t first, std::uint64_t memory_bytes, std::size_t workers) const;

  /// Replaces the lists with those of the sets from `first` to `end`. Returns the number of their entries.
  std::uint64_t fill(std::size_t first, std::size_t end);

  [[nodiscard]] Meeting new_meeting() const;

  /// Replaces `meeting.met` with the lighter sets of the block that may be similar to the one at `place`.
  void meet(std::size_t place, Meeting& meeting) const;

 private:
  /// An entry of a posting list: ShownWeight without its feature.
  struct Entry {
    std::uint32_t place;
    std::uint32_t reach;

    [[nodiscard]] bool reaches(std::uint64_t total) const { return ShownWeight{0, place, reach}.reaches(total); }
  };

  [[nodiscard]] std::span<const Entry> list_of(std::uint32_t feature) const {
    const std::uint64_t begin = feature == 0 ? 0 : list_ends_[feature - 1];
    return {lists_.data() + begin, lists_.data() + list_ends_[feature]};
  }

  WeightedInput input_;
  std::size_t first_ = 0;  // end_ is one past the last
  std::size_t end_ = 0;
  SpillableVector<std::uint64_t> list_ends_;  // by feature
  PlainVector<Entry> lists_;
};

}  // namespace cento
