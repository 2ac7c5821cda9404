#include "study/judge/cluster_judgement.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "study/share.hpp"

namespace cento {

namespace {

using Number = std::uint32_t;
using Clusters = boost::unordered_flat_map<std::string_view, std::string_view>;  // by item
using Numbers = boost::unordered_flat_map<std::string_view, Number>;
/// How many items are in both a gold cluster and a found one.
using Cells = boost::unordered_flat_map<std::pair<Number, Number>, std::uint64_t>;

Clusters clusters_of(std::span<const ClusteredItem> items) {
  Clusters clusters;
  clusters.reserve(items.size());
  for (const ClusteredItem& item : items) clusters.emplace(item.id, item.cluster);
  return clusters;
}

std::uint64_t count_known(const Clusters& found, const Clusters& gold) {
  return static_cast<std::uint64_t>(
      std::count_if(found.begin(), found.end(), [&](const auto& item) { return gold.contains(item.first); }));
}

Number number_of(Numbers& numbers, std::string_view name) {
  return numbers.emplace(name, static_cast<Number>(numbers.size())).first->second;
}

/// The clusters of the gold's items, numbered.
struct Contingency {
  Cells cells;
  std::vector<std::uint64_t> gold_sizes;
  std::vector<std::uint64_t> found_sizes;

  void add(Number gold, Number found) {
    ++cells[{gold, found}];
    count(gold_sizes, gold);
    count(found_sizes, found);
  }

 private:
  static void count(std::vector<std::uint64_t>& sizes, Number cluster) {
    if (cluster >= sizes.size()) sizes.resize(cluster + 1, 0);
    ++sizes[cluster];
  }
};

/// An item that was not found is a cluster by itself, numbered after the named ones.
Contingency tabulate(const Clusters& gold, const Clusters& found) {
  Contingency table;
  Numbers gold_names;
  Numbers found_names;
  for (const auto& [id, cluster] : gold) {
    const auto place = found.find(id);
    if (place != found.end()) table.add(number_of(gold_names, cluster), number_of(found_names, place->second));
  }
  auto alone = static_cast<Number>(found_names.size());
  for (const auto& [id, cluster] : gold) {
    if (!found.contains(id)) table.add(number_of(gold_names, cluster), alone++);
  }
  return table;
}

double pairs_in(std::uint64_t items) {
  const auto n = static_cast<double>(items);
  return n * (n - 1) / 2;
}

double pairs_in(const std::vector<std::uint64_t>& sizes) {
  double pairs = 0;
  for (const std::uint64_t size : sizes) pairs += pairs_in(size);
  return pairs;
}

/// Pairs of items in the same cluster.
struct TogetherCounts {
  double both = 0;  // in both the gold and the found clusters
  double gold = 0;
  double found = 0;
};

TogetherCounts count_pairs(const Contingency& table) {
  TogetherCounts sums{0, pairs_in(table.gold_sizes), pairs_in(table.found_sizes)};
  for (const auto& [clusters, items] : table.cells) sums.both += pairs_in(items);
  return sums;
}

double adjusted_rand(const TogetherCounts& pairs, std::uint64_t items) {
  const double expected = items > 1 ? pairs.gold * pairs.found / pairs_in(items) : 0;
  const double most = (pairs.gold + pairs.found) / 2;
  return most == expected ? 1 : (pairs.both - expected) / (most - expected);
}

Agreed b_cubed(const Contingency& table, std::uint64_t items) {
  double precision = 0;
  double recall = 0;
  for (const auto& [clusters, count] : table.cells) {
    const auto square = static_cast<double>(count) * static_cast<double>(count);
    precision += square / static_cast<double>(table.found_sizes[clusters.second]);
    recall += square / static_cast<double>(table.gold_sizes[clusters.first]);
  }
  return {share(precision, static_cast<double>(items)), share(recall, static_cast<double>(items))};
}

}  // namespace

std::optional<double> Agreed::f1() const {
  if (!precision || !recall) return std::nullopt;
  const double sum = *precision + *recall;
  return sum == 0 ? 0 : 2 * *precision * *recall / sum;
}

ClusterReport judge_clusters(std::span<const ClusteredItem> gold, std::span<const ClusteredItem> found) {
  const Clusters gold_of = clusters_of(gold);
  const Clusters found_of = clusters_of(found);
  const Contingency table = tabulate(gold_of, found_of);
  const TogetherCounts pairs = count_pairs(table);
  const std::uint64_t known = count_known(found_of, gold_of);
  ClusterReport report;
  report.items = gold_of.size();
  report.gold_clusters = table.gold_sizes.size();
  report.found_clusters = table.found_sizes.size();
  report.not_found = gold_of.size() - known;
  report.unknown = found_of.size() - known;
  report.pairwise = {share(pairs.both, pairs.found), share(pairs.both, pairs.gold)};
  report.b_cubed = b_cubed(table, report.items);
  report.adjusted_rand = adjusted_rand(pairs, report.items);
  return report;
}

}  // namespace cento
