#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/groups.hpp"
#include "core/plain_vector.hpp"
#include "join/bounds.hpp"
#include "sign/feature_store.hpp"

// The steps of the exact join as pure functions: a batch of sets or of grouped records in, records out. Executors call
// them and regroup what comes out; see exact_join_run.hpp for the order.

namespace cento {

/// A set under a key: a feature that it has, a band of its sketch.
struct KeyedSet {
  std::uint32_t key_high = 0;
  std::uint32_t key_low = 0;
  std::uint32_t set = 0;

  KeyedSet() = default;
  KeyedSet(std::uint64_t key, std::uint32_t of_set)
      : key_high(static_cast<std::uint32_t>(key >> 32)), key_low(static_cast<std::uint32_t>(key)), set(of_set) {}

  [[nodiscard]] std::uint64_t group() const { return std::uint64_t{key_high} << 32 | key_low; }
  friend bool operator<(const KeyedSet& x, const KeyedSet& y) { return x.set < y.set; }
};

/// A set shows a feature, of which half of the bits are kept: those that are neither sampled by nor cut into slices.
/// Features that agree in these are taken for one here. That brings sets together that need not be similar, which
/// verification finds out, and never keeps similar ones apart.
struct ShownFeature {
  std::uint32_t short_feature = 0;
  std::uint32_t set = 0;

  [[nodiscard]] std::uint64_t group() const { return short_feature; }
  friend bool operator<(const ShownFeature& x, const ShownFeature& y) { return x.set < y.set; }
};

inline std::uint32_t shortened(std::uint64_t feature) {
  constexpr int kSampledBits = 16;
  return static_cast<std::uint32_t>(feature >> kSampledBits);
}

/// A set shows a common feature, after it showed `previous` (another common one; the feature itself if it is the
/// first).
struct ShownCommon {
  std::uint64_t common_feature = 0;
  std::uint64_t previous = 0;
  std::uint32_t set = 0;
  std::uint32_t in_prefix = 0;  // 0: shown only so that a contained set finds it

  [[nodiscard]] std::uint64_t group() const { return common_feature; }
  friend bool operator<(const ShownCommon& x, const ShownCommon& y) { return x.set < y.set; }
};

/// Two sets and how many shown features they have in common, as far as one batch of groups knows.
struct ProposedPair {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t shared = 0;

  friend bool operator<(const ProposedPair& x, const ProposedPair& y) { return x.shared < y.shared; }
};

/// Regroups records by what their group() tells, in its upper half if that is where the difference is.
struct GroupKey {
  std::uint64_t operator()(const KeyedSet& record) const { return record.group(); }
  std::uint64_t operator()(const ShownCommon& record) const { return record.group(); }
  std::uint64_t operator()(const ShownFeature& record) const { return record.group() << 32; }
};

/// Calls `work(group)` for each run of records of the same group.
template <typename Record, typename Work>
void for_each_group(std::span<const Record> records, const Work& work) {
  for_each_group(
      records, [](const Record& x, const Record& y) { return x.group() == y.group(); }, work);
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
