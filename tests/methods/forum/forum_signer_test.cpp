#include "methods/forum/forum_signer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cento {
namespace {

std::size_t features_in(std::string_view text, std::string_view features) {
  Tokens tokens;
  Tokenizer().tokenize(text, tokens);
  Features out;
  ForumFieldSigner(features, nullptr).sign(text, tokens, out);
  return out.size();
}

TEST(ForumSigner, MakesFeaturesByName) {
  EXPECT_EQ(features_in("how to mend a kite, a red kite", "words"), 6U);
  EXPECT_EQ(features_in("how to mend a kite, a red kite", "content"), 3U);  // mend, kite, red
  EXPECT_EQ(features_in("how to mend a kite, a red kite", "asked"), 1U);
  EXPECT_EQ(features_in("how to mend a kite, a red kite", "order"), 8U);
  EXPECT_EQ(features_in("how to mend a kite, a red kite", "shingle:7"), 2U);
  EXPECT_EQ(features_in("how to mend a kite", "chars:6"), 4U);  // from each word that is followed by six characters
  EXPECT_EQ(features_in("who are you", "content"), 3U);         // nothing else is left
  EXPECT_EQ(features_in("mend it", "asked"), 0U);
  EXPECT_ANY_THROW(features_in("mend", "grams:three"));
  EXPECT_ANY_THROW(features_in("mend", "rhymes"));
}

TEST(ForumSigner, LooksAtWordsWhereTheirOrderIsCompared) {
  ForumModel model;
  model.parts = {{"title|name", 1, {parse_comparison("order"), parse_comparison("grams:3")}},
                 {"answer", 1, {parse_comparison("grams:3"), parse_comparison("grams:3*idf")}}};
  EXPECT_EQ(fields_of(model), (std::vector<ForumField>{{0, "order"}, {0, "words"}, {0, "grams:3"}, {1, "grams:3"}}));
  EXPECT_EQ(part_names(model.parts[0]), (std::vector<std::string>{"title", "name"}));
}

using Tokens32 = std::vector<std::uint32_t>;

TEST(OrderSimilarity, IsTwiceTheLongestCommonSubsequenceOfBoth) {
  EXPECT_DOUBLE_EQ(order_similarity(Tokens32{1, 2, 3, 4}, Tokens32{1, 3, 4}), 6.0 / 7);
  EXPECT_DOUBLE_EQ(order_similarity(Tokens32{1, 2}, Tokens32{2, 1}), 0.5);
  EXPECT_DOUBLE_EQ(order_similarity(Tokens32{}, Tokens32{2, 1}), 0);
}

/// By the definition, without a table.
std::size_t longest(const Tokens32& a, std::size_t i, const Tokens32& b, std::size_t j) {
  if (i == a.size() || j == b.size()) return 0;
  if (a[i] == b[j]) return 1 + longest(a, i + 1, b, j + 1);
  return std::max(longest(a, i + 1, b, j), longest(a, i, b, j + 1));
}

RC_GTEST_PROP(OrderSimilarityProperty, IsWhatTheDefinitionSays, ()) {
  const auto texts = rc::gen::resize(9, rc::gen::container<Tokens32>(rc::gen::inRange<std::uint32_t>(0, 4)));
  const Tokens32 a = *texts;
  const Tokens32 b = *texts;
  const double expected = a.empty() || b.empty() ? 0
                                                 : 2.0 * static_cast<double>(longest(a, 0, b, 0)) /
                                                       static_cast<double>(a.size() + b.size());
  RC_ASSERT(order_similarity(a, b) == expected);
  RC_ASSERT(order_similarity(b, a) == expected);
}

}  // namespace
}  // namespace cento
