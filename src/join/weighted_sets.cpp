#include "join/weighted_sets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "join/join_kernels.hpp"

namespace cento {

namespace {

/// The features of a batch that several sets have, and what those of one set alone weigh there.
struct CountedBatch {
  struct Alone {
    std::uint32_t set;
    std::uint32_t weight;
  };
  PlainVector<std::uint32_t> members;  // sets, feature by feature
  PlainVector<std::uint32_t> having;   // for each feature how many
  PlainVector<std::uint32_t> weights;
  PlainVector<Alone> alone;
};

CountedBatch count(std::span<const KeyedSet> records, const FeatureWeights& weights, std::uint64_t sets) {
  CountedBatch batch;
  for_each_group(records, [&](std::span<const KeyedSet> group) {
    const std::uint32_t weight = weights.weight(group.front().group(), group.size(), sets);
    if (group.size() == 1) {
      batch.alone.push_back({group.front().set, weight});
      return;
    }
    for (const KeyedSet& held : group) batch.members.push_back(held.set);
    batch.having.push_back(static_cast<std::uint32_t>(group.size()));
    batch.weights.push_back(weight);
  });
  return batch;
}

}  // namespace

WeightedSets::WeightedSets(const FeatureStore& sets, const FeatureWeights& weights, LocalExecutor& executor,
                           SpillableMemory* memory)
    : begins_(sets.size() + 1, 0, memory),
      features_(memory),
      totals_(sets.size(), 0, memory),
      heaviest_(sets.size(), 0, memory),
      weights_(memory) {
  auto held = executor.regroup<KeyedSet>(sets.features(), GroupKey());
  executor.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    auto& writer = held.writer(worker);
    Features scratch;
    for (std::size_t set = begin; set < end; ++set) {
      for (const std::uint64_t feature : sets.get(set, scratch)) writer.add({feature, static_cast<std::uint32_t>(set)});
    }
  });
  for (std::size_t set = 0; set < sets.size(); ++set) begins_[set + 1] = begins_[set] + sets.size_of(set);
  features_.resize(sets.features());
  SpillableVector<std::uint64_t> ends(begins_.begin(), begins_.end() - 1, memory);
  SpillableVector<std::uint32_t> having(memory);
  held.for_each_batch_in_order(
      [&](std::span<const KeyedSet> records, std::size_t) { return count(records, weights, sets.size()); },
      [&](const CountedBatch& batch) {
        add_shared(batch.members, batch.having, batch.weights, ends);
        for (const CountedBatch::Alone& alone : batch.alone) add_weight(alone.set, alone.weight);
        having.insert(having.end(), batch.having.begin(), batch.having.end());
      });
  spilled_bytes_ = held.spilled_bytes();
  close_gaps(ends);
  renumber(having, executor);
}

void WeightedSets::add_weight(std::uint32_t set, std::uint32_t weight) {
  totals_[set] += weight;
  heaviest_[set] = std::max(heaviest_[set], weight);
}

void WeightedSets::add_shared(std::span<const std::uint32_t> members, std::span<const std::uint32_t> having,
                              std::span<const std::uint32_t> weights, std::span<std::uint64_t> ends) {
  auto member = members.begin();
  for (std::size_t i = 0; i < having.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(weights_.size());
    for (std::uint32_t k = 0; k < having[i]; ++k, ++member) {
      features_[ends[*member]++] = number;
      add_weight(*member, weights[i]);
    }
    weights_.push_back(weights[i]);
  }
}

/// Sets had room for all their features; those that others have, too, move together.
void WeightedSets::close_gaps(std::span<const std::uint64_t> ends) {
  std::uint64_t end = 0;
  for (std::size_t set = 0; set < size(); ++set) {
    const std::uint64_t begin = std::exchange(begins_[set], end);
    std::copy(features_.data() + begin, features_.data() + ends[set], features_.data() + end);
    end += ends[set] - begin;
  }
  begins_[size()] = end;
  features_.resize(end);
  features_.shrink_to_fit();
}

/// Gives features their numbers by how many sets have them, and puts each set into that order.
void WeightedSets::renumber(std::span<const std::uint32_t> having, LocalExecutor& executor) {
  SpillableVector<std::uint32_t> by_rarity(having.size(), memory());
  std::iota(by_rarity.begin(), by_rarity.end(), 0U);
  std::sort(by_rarity.begin(), by_rarity.end(),
            [&](std::uint32_t a, std::uint32_t b) { return having[a] != having[b] ? having[a] < having[b] : a < b; });
  SpillableVector<std::uint32_t> number(having.size(), memory());
  SpillableVector<std::uint32_t> weights(having.size(), memory());
  for (std::size_t i = 0; i < by_rarity.size(); ++i) {
    number[by_rarity[i]] = static_cast<std::uint32_t>(i);
    weights[i] = weights_[by_rarity[i]];
  }
  weights_ = std::move(weights);
  executor.for_each_range(size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t set = begin; set < end; ++set) {
      const std::span<std::uint32_t> own(features_.data() + begins_[set], features_.data() + begins_[set + 1]);
      for (std::uint32_t& feature : own) feature = number[feature];
      std::sort(own.begin(), own.end());
    }
  });
}

WeightedOverlap overlap(const WeightedSets& sets, std::size_t a, std::size_t b) {
  WeightedOverlap found{0, sets.total(a), sets.total(b), 0, std::max(sets.heaviest(a), sets.heaviest(b))};
  const std::span<const std::uint32_t> of_a = sets.features(a);
  const std::span<const std::uint32_t> of_b = sets.features(b);
  for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
    if (of_a[i] == of_b[j]) {
      const std::uint32_t weight = sets.weight(of_a[i]);
      found.shared += weight;
      found.heaviest_shared = std::max(found.heaviest_shared, weight);
    }
    const bool a_goes_on = of_a[i] <= of_b[j];
    j += of_a[i] >= of_b[j] ? 1 : 0;
    i += a_goes_on ? 1 : 0;
  }
  return found;
}

}  // namespace cento
