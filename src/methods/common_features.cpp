#include "methods/common_features.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_set.hpp>

#include "join/join_kernels.hpp"

namespace cento {

CommonFeatures find_common_features(const FeatureStore& sets, std::span<const std::uint32_t> copies, std::uint32_t most,
                                    LocalExecutor& executor) {
  auto shown = executor.regroup<KeyedSet>(sets.features(), GroupKey());
  executor.for_each_range(sets.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    Features scratch;
    for (std::size_t set = begin; set < end; ++set) {
      for (const std::uint64_t feature : sets.get(set, scratch)) {
        shown.writer(worker).add({feature, static_cast<std::uint32_t>(set)});
      }
    }
  });
  std::vector<CommonFeatures> found(executor.workers());
  shown.for_each_batch([&](std::span<const KeyedSet> records, std::size_t worker) {
    for_each_group(records, [&](std::span<const KeyedSet> group) {
      std::uint64_t documents = 0;
      for (const KeyedSet& one : group) documents += copies[one.set];
      if (documents > most) found[worker].push_back(group.front().group());
    });
  });
  CommonFeatures all;
  for (const CommonFeatures& some : found) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  return all;
}

std::uint64_t copy_without(const FeatureStore& sets, const CommonFeatures& common, FeatureStore& out) {
  const boost::unordered_flat_set<std::uint64_t> left_out(common.begin(), common.end());
  Features scratch;
  Features rest;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    rest.clear();
    for (const std::uint64_t feature : sets.get(set, scratch)) {
      if (!left_out.contains(feature)) rest.push_back(feature);
    }
    out.add(rest);
  }
  return sets.features() - out.features();
}

}  // namespace cento
