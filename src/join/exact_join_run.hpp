#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "join/common_kernels.hpp"
#include "join/exact_join.hpp"
#include "join/feature_slices.hpp"
#include "join/join_kernels.hpp"
#include "join/verified_pairs.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// The exact join under any executor that has the operations of LocalExecutor.
///
/// Similar sets share at least one feature among the first few of each (WantedSimilarity::prefix_size) in any order
/// that is the same for all. The order here is: rare features by hash value, then common ones, rarest first. Which
/// features are common is found on the way. Sets show all features of the lowest slice of hash values; those that more
/// than `common_over` sets show are put aside as common; sets that then have not shown enough continue with the next
/// slice, and finally with common features. Whether a feature is rare is decided once, among all sets that still need
/// it, so the order is the same for all of them.
template <typename Executor>
class ExactJoinRun {
 public:
  ExactJoinRun(const FeatureStore& sets, const JoinOptions& options, Executor& executor)
      : sets_(sets),
        options_(options),
        wanted_(options.measure, options.threshold),
        executor_(executor),
        workers_(executor.workers(), Worker(sets.size())),
        needed_(sets.size()),
        rounds_(sets.size(), 0),
        shown_(sets.size(), 0),
        common_shown_(sets.size(), 0) {
    for (std::size_t set = 0; set < sets.size(); ++set) {
      if (sets.size_of(set) > 0) needed_[set] = wanted_.prefix_size(sets.size_of(set));
    }
  }

  JoinResult run() {
    auto pairs = executor_.template regroup<ProposedPair>(sets_.features() / kFeaturesPerPair, PairKey());
    slices_ = cut_slices(sets_.features(), sets_.size(), wanted_, slice_bytes(), sizeof(ShownFeature));
    for (const FeatureSlice& slice : slices_) show_slice(slice, pairs);
    show_commons(pairs);
    JoinResult result =
        verify_pairs(pairs, sets_, wanted_, executor_, [&](const ProposedPair& pair) { return may_be_similar(pair); });
    add_counts(result.counts);
    return result;
  }

 private:
  static constexpr std::uint64_t kFeaturesPerPair = 16;  // a guess, for the number of partitions
  static constexpr std::uint64_t kSliceBytes = (std::uint64_t{16} << 20) * 10 / 9;  // nearly what stays in cache

  /// Scratch space of each worker.
  struct Worker {
    explicit Worker(std::size_t sets) : counter(sets) {}

    PairCounter counter;
    std::vector<std::uint32_t> members;
    std::vector<std::uint32_t> ends;
    std::vector<ProposedPair> proposed;
    std::vector<Frequency> commons;
    std::vector<Frequency> own_commons;  // of one set
    std::vector<ShownCommon> by_previous;
    Features scratch;
    JoinCounts counts;
  };

  /// The records of a slice are in the memory that those of the last one had: small slices need little of it. Sets that
  /// are in a file are read for each slice, so these are as large as possible.
  [[nodiscard]] std::uint64_t slice_bytes() const {
    const std::uint64_t most = executor_.memory_bytes();
    return sets_.spilled_bytes() > 0 ? most : std::min(most, kSliceBytes);
  }

  [[nodiscard]] bool shows_all() const { return wanted_.measure() == Measure::containment; }

  /// At least those in the slice, but not many more, because sets may have to be read from a file.
  std::span<const std::uint64_t> features_around(const FeatureSlice& slice, std::size_t set, Features& scratch) const {
    const std::size_t size = sets_.size_of(set);
    const std::size_t begin = likely_place(slice.first, size, -kLikelyDeviations);
    const std::size_t end = likely_place(slice.last, size, kLikelyDeviations);
    if (begin < end) {
      const auto features = sets_.get(set, begin, end - begin, scratch);
      const bool has_begin = begin == 0 || features.front() < slice.first;
      const bool has_end = end == size || features.back() > slice.last;
      if (has_begin && has_end) return features;
    }
    return sets_.get(set, scratch);
  }

  static constexpr double kLikelyDeviations = 4;

