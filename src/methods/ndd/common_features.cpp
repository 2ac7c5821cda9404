#include "methods/ndd/common_features.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

namespace cento {

template CommonFeatures find_common_features(const FeatureStore& sets, std::span<const std::uint32_t> copies,
                                             std::uint32_t most, LocalExecutor& executor);

void append_common(std::span<const KeyedSet> records, std::span<const std::uint32_t> copies, std::uint32_t most,
                   CommonFeatures& out) {
  for_each_group(records, [&](std::span<const KeyedSet> group) {
    std::uint64_t documents = 0;
    for (const KeyedSet& one : group) documents += copies[one.set];
    if (documents > most) out.push_back(group.front().group());
  });
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
