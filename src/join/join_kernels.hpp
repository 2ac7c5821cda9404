#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plain_vector.hpp"
#include "join/bounds.hpp"
#include "sign/feature_store.hpp"

// The steps of the exact join as pure functions: a batch of sets or of grouped records in, records out. Executors call
// them and regroup what comes out; see exact_join_run.hpp for the order.

namespace cento {

/// A set shows a feature.
struct ShownFeature {
  std::uint32_t feature_high = 0;
  std::uint32_t feature_low = 0;
  std::uint32_t set = 0;

  ShownFeature() = default;
  ShownFeature(std::uint64_t feature, std::uint32_t of_set)
      : feature_high(static_cast<std::uint32_t>(feature >> 32)),
        feature_low(static_cast<std::uint32_t>(feature)),
        set(of_set) {}

  [[nodiscard]] std::uint64_t feature() const { return std::uint64_t{feature_high} << 32 | feature_low; }
  friend bool operator<(const ShownFeature& x, const ShownFeature& y) { return x.set < y.set; }
};

/// Regroups them by feature: halves changed, because all features of a slice begin alike.
struct FeatureKey {
  std::uint64_t operator()(const ShownFeature& shown) const {
    return std::uint64_t{shown.feature_low} << 32 | shown.feature_high;
  }
};

/// A set shows a common feature, after it showed `previous` (another common one; the feature itself if it is the
/// first).
struct ShownCommon {
  std::uint64_t common_feature = 0;
  std::uint64_t previous = 0;
  std::uint32_t set = 0;
  std::uint32_t in_prefix = 0;  // 0: shown only so that a contained set finds it

  [[nodiscard]] std::uint64_t feature() const { return common_feature; }
  friend bool operator<(const ShownCommon& x, const ShownCommon& y) { return x.set < y.set; }
};

/// Two sets and how many shown features they have in common, as far as one batch of groups knows.
struct ProposedPair {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t shared = 0;

  friend bool operator<(const ProposedPair& x, const ProposedPair& y) { return x.shared < y.shared; }
};

/// Calls `work(group)` for each run of records that show the same feature.
template <typename Record, typename Work>
void for_each_group(std::span<const Record> records, const Work& work) {
  for (std::size_t begin = 0; begin < records.size();) {
    const std::uint64_t feature = records[begin].feature();
    std::size_t end = begin + 1;
    while (end < records.size() && records[end].feature() == feature) ++end;
    work(records.subspan(begin, end - begin));
    begin = end;
  }
}

/// Counts the pairs in a batch of groups. Holds scratch memory, among it a counter for each set of the collection.
class PairCounter {
 public:
  explicit PairCounter(std::size_t sets) : counters_(sets, 0) {}

  /// Puts into `out` each pair of sets that appear together in a group, with the number of such groups. A group is a
  /// run of `members` (ascending) that ends where `ends` says.
  void count(std::span<const std::uint32_t> members, std::span<const std::uint32_t> ends,
             std::vector<ProposedPair>& out);

 private:
  struct Membership {
    std::uint32_t set;
    std::uint32_t group_begin;
  };

  void sort_memberships(std::span<const std::uint32_t> members, std::span<const std::uint32_t> ends);

  std::vector<std::uint32_t> counters_;  // all zero between calls
  std::vector<std::uint32_t> touched_;
  PlainVector<Membership> memberships_;
  PlainVector<Membership> sorted_;
};

}  // namespace cento
