#include "align/loose/loose_clusters.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "align/loose_texts.hpp"

namespace cento {
namespace {

using testing::WordText;

/// A text of `count` sentences, all different; two such texts are alike, sentence by sentence.
std::string numbered_sentences(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned word = 0; word < 4; ++word) text += "s" + std::to_string(i) + "w" + std::to_string(word) + " ";
    text.back() = '.';
    text += " ";
  }
  return text;
}

std::vector<LooseCluster> clusters_of(const LoosePair& pair, std::vector<LooseSeed> seeds, std::uint32_t max_gap,
                                      const LooseOptions& options = {}) {
  std::vector<LooseCluster> clusters;
  ClusterFinder(options).find(pair, seeds, max_gap, clusters);
  std::sort(clusters.begin(), clusters.end(), [](const LooseCluster& x, const LooseCluster& y) {
    return std::tuple(x.a.begin, x.b.begin, x.a.end, x.b.end) < std::tuple(y.a.begin, y.b.begin, y.a.end, y.b.end);
  });
  return clusters;
}

class LooseClusters : public ::testing::Test {
 protected:
  LooseClusters() : text_(numbered_sentences(40)) { pair_.assign(text_.loose(), text_.loose(), {}); }

  WordText text_;
  LoosePair pair_;
};

TEST_F(LooseClusters, ReachOverGapsOnBothSides) {
  const std::vector<LooseSeed> seeds = {{0, 0, 1}, {3, 2, 1}, {5, 5, 1}, {20, 6, 1}, {30, 30, 1}};
  std::vector<LooseCluster> clusters = clusters_of(pair_, seeds, 4);
  ASSERT_EQ(clusters.size(), 2U);  // {20, 6} is near on one side only, and its two sentences have nothing in common
  EXPECT_EQ(clusters[0].a, (SentenceRange{0, 6}));
  EXPECT_EQ(clusters[0].b, (SentenceRange{0, 6}));
  EXPECT_EQ(clusters[1].a, (SentenceRange{30, 31}));
  EXPECT_EQ(clusters_of(pair_, seeds, 1).size(), 3U);
}

TEST_F(LooseClusters, FallApartWhereTheirStretchesAreNotSimilar) {
  const std::vector<LooseSeed> seeds = {{10, 10, 1}, {11, 11, 1}, {15, 6, 1}};
  const std::vector<LooseCluster> clusters = clusters_of(pair_, seeds, 4);
  ASSERT_EQ(clusters.size(), 1U);  // sentences 15 and 6 have nothing in common
  EXPECT_EQ(clusters[0].a, (SentenceRange{10, 12}));
  EXPECT_EQ(clusters[0].b, (SentenceRange{10, 12}));
  EXPECT_NEAR(clusters[0].similarity, 1, 1e-6);
}

TEST_F(LooseClusters, GrowByWeakSeedsThatTouchThem) {
  LooseCluster cluster{{10, 12}, {10, 12}, 1};
  const std::vector<LooseSeed> weak = {{7, 8, 0.2F},   {8, 9, 0.2F},   {9, 9, 0.2F},
                                       {12, 12, 0.2F}, {14, 13, 0.2F}, {30, 12, 0.2F}};
  widen(cluster, weak, {});
  EXPECT_EQ(cluster.a, (SentenceRange{7, 13}));
  EXPECT_EQ(cluster.b, (SentenceRange{8, 13}));
}

TEST_F(LooseClusters, GrowNoFurtherThanTheReach) {
  LooseCluster cluster{{10, 12}, {10, 12}, 1};
  std::vector<LooseSeed> weak;
  for (std::uint32_t i = 12; i < 20; ++i) weak.push_back({i, i, 0.2F});
  widen(cluster, weak, {});
  EXPECT_EQ(cluster.a, (SentenceRange{10, 15}));
}

RC_GTEST_FIXTURE_PROP(LooseClusters, AreTheSameWhicheverSideIsCutFirst, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  std::vector<LooseSeed> seeds;
  std::vector<LooseSeed> swapped;
  for (std::size_t count = 1 + random() % 60; count > 0; --count) {
    seeds.push_back({static_cast<std::uint32_t>(random() % 40), static_cast<std::uint32_t>(random() % 40), 1});
    swapped.push_back({seeds.back().b, seeds.back().a, 1});
  }
  std::shuffle(swapped.begin(), swapped.end(), random);
  LooseOptions options;
  options.fragment_cosine = 0;
  const auto gap = static_cast<std::uint32_t>(random() % 3);
  std::vector<LooseCluster> back;
  for (LooseCluster cluster : clusters_of(pair_, swapped, gap, options)) {
    back.push_back({cluster.b, cluster.a, 0});
  }
  std::vector<LooseCluster> straight = clusters_of(pair_, seeds, gap, options);
  for (LooseCluster& cluster : straight) cluster.similarity = 0;
  const auto by_place = [](const LooseCluster& x, const LooseCluster& y) {
    return std::tuple(x.a.begin, x.b.begin, x.a.end, x.b.end) < std::tuple(y.a.begin, y.b.begin, y.a.end, y.b.end);
  };
  std::sort(back.begin(), back.end(), by_place);
  RC_ASSERT(straight == back);
}

}  // namespace
}  // namespace cento
