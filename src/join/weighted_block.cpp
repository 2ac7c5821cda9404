#include "join/weighted_block.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/memory/freed_memory.hpp"

namespace cento {

std::size_t WeightedBlock::end_of(std::size_t first, std::uint64_t memory_bytes, std::size_t workers) const {
  std::uint64_t bytes = 0;
  std::size_t end = first;
  for (; end < input_.order.size(); ++end) {
    bytes += input_.order.prefix(end).size() * sizeof(Entry) + workers * sizeof(std::uint32_t);
    if (bytes > memory_bytes && end > first) break;
  }
  return end;
}

std::uint64_t WeightedBlock::fill(std::size_t first, std::size_t end) {
  first_ = first;
  end_ = end;
  list_ends_.assign(input_.sets.distinct_features() + 1, 0);
  for (std::size_t place = first; place < end; ++place) {
    for (const std::uint32_t feature : input_.order.prefix(place)) ++list_ends_[feature + 1];
  }
  std::partial_sum(list_ends_.begin(), list_ends_.end(), list_ends_.begin());
  release(lists_);
  lists_.resize(list_ends_.back());
  // Filling moves the begin of each list to its end, where the next one begins.
  for (std::size_t place = first; place < end; ++place) {
    for_each_shown(input_, place, [&](std::uint32_t feature, std::uint32_t reach, std::uint64_t) {
      if (reach > 0) lists_[list_ends_[feature]++] = {static_cast<std::uint32_t>(place), reach};
    });
  }
  return lists_.size();
}

WeightedBlock::Meeting WeightedBlock::new_meeting() const {
  Meeting meeting;
  meeting.last_by.assign(end_ - first_, 0);
  return meeting;
}

void WeightedBlock::meet(std::size_t place, Meeting& meeting) const {
  const auto& [sets, order, wanted] = input_;
  meeting.met.clear();
  const std::uint64_t own_total = order.total(place);
  const std::size_t lightest = order.first_of(wanted.lightest(own_total));
  for_each_shown(input_, place, [&](std::uint32_t feature, std::uint32_t, std::uint64_t most_shared) {
    const auto list = list_of(feature);
    auto entry = std::lower_bound(list.begin(), list.end(), lightest,
                                  [](const Entry& one, std::size_t least) { return one.place < least; });
    if (entry == list.end()) return;
    const std::size_t end =
        std::min(place, input_.order.first_over(input_.wanted.heaviest_below(own_total, most_shared)));
    for (; entry != list.end() && entry->place < end; ++entry) {
      if (!entry->reaches(own_total)) continue;
      std::uint32_t& last_by = meeting.last_by[entry->place - first_];
      if (std::exchange(last_by, static_cast<std::uint32_t>(place)) != place) meeting.met.push_back(entry->place);
    }
  });
}

}  // namespace cento
