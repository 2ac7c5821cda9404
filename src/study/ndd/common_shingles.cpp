#include "study/ndd/common_shingles.hpp"

#include <algorithm>
#include <utility>

#include "join/join_kernels.hpp"

namespace cento {

namespace {

/// The results of a worker.
struct Counts {
  std::vector<Frequency> common;
  std::vector<std::uint64_t> pairs_under;
  std::uint64_t pairs = 0;
};

class Counter {
 public:
  Counter(const ComparedSets& sets, std::span<const std::uint32_t> thresholds)
      : sets_(sets), thresholds_(thresholds), lowest_(*std::min_element(thresholds.begin(), thresholds.end())) {}

  void count(std::span<const KeyedSet> group, Counts& counts) const {
    std::uint64_t documents = 0;
    for (const KeyedSet& shown : group) documents += sets_.documents(shown.set);
    const std::uint64_t pairs = documents * (documents - 1) / 2;
    counts.pairs += pairs;
    for (std::size_t i = 0; i < thresholds_.size(); ++i) {
      if (documents <= thresholds_[i]) counts.pairs_under[i] += pairs;
    }
    if (documents > lowest_) counts.common.push_back({group.front().group(), static_cast<std::uint32_t>(documents)});
  }

 private:
  const ComparedSets& sets_;
  std::span<const std::uint32_t> thresholds_;
  std::uint32_t lowest_;
};

CommonShingles add_up(const std::vector<Counts>& parts, std::size_t thresholds, const ComparedSets& sets) {
  CommonShingles result;
  result.pairs_under.assign(thresholds, 0);
  std::vector<Frequency> common;
  for (const Counts& part : parts) {
    common.insert(common.end(), part.common.begin(), part.common.end());
    for (std::size_t i = 0; i < thresholds; ++i) result.pairs_under[i] += part.pairs_under[i];
    result.pairs += part.pairs;
  }
  std::uint64_t documents = 0;
  for (std::uint32_t set = 0; set < sets.size(); ++set) documents += sets.documents(set);
  result.documents = DocumentFrequencies(documents, std::move(common));
  return result;
}

}  // namespace

double CommonShingles::saved(std::size_t threshold) const {
  return pairs == 0 ? 0 : 1 - static_cast<double>(pairs_under[threshold]) / static_cast<double>(pairs);
}

CommonShingles count_common_shingles(const ComparedSets& sets, std::span<const std::uint32_t> thresholds,
                                     LocalExecutor& executor) {
  auto shown = executor.regroup<KeyedSet>(sets.store().features(), GroupKey());
  executor.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    Features scratch;
    auto& writer = shown.writer(worker);
    for (std::size_t set = begin; set < end; ++set) {
      for (const std::uint64_t shingle : sets.store().get(set, scratch)) {
        writer.add({shingle, static_cast<std::uint32_t>(set)});
      }
    }
  });
  const Counter counter(sets, thresholds);
  std::vector<Counts> parts(executor.workers());
  for (Counts& part : parts) part.pairs_under.assign(thresholds.size(), 0);
  shown.for_each_batch([&](std::span<const KeyedSet> records, std::size_t worker) {
    for_each_group(records, [&](std::span<const KeyedSet> group) { counter.count(group, parts[worker]); });
  });
  return add_up(parts, thresholds.size(), sets);
}

}  // namespace cento
