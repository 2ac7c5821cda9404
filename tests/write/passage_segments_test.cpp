#include "write/view/passage_segments.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

using Segments = std::vector<PassageSegment>;

TEST(PassageSegments, AreTheTextBetweenTheEdges) {
  const std::vector<Part> parts = {{"title", "0123"}, {"body", "0123456789"}};
  const std::vector<PassageStretch> passages = {{1, {2, 6}}, {1, {4, 8}}};
  const Segments expected = {{0, {0, 4}, 0, false}, {1, {0, 2}, 0, false}, {1, {2, 4}, 1, false},
                             {1, {4, 6}, 1, true},  {1, {6, 8}, 2, false}, {1, {8, 10}, 0, false}};
  EXPECT_EQ(cut_at_passages(parts, passages), expected);
}

TEST(PassageSegments, OfADocumentThatIsAllOnePassageAreOne) {
  const std::vector<Part> parts = {{"text", "0123"}};
  const std::vector<PassageStretch> passages = {{0, {0, 4}}};
  EXPECT_EQ(cut_at_passages(parts, passages), (Segments{{0, {0, 4}, 1, false}}));
}

TEST(PassageSegments, HaveTheSideOfThePassageThatIsAskedFor) {
  const std::vector<PartPassage> passages = {{0, 1, {{{0, 1}, {3, 4}}, {{0, 1}, {5, 6}}, 1, 1}}};
  EXPECT_EQ(stretches_in_a(passages)[0].bytes, (Span{3, 4}));
  EXPECT_EQ(stretches_in_b(passages)[0].part, 1U);
}

}  // namespace
}  // namespace cento
