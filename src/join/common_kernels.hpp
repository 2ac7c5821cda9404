#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "join/exact_join.hpp"
#include "join/join_kernels.hpp"
#include "sign/shingle_feature.hpp"
#include "sign/words/document_frequencies.hpp"

// The steps of the exact join that have to do with common features, as pure functions.

namespace cento {

/// The key of a slice's shortened feature among the common ones.
inline std::uint64_t common_key(std::size_t slice, std::uint32_t short_feature) {
  return mix_feature(std::uint64_t{slice} << 32 | short_feature);
}

/// Writes what a set that still needs `needed` features shows of its common ones: the rarest, or all of them if
/// `shows_all`. Sorts `own`, its common features with the number of sets that showed them.
template <typename Writer>
void write_commons(std::vector<Frequency>& own, std::uint32_t needed, bool shows_all, std::uint32_t set,
                   Writer& writer) {
  const std::size_t in_prefix = std::min<std::size_t>(needed, own.size());
  std::sort(own.begin(), own.end(), [](const Frequency& x, const Frequency& y) {
    return x.documents != y.documents ? x.documents < y.documents : x.hash < y.hash;
  });
  const std::size_t shown = shows_all ? own.size() : in_prefix;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::uint64_t previous = own[i == 0 ? 0 : i - 1].hash;
    writer.add(ShownCommon{own[i].hash, previous, set, i < in_prefix ? 1U : 0U});
  }
}

/// Calls `use(x, y)` for all pairs of a group of sets that show a common feature (ascending by set), except those that
/// showed the same common feature just before: these met there. Of more than JoinOptions::group_most sets, each is
/// paired with the first few only, which is counted. `scratch` is memory to be used again.
template <typename Use>
void for_each_pair_of(std::span<const ShownCommon> group, const JoinOptions& options, std::vector<ShownCommon>& scratch,
                      JoinCounts& counts, const Use& use) {
  const bool shows_all = options.measure == Measure::containment;
  const auto use_pair = [&](const ShownCommon& x, const ShownCommon& y) {
    if (x.in_prefix + y.in_prefix > 0) use(x, y);
  };
  if (group.size() > options.group_most) {
    ++counts.capped_features;
    counts.capped_sets += group.size();
    const std::size_t leaders = std::min<std::size_t>(options.leaders, group.size());
    for (std::size_t i = 0; i < leaders; ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) use_pair(group[i], group[j]);
    }
    return;
  }
  scratch.assign(group.begin(), group.end());
  std::stable_sort(scratch.begin(), scratch.end(),
                   [](const ShownCommon& x, const ShownCommon& y) { return x.previous < y.previous; });
  std::size_t others = 0;  // the first member with another previous feature, or the next one
  for (std::size_t i = 0; i < scratch.size(); ++i) {
    const bool was_together = !shows_all && scratch[i].previous != scratch[i].common_feature;
    others = std::max(others, i + 1);
    while (was_together && others < scratch.size() && scratch[others].previous == scratch[i].previous) ++others;
    const std::size_t first = was_together ? others : i + 1;
    for (std::size_t j = first; j < scratch.size(); ++j) use_pair(scratch[i], scratch[j]);
  }
}

}  // namespace cento
