#include "align/loose/loose_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "align/loose_texts.hpp"

namespace cento {
namespace {

using testing::WordText;

/// The cosine of two sentences and how many words they share, word by word.
std::pair<double, std::size_t> compared(const LoosePair& pair, std::size_t a, std::size_t b) {
  double products = 0;
  std::size_t shared = 0;
  for (const WeightedWord& x : pair.a.vector_of(a)) {
    for (const WeightedWord& y : pair.b.vector_of(b)) {
      if (x.word != y.word) continue;
      products += static_cast<double>(x.weight) * static_cast<double>(y.weight);
      ++shared;
    }
  }
  return {products / (static_cast<double>(pair.a.norms[a]) * static_cast<double>(pair.b.norms[b])), shared};
}

RC_GTEST_PROP(LooseSeeds, AreAllPairsOfSentencesAsSimilarAsAsked, (std::uint32_t seed)) {
  const auto [first, second] = testing::related_texts(seed, *rc::gen::element(6U, 30U, 500U));
  const LooseOptions options;
  const WordText text_a(first);
  const WordText text_b(second);
  LoosePair pair;
  pair.assign(text_a.loose(), text_b.loose(), options);
  LooseSeeds found;
  SeedFinder(options).find(pair, found);
  const auto has = [](const std::vector<LooseSeed>& seeds, std::uint32_t a, std::uint32_t b) {
    return std::any_of(seeds.begin(), seeds.end(), [&](const LooseSeed& s) { return s.a == a && s.b == b; });
  };
  for (std::uint32_t a = 0; a < pair.a.sentences.size(); ++a) {
    for (std::uint32_t b = 0; b < pair.b.sentences.size(); ++b) {
      const auto [cosine, shared] = compared(pair, a, b);
      constexpr double kRounding = 1e-5;
      if (std::abs(cosine - options.weak_cosine) < kRounding || std::abs(cosine - options.seed_cosine) < kRounding) {
        continue;
      }
      const double dice = 2.0 * static_cast<double>(shared) /
                          static_cast<double>(pair.a.vector_of(a).size() + pair.b.vector_of(b).size());
      RC_ASSERT(has(found.weak, a, b) == (cosine > options.weak_cosine && shared >= 2));
      RC_ASSERT(has(found.seeds, a, b) == (cosine > options.seed_cosine && dice > options.seed_dice && shared >= 2));
    }
  }
}

TEST(LooseSeeds, WordsOverTheMostProductsAreLeftOutAndCounted) {
  const WordText a("red apples fall. red apples roll. red apples rot. ");
  LooseOptions options;
  LoosePair pair;
  pair.assign(a.loose(), a.loose(), options);
  LooseSeeds found;
  SeedFinder(options).find(pair, found);
  EXPECT_EQ(found.words_left_out, 0U);
  EXPECT_EQ(found.seeds.size(), 9U);
  options.max_products = 12;  // red and apples take 9 each, the others 1 each
  SeedFinder(options).find(pair, found);
  EXPECT_EQ(found.words_left_out, 1U);
  EXPECT_EQ(found.seeds.size(), 3U);  // one word alone makes no seed
}

TEST(LooseSeeds, OverTheMostTheMostSimilarStay) {
  const WordText a("one two three four. five six seven eight. ");
  const WordText b("one two three nine. five six seven eight. ");
  LooseOptions options;
  options.max_seeds = 1;
  LoosePair pair;
  pair.assign(a.loose(), b.loose(), options);
  LooseSeeds found;
  SeedFinder(options).find(pair, found);
  ASSERT_EQ(found.seeds.size(), 1U);
  EXPECT_EQ(found.seeds[0].a, 1U);
  EXPECT_EQ(found.seeds[0].b, 1U);
  EXPECT_EQ(found.seeds_left_out, 1U);
}

TEST(LooseSeeds, MuchWeakerThanTheBestOfASentenceAreDropped) {
  const WordText text("a b c. d e f. ");
  LoosePair pair;
  pair.assign(text.loose(), text.loose(), {});
  const std::vector<LooseSeed> seeds = {{0, 0, 1.0F}, {0, 1, 0.5F}, {1, 1, 0.8F}};
  std::vector<LooseSeed> best;
  keep_best_seeds(pair, seeds, 0.6, best);
  EXPECT_EQ(best, (std::vector<LooseSeed>{{0, 0, 1.0F}, {1, 1, 0.8F}}));
}

}  // namespace
}  // namespace cento
