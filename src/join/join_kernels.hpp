#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/spill/groups.hpp"
#include "join/bounds.hpp"
#include "sign/feature_store.hpp"

// The steps of the exact join as pure functions: a batch of sets or of grouped records in, records out. Executors call
// them and regroup what comes out; see exact_join_run.hpp for the order.

namespace cento {

/// A set and one of its keys: a feature that it has, a band of its sketch.
///
/// 12 bytes: the key's upper and lower half and the set, 4 each.
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
static_assert(sizeof(KeyedSet) == 12 && std::is_trivially_copyable_v<KeyedSet>);

/// A feature shown by a set, cut to half of its bits: those that neither sampling nor slicing uses. Features that agree
/// in these count as equal here. That may bring together sets that are not similar, which verification rejects, and
/// never separates similar ones.
///
/// 8 bytes: the feature and the set, 4 each.
struct ShownFeature {
  std::uint32_t short_feature = 0;
  std::uint32_t set = 0;

  [[nodiscard]] std::uint64_t group() const { return short_feature; }
  friend bool operator<(const ShownFeature& x, const ShownFeature& y) { return x.set < y.set; }
};
static_assert(sizeof(ShownFeature) == 8 && std::is_trivially_copyable_v<ShownFeature>);

inline std::uint32_t shortened(std::uint64_t feature) {
  constexpr int kSampledBits = 16;
  return static_cast<std::uint32_t>(feature >> kSampledBits);
}

/// A common feature shown by a set after it showed `previous` (another common one, or the feature itself if it is the
/// first).
///
/// 24 bytes: both features, 8 each; the set and whether the feature is in its prefix, 4 each.
struct ShownCommon {
  std::uint64_t common_feature = 0;
  std::uint64_t previous = 0;
  std::uint32_t set = 0;
  std::uint32_t in_prefix = 0;  // 0: shown only so that a contained set finds it

  [[nodiscard]] std::uint64_t group() const { return common_feature; }
  friend bool operator<(const ShownCommon& x, const ShownCommon& y) { return x.set < y.set; }
};
static_assert(sizeof(ShownCommon) == 24 && std::is_trivially_copyable_v<ShownCommon>);

/// Two sets and how many shown features they have in common within one batch of groups.
///
/// 12 bytes: both sets and the number, 4 each.
struct ProposedPair {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t shared = 0;

  friend bool operator<(const ProposedPair& x, const ProposedPair& y) { return x.shared < y.shared; }
};
static_assert(sizeof(ProposedPair) == 12 && std::is_trivially_copyable_v<ProposedPair>);

/// The key to regroup records by: their group(), with the significant bits in the upper half.
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

/// Writes a record for each feature of the sets from `begin` to `end`.
template <typename Writer>
void write_features(const FeatureStore& sets, std::size_t begin, std::size_t end, Writer& writer) {
  Features scratch;
  for (std::size_t set = begin; set < end; ++set) {
    for (const std::uint64_t feature : sets.get(set, scratch)) writer.add({feature, static_cast<std::uint32_t>(set)});
  }
}

/// Counts the pairs in a batch of groups. Holds scratch memory, including a counter for each set of the collection.
class PairCounter {
 public:
  explicit PairCounter(std::size_t sets) : counters_(sets, 0) {}

  /// Writes to `out` each pair of sets that occur together in a group, with the number of such groups. A group is a run
  /// of `members` (ascending) that ends where `ends` says.
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
