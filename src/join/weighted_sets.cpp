#include "join/weighted_sets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cento {

template WeightedSets::WeightedSets(const FeatureStore& sets, const FeatureWeights& weights, LocalExecutor& executor,
                                    SpillableMemory* memory);

WeighedBatch count_features(std::span<const KeyedSet> records, const FeatureWeights& weights, std::uint64_t sets) {
  WeighedBatch batch;
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

WeightedSets::WeightedSets(std::size_t sets, SpillableMemory* memory)
    : begins_(sets + 1, 0, memory),
      features_(memory),
      totals_(sets, 0, memory),
      heaviest_(sets, 0, memory),
      weights_(memory) {}

WeightedSets::Filling WeightedSets::make_room(const FeatureStore& sets) {
  for (std::size_t set = 0; set < sets.size(); ++set) begins_[set + 1] = begins_[set] + sets.size_of(set);
  features_.resize(sets.features());
  return {SpillableVector<std::uint64_t>(begins_.begin(), begins_.end() - 1, memory()),
          SpillableVector<std::uint32_t>(memory())};
}

void WeightedSets::add(const WeighedBatch& batch, Filling& filling) {
  auto member = batch.members.begin();
  for (std::size_t i = 0; i < batch.having.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(weights_.size());
    for (std::uint32_t k = 0; k < batch.having[i]; ++k, ++member) {
      features_[filling.ends[*member]++] = number;
      add_weight(*member, batch.weights[i]);
    }
    weights_.push_back(batch.weights[i]);
  }
  for (const WeighedBatch::Alone& alone : batch.alone) add_weight(alone.set, alone.weight);
  filling.having.insert(filling.having.end(), batch.having.begin(), batch.having.end());
}

void WeightedSets::add_weight(std::uint32_t set, std::uint32_t weight) {
  totals_[set] += weight;
  heaviest_[set] = std::max(heaviest_[set], weight);
}

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

SpillableVector<std::uint32_t> WeightedSets::number_by_rarity(std::span<const std::uint32_t> having) {
  SpillableVector<std::uint32_t> by_rarity(having.size(), memory());
  std::iota(by_rarity.begin(), by_rarity.end(), 0U);
  std::sort(by_rarity.begin(), by_rarity.end(),
            [&](std::uint32_t a, std::uint32_t b) { return having[a] != having[b] ? having[a] < having[b] : a < b; });
  SpillableVector<std::uint32_t> numbers(having.size(), memory());
  SpillableVector<std::uint32_t> weights(having.size(), memory());
  for (std::size_t i = 0; i < by_rarity.size(); ++i) {
    numbers[by_rarity[i]] = static_cast<std::uint32_t>(i);
    weights[i] = weights_[by_rarity[i]];
  }
  weights_ = std::move(weights);
  return numbers;
}

void WeightedSets::renumber(std::size_t set, std::span<const std::uint32_t> numbers) {
  const std::span<std::uint32_t> own(features_.data() + begins_[set], features_.data() + begins_[set + 1]);
  for (std::uint32_t& feature : own) feature = numbers[feature];
  std::sort(own.begin(), own.end());
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
