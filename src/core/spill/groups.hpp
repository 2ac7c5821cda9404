#pragma once

#include <cstddef>
#include <span>

namespace cento {

/// Calls `work(group)` for each run of records that are `alike(first of the run, record)`: the groups of a sorted list.
template <typename Record, typename Alike, typename Work>
void for_each_group(std::span<const Record> records, const Alike& alike, const Work& work) {
  for (std::size_t begin = 0, end = 0; begin < records.size(); begin = end) {
    while (end < records.size() && alike(records[begin], records[end])) ++end;
    work(records.subspan(begin, end - begin));
  }
}

}  // namespace cento
