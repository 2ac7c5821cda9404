#include "study/judge/cluster_judgement.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace cento {
namespace {

using Items = std::vector<ClusteredItem>;

/// Items 1, 2, 3 … in clusters named by one letter each; '-' is an item that is left out.
Items items_of(std::string_view clusters) {
  Items items;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (clusters[i] != '-') items.push_back({std::to_string(i + 1), std::string(1, clusters[i])});
  }
  return items;
}

TEST(ClusterJudgement, LooksAtPairsAndAtItems) {
  const ClusterReport report = judge_clusters(items_of("AAABB"), items_of("xxyyy"));
  // Gold 12 13 23 45; found 12 34 35 45; both 12 45.
  EXPECT_DOUBLE_EQ(*report.pairwise.precision, 0.5);
  EXPECT_DOUBLE_EQ(*report.pairwise.recall, 0.5);
  // (1 + 1 + 1/3 + 2/3 + 2/3) / 5 and (2/3 + 2/3 + 1/3 + 1 + 1) / 5
  EXPECT_DOUBLE_EQ(*report.b_cubed.precision, 11.0 / 15);
  EXPECT_DOUBLE_EQ(*report.b_cubed.recall, 11.0 / 15);
  EXPECT_DOUBLE_EQ(*report.b_cubed.f1(), 11.0 / 15);
  // (2 − 4·4/10) / ((4 + 4)/2 − 4·4/10)
  EXPECT_NEAR(report.adjusted_rand, 1.0 / 6, 1e-12);
  EXPECT_EQ(report.gold_clusters, 2U);
  EXPECT_EQ(report.found_clusters, 2U);
}

TEST(ClusterJudgement, DoesNotCareAboutNames) {
  const ClusterReport report = judge_clusters(items_of("AAABB"), items_of("bbbaa"));
  EXPECT_EQ(report.pairwise.f1(), 1);
  EXPECT_EQ(report.b_cubed.f1(), 1);
  EXPECT_EQ(report.adjusted_rand, 1);
}

TEST(ClusterJudgement, LeavesMissingItemsAlone) {
  const ClusterReport report = judge_clusters(items_of("AAABB"), {});
  EXPECT_FALSE(report.pairwise.precision);
  EXPECT_FALSE(report.pairwise.f1());
  EXPECT_EQ(report.pairwise.recall, 0);
  EXPECT_EQ(report.b_cubed.precision, 1);
  EXPECT_DOUBLE_EQ(*report.b_cubed.recall, 0.4);
  EXPECT_NEAR(report.adjusted_rand, 0, 1e-12);
  EXPECT_EQ(report.not_found, 5U);
  EXPECT_EQ(report.found_clusters, 5U);
}

TEST(ClusterJudgement, CountsUnknownItemsOnceAndLeavesThemOut) {
  Items found = items_of("xxyyy");
  found.push_back({"nobody", "x"});
  found.push_back({"nobody", "x"});
  const ClusterReport report = judge_clusters(items_of("AAABB"), found);
  EXPECT_EQ(report.unknown, 1U);
  EXPECT_DOUBLE_EQ(*report.b_cubed.precision, 11.0 / 15);
}

TEST(ClusterJudgement, KeepsAClusterApartFromAnItemOfItsName) {
  const ClusterReport report = judge_clusters(Items{{"1", "A"}, {"2", "A"}}, Items{{"1", "2"}});
  EXPECT_EQ(report.pairwise.recall, 0);
  EXPECT_EQ(report.found_clusters, 2U);
}

TEST(ClusterJudgement, OfOneClusterForAllHasFullRecall) {
  const ClusterReport report = judge_clusters(items_of("AAABB"), items_of("xxxxx"));
  EXPECT_DOUBLE_EQ(*report.pairwise.precision, 0.4);
  EXPECT_DOUBLE_EQ(*report.b_cubed.precision, 0.52) << "(9 + 4) / 25";
  EXPECT_EQ(report.b_cubed.recall, 1);
}

/// Directly from the definitions.
struct Reference {
  double b_precision = 0;
  double b_recall = 0;
  unsigned together = 0;

  explicit Reference(const std::string& gold, const std::string& found) {
    const std::size_t size = gold.size();
    for (std::size_t i = 0; i < size; ++i) {
      double both = 0;
      double in_found = 0;
      double in_gold = 0;
      for (std::size_t j = 0; j < size; ++j) {
        const bool is_in_found = i == j || (found[i] == found[j] && found[i] != '-');
        const bool is_in_gold = gold[i] == gold[j];
        in_found += is_in_found ? 1 : 0;
        in_gold += is_in_gold ? 1 : 0;
        both += is_in_found && is_in_gold ? 1 : 0;
        together += j < i && is_in_found && is_in_gold ? 1 : 0;
      }
      b_precision += both / in_found / static_cast<double>(size);
      b_recall += both / in_gold / static_cast<double>(size);
    }
  }
};

RC_GTEST_PROP(ClusterJudgement, IsWhatTheDefinitionsSay, (std::vector<std::uint8_t> numbers)) {
  RC_PRE(!numbers.empty());
  std::string gold;
  std::string found;
  for (const std::uint8_t number : numbers) {
    gold.push_back(static_cast<char>('A' + number % 4));
    found.push_back("-xyzw"[number / 4 % 5]);
  }
  const ClusterReport report = judge_clusters(items_of(gold), items_of(found));
  const Reference expected(gold, found);
  RC_ASSERT(std::abs(*report.b_cubed.precision - expected.b_precision) < 1e-9);
  RC_ASSERT(std::abs(*report.b_cubed.recall - expected.b_recall) < 1e-9);
  RC_ASSERT((expected.together == 0U) == (report.pairwise.recall.value_or(0) == 0));
}

}  // namespace
}  // namespace cento
