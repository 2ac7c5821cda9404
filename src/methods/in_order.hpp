#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/shuffle.hpp"

namespace cento {

/// A key for records that are to be sorted by a number below `numbers`: in the same order, spread over all values.
class OrderedKey {
 public:
  explicit OrderedKey(std::uint64_t numbers) : shift_(numbers == 0 ? 0 : std::countl_zero(numbers)) {}

  [[nodiscard]] std::uint64_t operator()(std::uint64_t number) const { return number << shift_; }

 private:
  int shift_;
};

/// Calls `use(records)` with all records of a shuffle, a partition after the other: in the order of their keys, on this
/// thread.
template <typename Record, typename KeyOf, typename Use>
void read_in_order(Shuffle<Record, KeyOf>& shuffle, const Use& use) {
  typename Shuffle<Record, KeyOf>::Scratch scratch;
  for (std::size_t partition = 0; partition < shuffle.partitions(); ++partition) {
    const std::span<const Record> records = shuffle.read(partition, scratch);
    if (!records.empty()) use(records);
  }
}

}  // namespace cento
