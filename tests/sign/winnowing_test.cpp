#include "sign/winnowing.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tokenized_text.hpp"

namespace cento {
namespace {

using Hashes = std::vector<std::uint64_t>;
using Positions = PlainVector<std::uint32_t>;

Positions minima_of(const Hashes& values, std::size_t window) {
  Positions positions;
  Positions scratch;
  append_window_minima(values, window, positions, scratch);
  return positions;
}

Features winnowed(const Hashes& tokens, std::size_t gram_tokens, std::size_t window_grams) {
  Features features;
  WinnowSigner(gram_tokens, window_grams).sign(range_of(tokens), features);
  return features;
}

TEST(Winnowing, TheRightmostMinimumOfEachWindow) {
  EXPECT_EQ(minima_of({7, 4, 9, 4, 8, 8, 2}, 4), (Positions{3, 6}));
  EXPECT_EQ(minima_of({5, 5, 5, 5}, 2), (Positions{1, 2, 3}));
  EXPECT_EQ(minima_of({1, 2, 3, 4, 5}, 3), (Positions{0, 1, 2}));
  EXPECT_EQ(minima_of({5, 4, 3, 2, 1}, 3), (Positions{2, 3, 4}));
  EXPECT_EQ(minima_of({3, 1, 2}, 1), (Positions{0, 1, 2}));
  EXPECT_EQ(minima_of({3, 1, 2}, 4), Positions{});
}

TEST(Winnowing, WindowOfOneKeepsEveryGram) {
  const Hashes tokens = {11, 22, 33, 44};
  Features all;
  ShingleSigner(2).sign(range_of(tokens), all);
  EXPECT_EQ(winnowed(tokens, 2, 1), all);
}

TEST(Winnowing, FewerTokensThanAWindowAreSignedWhole) {
  const Hashes tokens = {11, 22, 33, 44};
  EXPECT_EQ(winnowed(tokens, 3, 3), Features{sequence_feature(tokens)});
  EXPECT_EQ(winnowed(tokens, 3, 2).size(), 1U);
  EXPECT_NE(winnowed(tokens, 3, 2), Features{sequence_feature(tokens)});
  EXPECT_TRUE(winnowed({}, 3, 3).empty());
}

TEST(Winnowing, PlacesLeadBackToTheTokens) {
  const TokenizedText text("one fish two fish red fish blue fish one fish two fish");
  const TokenRange tokens = text.range();
  WinnowSigner signer(3, 2);
  Features features;
  signer.sign(tokens, features);
  PlainVector<PlacedFeature> placed;
  signer.place(tokens, placed);
  ASSERT_EQ(placed.size(), features.size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    EXPECT_EQ(placed[i].feature, features[i]);
    EXPECT_EQ(placed[i].token_count, 3U);
    EXPECT_EQ(sequence_feature(tokens.hashes.subspan(placed[i].first_token, 3)), features[i]);
  }
}

TEST(Winnowing, AShortTextHasOnePlace) {
  const TokenizedText text("one fish");
  PlainVector<PlacedFeature> placed;
  WinnowSigner(3, 2).place(text.range(), placed);
  EXPECT_EQ(placed, (PlainVector<PlacedFeature>{{sequence_feature(text.range().hashes), 0, 2}}));
}

/// Window by window, by definition.
Positions plain_minima(const Hashes& values, std::size_t window) {
  std::set<std::uint32_t> positions;
  for (std::size_t first = 0; first + window <= values.size(); ++first) {
    std::size_t best = first;
    for (std::size_t i = first; i < first + window; ++i) {
      if (values[i] <= values[best]) best = i;
    }
    positions.insert(static_cast<std::uint32_t>(best));
  }
  return {positions.begin(), positions.end()};
}

RC_GTEST_PROP(Winnowing, AgreesWithTheDefinition, ()) {
  const auto few = rc::gen::container<Hashes>(rc::gen::inRange<std::uint64_t>(0, 8));
  const Hashes values = *rc::gen::resize(200, rc::gen::oneOf(few, rc::gen::arbitrary<Hashes>()));
  const auto window = *rc::gen::inRange<std::size_t>(1, 20);
  RC_ASSERT(minima_of(values, window) == plain_minima(values, window));
}

/// The guarantee: texts that have w + k - 1 tokens in a row in common share a feature.
RC_GTEST_PROP(Winnowing, ALongCommonRunIsAlwaysSeen, ()) {
  const auto gram_tokens = *rc::gen::inRange<std::size_t>(1, 6);
  const auto window_grams = *rc::gen::inRange<std::size_t>(1, 9);
  const std::size_t run = gram_tokens + window_grams - 1 + *rc::gen::inRange<std::size_t>(0, 3);
  const auto words = rc::gen::inRange<std::uint64_t>(0, 30);
  const Hashes common = *rc::gen::container<Hashes>(run, words);
  const auto around_common = [&] {
    Hashes tokens = *rc::gen::container<Hashes>(words);
    tokens.insert(tokens.end(), common.begin(), common.end());
    const Hashes behind = *rc::gen::container<Hashes>(words);
    tokens.insert(tokens.end(), behind.begin(), behind.end());
    return tokens;
  };
  Features first = winnowed(around_common(), gram_tokens, window_grams);
  Features second = winnowed(around_common(), gram_tokens, window_grams);
  std::sort(first.begin(), first.end());
  RC_ASSERT(std::any_of(second.begin(), second.end(), [&](std::uint64_t feature) {
    return std::binary_search(first.begin(), first.end(), feature);
  }));
}

}  // namespace
}  // namespace cento
