#include "group/class_pairs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>

#include "random_near_duplicates.hpp"

namespace cento {
namespace {

using testing::RandomNearDuplicates;
using Documents = std::pair<DocId, DocId>;

std::vector<SimilarPair> listed(const ClassPairs& classes) {
  std::vector<SimilarPair> pairs;
  classes.for_each([&](const SimilarPair& pair) { pairs.push_back(pair); });
  return pairs;
}

TEST(ClassPairs, ListsMembersWithMembers) {
  // 0 = 3, 1 = 2; the classes are similar: 4 features of 5 and 4.
  const std::vector<DocId> firsts = {0, 1, 1, 0};
  const std::vector<SimilarPair> pairs = {{0, 1, 4, 5, 4}};
  const ClassPairs classes(firsts, pairs, 2);
  const std::vector<SimilarPair> expected = {{0, 1, 4, 5, 4}, {0, 2, 4, 5, 4}, {0, 3, 0, 0, 0},
                                             {1, 2, 0, 0, 0}, {1, 3, 4, 4, 5}, {2, 3, 4, 4, 5}};
  EXPECT_EQ(listed(classes), expected);
  EXPECT_EQ(classes.listed(), 6U);
  EXPECT_EQ(classes.left_out(), 0U);
}

TEST(ClassPairs, TellsLargeClassesByTheirFirst) {
  const std::vector<DocId> firsts = {0, 1, 1, 0, 0};
  const std::vector<SimilarPair> pairs = {{0, 1, 4, 5, 4}};
  const ClassPairs classes(firsts, pairs, 2);
  const std::vector<SimilarPair> expected = {{0, 1, 4, 5, 4}, {0, 3, 0, 0, 0}, {0, 4, 0, 0, 0}, {1, 2, 0, 0, 0}};
  EXPECT_EQ(listed(classes), expected);
  EXPECT_EQ(classes.listed(), 4U);
  EXPECT_EQ(classes.left_out(), 6U) << "3 with 4, and 5 of the 6 between the classes";
}

TEST(ClassPairs, ManyIdenticalDocumentsAreNotSquared) {
  const std::vector<DocId> firsts(100'000, 0);
  const ClassPairs classes(firsts, {}, 100);
  EXPECT_EQ(listed(classes).size(), 99'999U);
  EXPECT_EQ(classes.left_out(), std::uint64_t{100'000} * 99'999 / 2 - 99'999);
}

/// As the header defines it: what is listed, by comparing every two documents.
std::map<Documents, SimilarPair> plainly_listed(const RandomNearDuplicates& near, std::uint32_t listed_most,
                                                std::uint64_t& left_out) {
  std::map<DocId, std::uint32_t> sizes;
  for (const DocId first : near.first_of_class) ++sizes[first];
  std::map<Documents, SimilarPair> expected;
  for (DocId a = 0; a < near.documents.size(); ++a) {
    for (DocId b = a + 1; b < near.documents.size(); ++b) {
      const DocId first_a = near.first_of_class[a];
      const DocId first_b = near.first_of_class[b];
      const SimilarPair compared = near.compared(a, b);
      if (compared.similarity() < testing::kThreshold) continue;
      const bool is_small = sizes[first_a] <= listed_most && sizes[first_b] <= listed_most;
      const bool is_first = first_a == first_b ? a == first_a : a == first_a && b == first_b;
      if (is_small || is_first) {
        expected.emplace(Documents{a, b}, first_a == first_b ? SimilarPair{a, b, 0, 0, 0} : compared);
      } else {
        ++left_out;
      }
    }
  }
  return expected;
}

RC_GTEST_PROP(ClassPairs, AreAllPairsInOrder, ()) {
  const RandomNearDuplicates near = testing::random_near_duplicates();
  const auto listed_most = *rc::gen::inRange<std::uint32_t>(0, 6);
  std::uint64_t left_out = 0;
  std::vector<SimilarPair> expected;
  for (const auto& [documents, pair] : plainly_listed(near, listed_most, left_out)) expected.push_back(pair);
  const ClassPairs classes(near.first_of_class, near.pairs, listed_most);
  RC_ASSERT(listed(classes) == expected);
  RC_ASSERT(classes.listed() == expected.size());
  RC_ASSERT(classes.left_out() == left_out);
}

}  // namespace
}  // namespace cento
