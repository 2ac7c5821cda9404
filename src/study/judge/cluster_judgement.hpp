#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace cento {

/// An item and its cluster. An item is in one cluster: of several records for it, the first counts.
struct ClusteredItem {
  std::string id;
  std::string cluster;
};

/// Precision and recall; empty where there is nothing to divide by.
struct Agreed {
  std::optional<double> precision;
  std::optional<double> recall;

  /// Their harmonic mean, 0 when both are 0; empty if either is.
  [[nodiscard]] std::optional<double> f1() const;
};

struct ClusterReport {
  std::uint64_t items = 0;  // of the gold
  std::uint64_t gold_clusters = 0;
  std::uint64_t found_clusters = 0;
  std::uint64_t not_found = 0;  // items of the gold that are in no found cluster: each is one by itself
  std::uint64_t unknown = 0;    // found items that are not in the gold: left out
  Agreed pairwise;              // over pairs of items in one cluster
  /// Means over items: the share of an item's found cluster that is in its gold cluster, and vice versa.
  Agreed b_cubed;
  double adjusted_rand = 0;  // pairs in agreement, corrected for chance: 1 for the same clusters, about 0 by chance
};

/// `gold` has at least one item.
[[nodiscard]] ClusterReport judge_clusters(std::span<const ClusteredItem> gold, std::span<const ClusteredItem> found);

}  // namespace cento
