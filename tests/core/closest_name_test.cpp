#include "core/closest_name.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

using Names = std::vector<std::string>;

TEST(EditDistance, CountsInsertionsRemovalsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("near", "near"), 0U);
  EXPECT_EQ(edit_distance("nera", "near"), 1U);
  EXPECT_EQ(edit_distance("nea", "near"), 1U);
  EXPECT_EQ(edit_distance("neear", "near"), 1U);
  EXPECT_EQ(edit_distance("bear", "near"), 1U);
  EXPECT_EQ(edit_distance("enra", "near"), 2U);
  EXPECT_EQ(edit_distance("", "near"), 4U);
  EXPECT_EQ(edit_distance("NEAR", "near"), 0U);
}

TEST(EditDistance, IsTheSameBothWays) {
  const Names words = {"", "a", "ab", "ba", "abc", "cab", "threshold", "treshhold", "thershold"};
  for (const std::string& a : words) {
    for (const std::string& b : words) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
  }
}

TEST(ClosestName, IsTheOneWithFewestMistakes) {
  const Names names = {"--threads", "--threshold", "--temp-dir"};
  EXPECT_EQ(closest_name("--treshold", names), "--threshold");
  EXPECT_EQ(closest_name("--thread", names), "--threads");
  EXPECT_EQ(closest_name("-threads", names), "--threads");
}

TEST(ClosestName, IsOneThatBeginsWithTheWord) {
  EXPECT_EQ(closest_name("sub", Names{"pdc", "substring"}), "substring");
  EXPECT_EQ(closest_name("su", Names{"pdc", "substring"}), "");
}

TEST(ClosestName, IsNoneWhenNothingIsClose) {
  const Names names = {"exact", "near", "loose"};
  EXPECT_EQ(closest_name("fuzzy", names), "");
  EXPECT_EQ(closest_name("", names), "");
  EXPECT_EQ(closest_name("--", names), "");
  EXPECT_EQ(closest_name(std::string(100'000, 'n'), names), "");
}

TEST(DidYouMean, EndsASentence) {
  EXPECT_EQ(did_you_mean("nera", Names{"exact", "near"}), "; did you mean \"near\"?");
  EXPECT_EQ(did_you_mean("fuzzy", Names{"exact", "near"}), "");
}

TEST(EitherOf, ListsNames) {
  EXPECT_EQ(either_of(Names{}), "");
  EXPECT_EQ(either_of(Names{"a"}), "a");
  EXPECT_EQ(either_of(Names{"a", "b"}), "a or b");
  EXPECT_EQ(either_of(Names{"a", "b", "c"}), "a, b or c");
}

}  // namespace
}  // namespace cento
