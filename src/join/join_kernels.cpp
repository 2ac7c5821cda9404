#include "join/join_kernels.hpp"

#include <algorithm>
#include <array>

namespace cento {

namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;

}  // namespace

// Set by set instead of group by group: a set's partners are then counted in a small range of memory, and a pair that
// occurs together in hundreds of groups, as near-duplicates do, becomes one record.
void PairCounter::count(std::span<const std::uint32_t> members, std::span<const std::uint32_t> ends,
                        std::vector<ProposedPair>& out) {
  out.clear();
  sort_memberships(members, ends);
  for (std::size_t i = 0; i < memberships_.size();) {
    const std::uint32_t set = memberships_[i].set;
    for (; i < memberships_.size() && memberships_[i].set == set; ++i) {
      for (const std::uint32_t* other = members.data() + memberships_[i].group_begin; *other < set; ++other) {
        if (counters_[*other]++ == 0) touched_.push_back(*other);
      }
    }
    for (const std::uint32_t other : touched_) out.push_back({other, set, std::exchange(counters_[other], 0)});
    touched_.clear();
  }
}

void PairCounter::sort_memberships(std::span<const std::uint32_t> members, std::span<const std::uint32_t> ends) {
  memberships_.resize(members.size());
  sorted_.resize(members.size());
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    for (std::uint32_t i = begin; i < end; ++i) memberships_[i] = {members[i], begin};
    begin = end;
  }
  for (int shift = 0; shift < 32 && (counters_.size() - 1) >> shift != 0; shift += kDigitBits) {
    std::array<std::uint32_t, kDigitValues + 1> places{};
    for (const Membership& one : memberships_) ++places[(one.set >> shift) % kDigitValues + 1];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    for (const Membership& one : memberships_) sorted_[places[(one.set >> shift) % kDigitValues]++] = one;
    std::swap(memberships_, sorted_);
  }
}

}  // namespace cento