  /// The expected position of a hash value among `size` of them, moved by `deviations` standard deviations.
  static std::size_t likely_place(std::uint64_t hash, std::size_t size, double deviations) {
    const double expected = static_cast<double>(size) * std::ldexp(static_cast<double>(hash), -64);
    const double place = expected + deviations * (std::sqrt(expected) + 1);
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(size)));
  }

  template <typename Pairs>
  void show_slice(const FeatureSlice& slice, Pairs& pairs) {
    const double width = std::ldexp(static_cast<double>(slice.last - slice.first), -64);
    const auto expected = static_cast<std::uint64_t>(static_cast<double>(sets_.features()) * width);
    auto shown = executor_.template regroup<ShownFeature>(expected, GroupKey());
    executor_.for_each_range(sets_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      auto& writer = shown.writer(worker);
      for (std::size_t set = begin; set < end; ++set) {
        if (needed_[set] == 0 && !slice.is_for_all) continue;
        const auto features = features_in(slice, features_around(slice, set, workers_[worker].scratch));
        for (const std::uint64_t feature : features) writer.add({shortened(feature), static_cast<std::uint32_t>(set)});
        shown_[set] = static_cast<std::uint32_t>(features.size());
        workers_[worker].counts.shown_features += features.size();
        release_if_large(workers_[worker].scratch);
        ++rounds_[set];
      }
    });
    shown.for_each_batch([&](std::span<const ShownFeature> records, std::size_t worker) {
      propose(records, workers_[worker], pairs.writer(worker));
    });
    spilled_bytes_ += shown.spilled_bytes();
    take_stock();
  }

  template <typename Writer>
  void propose(std::span<const ShownFeature> records, Worker& worker, Writer& writer) {
    worker.members.clear();
    worker.ends.clear();
    for_each_group(records, [&](std::span<const ShownFeature> group) {
      if (group.size() > options_.common_over) {
        put_aside(group, worker);
      } else if (group.size() > 1) {
        for (const ShownFeature& shown : group) worker.members.push_back(shown.set);
        worker.ends.push_back(static_cast<std::uint32_t>(worker.members.size()));
      }
    });
    worker.counter.count(worker.members, worker.ends, worker.proposed);
    for (const ProposedPair& pair : worker.proposed) {
      if (!sizes_fit(pair.a, pair.b)) continue;
      writer.add(pair);
      ++worker.counts.proposed_pairs;
    }
  }

  [[nodiscard]] bool sizes_fit(std::uint32_t a, std::uint32_t b) const {
    return wanted_.sizes_fit(sets_.size_of(a), sets_.size_of(b));
  }

  void put_aside(std::span<const ShownFeature> group, Worker& worker) {
    worker.commons.push_back(
        {common_key(used_.size(), group.front().short_feature), static_cast<std::uint32_t>(group.size())});
    for (const ShownFeature& shown : group) {
      std::atomic_ref(common_shown_[shown.set]).fetch_add(1, std::memory_order_relaxed);
    }
  }

  /// After a slice: which rare features each set has shown so far, and how many it still needs.
  void take_stock() {
    std::vector<std::uint32_t> used(sets_.size());
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      const std::uint32_t now = shown_[set] - common_shown_[set];
      used[set] = now + (used_.empty() ? 0 : used_.back()[set]);
      needed_[set] -= std::min(needed_[set], now);
      shown_[set] = common_shown_[set] = 0;
    }
    used_.push_back(std::move(used));
    for (Worker& worker : workers_) {
      commons_.insert(commons_.end(), worker.commons.begin(), worker.commons.end());
      worker.commons.clear();
    }
  }

  /// Sets with too few rare features also show their rarest common ones.
  template <typename Pairs>
  void show_commons(Pairs& pairs) {
    if (commons_.empty()) return;
    const DocumentFrequencies commons(sets_.size(), commons_);
    auto shown = executor_.template regroup<ShownCommon>(commons_.size(), GroupKey());
    executor_.for_each_range(sets_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t set = begin; set < end; ++set) {
        if (needed_[set] > 0 || shows_all()) show_commons_of(set, commons, workers_[worker], shown.writer(worker));
      }
    });
    shown.for_each_batch([&](std::span<const ShownCommon> records, std::size_t worker) {
      for_each_group(records, [&](std::span<const ShownCommon> group) {
        Worker& own = workers_[worker];
        const auto propose = [&](const auto& x, const auto& y) { propose_pair(x, y, own, pairs.writer(worker)); };
        for_each_pair_of(group, options_, own.by_previous, own.counts, propose);
      });
    });
    spilled_bytes_ += shown.spilled_bytes();
  }

  template <typename Writer>
  void show_commons_of(std::size_t set, const DocumentFrequencies& commons, Worker& worker, Writer& writer) {
    auto& own = worker.own_commons;
    own.clear();
    std::size_t slice = 0;
    for (const std::uint64_t feature : sets_.get(set, worker.scratch)) {
      while (feature > slices_[slice].last) ++slice;
      const std::uint32_t sets = commons.of(common_key(slice, shortened(feature)));
      if (sets > 0) own.push_back({feature, sets});
    }
    release_if_large(worker.scratch);
    write_commons(own, needed_[set], shows_all(), static_cast<std::uint32_t>(set), writer);
  }

  template <typename Writer>
  void propose_pair(const ShownCommon& x, const ShownCommon& y, Worker& worker, Writer& writer) {
    if (!sizes_fit(x.set, y.set)) return;
    writer.add({std::min(x.set, y.set), std::max(x.set, y.set), 1});
    ++worker.counts.proposed_pairs;
  }

  /// The bound of threads §4.1: C are the rare features that A has shown, in slices where B showed its own, and that B
  /// lacks. Then |A ∩ B| ≤ |A| − |C|.
  [[nodiscard]] bool may_be_similar(const ProposedPair& pair) const {
    const std::size_t round = std::min(rounds_[pair.a], rounds_[pair.b]) - std::size_t{1};
    const std::uint32_t size_a = sets_.size_of(pair.a);
    const std::uint32_t size_b = sets_.size_of(pair.b);
    const std::uint32_t most = pair.shared + std::min(size_a - used_[round][pair.a], size_b - used_[round][pair.b]);
    return most >= wanted_.least_shared(size_a, size_b);
  }

  void add_counts(JoinCounts& counts) const {
    for (const Worker& worker : workers_) counts += worker.counts;
    counts.common_features = commons_.size();
    counts.spilled_bytes += spilled_bytes_;
  }

  const FeatureStore& sets_;
  JoinOptions options_;
  WantedSimilarity wanted_;
  Executor& executor_;
  std::vector<Worker> workers_;
  std::vector<FeatureSlice> slices_;
  std::vector<std::uint32_t> needed_;             // features that each set still has to show
  std::vector<std::uint8_t> rounds_;              // slices that each set has shown
  std::vector<std::uint32_t> shown_;              // features in the current slice,
  std::vector<std::uint32_t> common_shown_;       // and how many of them were common
  std::vector<std::vector<std::uint32_t>> used_;  // number of rare features up to each slice, for each set
  std::vector<Frequency> commons_;
  std::uint64_t spilled_bytes_ = 0;
};

extern template class ExactJoinRun<LocalExecutor>;

}  // namespace cento
