#include "methods/pdc/sentences/near_sentences.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "methods/pdc/find_near_sentences.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "sign/signers.hpp"

namespace cento {
namespace {

using testing::each_once;
using testing::Found;
using testing::found_in;
using testing::kRepeats;
using testing::range_of;
using testing::tokens_of;
using testing::with;
using testing::Words;

using FeatureSet = std::set<std::uint64_t>;

FeatureSet features_of(const Words& words, const NearSentenceOptions& options) {
  const auto signer = make_feature_signer(options.signature, {options.tokens});
  const std::vector<std::uint64_t> tokens = tokens_of(words);
  Features features;
  signer->sign(range_of(tokens), features);
  return {features.begin(), features.end()};
}

double jaccard(const FeatureSet& a, const FeatureSet& b) {
  std::vector<std::uint64_t> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  const auto count = static_cast<double>(shared.size());
  return count / (static_cast<double>(a.size() + b.size()) - count);
}

Found by_definition(const std::vector<Words>& sentences, const NearSentenceOptions& options) {
  std::vector<FeatureSet> sets;
  std::map<FeatureSet, std::vector<std::uint32_t>> places;
  for (std::uint32_t i = 0; i < sentences.size(); ++i) {
    sets.push_back(features_of(sentences[i], options));
    places[sets.back()].push_back(i);
  }
  Found found;
  found.classes.resize(sentences.size());
  for (const auto& [set, positions] : places) {
    for (const std::uint32_t position : positions) {
      found.classes[position] = positions.front() | (positions.size() > 1 ? kRepeats : 0);
    }
  }
  for (std::uint32_t a = 0; a < sets.size(); ++a) {
    for (std::uint32_t b = a + 1; b < sets.size(); ++b) {
      if ((found.classes[a] & ~kRepeats) != a || (found.classes[b] & ~kRepeats) != b) continue;
      const double similarity = jaccard(sets[a], sets[b]);
      if (similarity >= options.threshold) found.pairs.push_back({a, b, static_cast<float>(similarity)});
    }
  }
  return found;
}

/// Sentences that resemble each other to all degrees; some are identical, some have the same words in another order.
std::vector<Words> related_sentences(std::uint32_t seed, std::size_t count, unsigned vocabulary, std::size_t most) {
  std::mt19937 random(seed);
  const auto any_word = [&] { return static_cast<unsigned>(random() % vocabulary); };
  std::vector<Words> sentences;
  for (std::size_t i = 0; i < count; ++i) {
    Words words;
    if (!sentences.empty() && random() % 5 != 0) words = sentences[random() % sentences.size()];
    if (words.empty()) {
      for (std::size_t size = 1 + random() % most; size > 0; --size) words.push_back(any_word());
    }
    for (std::size_t changes = random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % words.size();
      const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
      if (random() % 3 == 0) {
        words.insert(place, any_word());
      } else if (random() % 2 == 0 && words.size() > 1) {
        words.erase(place);
      } else if (random() % 3 == 0) {
        std::swap(words[at], words[0]);
      } else {
        words[at] = any_word();
      }
    }
    sentences.push_back(words);
  }
  return sentences;
}

std::vector<Words> some_sentences() {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  return related_sentences(seed, *rc::gen::inRange<std::size_t>(0, 80), *rc::gen::element(3U, 30U, 5000U),
                           *rc::gen::element<std::size_t>(3, 12, 40));
}

/// Every sentence once, some of them again, in any order.
std::vector<std::uint32_t> some_order(std::size_t count) {
  std::vector<std::uint32_t> order = each_once(count);
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 3 == 0) order.push_back(static_cast<std::uint32_t>(random() % count));
  }
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

TEST(NearSentences, FindsPairsAndMergesEqualSets) {
  const std::vector<Words> sentences = {
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},   // 0
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 11},   // 1: one word of ten differs
      {20, 21, 22},                      // 2
      {10, 9, 8, 7, 6, 5, 4, 3, 2, 1},   // 3: the words of 0
      {1, 2, 3, 4, 5, 6, 7, 12, 13, 14}  // 4
  };
  const Found found = found_in(sentences, each_once(5), 2, with("shingle:1", 0.8));
  EXPECT_EQ(found.classes, (std::vector<std::uint32_t>{kRepeats, 1, 2, kRepeats, 4}));
  EXPECT_EQ(found.pairs, (std::vector<NearPair>{{0, 1, static_cast<float>(9.0 / 11)}}));
}

TEST(NearSentences, AtThresholdOneOnlyEqualSetsMatch) {
  const std::vector<Words> sentences = {{1, 2, 3}, {3, 2, 1}, {1, 2, 4}};
  const Found found = found_in(sentences, each_once(3), 10, with("shingle:1", 1));
  EXPECT_EQ(found.classes, (std::vector<std::uint32_t>{kRepeats, kRepeats, 2}));
  EXPECT_TRUE(found.pairs.empty());
}

TEST(NearSentences, AWrongSignatureIsAUsageError) {
  EXPECT_THROW(SentenceSigner(with("nonsense:3", 0.9)), UsageError);
  EXPECT_THROW(SentenceSigner(with("imatch:0.2:0.8", 0.9)), UsageError) << "without statistics";
}

RC_GTEST_PROP(NearSentences, AreThoseOfAllPairs, ()) {
  const std::vector<Words> sentences = some_sentences();
  const auto order = some_order(sentences.size());
  NearSentenceOptions options = with(*rc::gen::element<std::string>("shingle:1", "shingle:2", "shingle:3"),
                                     *rc::gen::element(0.3, 0.5, 0.6, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0));
  const Found expected = by_definition(sentences, options);
  RC_CLASSIFY(!expected.pairs.empty(), "has pairs");
  const auto in_batch = *rc::gen::inRange<std::size_t>(1, 30);
  RC_ASSERT(found_in(sentences, order, in_batch, options) == expected);
  options.memory = 0;
  RC_ASSERT(found_in(sentences, order, in_batch, options, 3) == expected);
}

RC_GTEST_PROP(NearSentences, AreFoundByOtherSignatures, ()) {
  const std::vector<Words> sentences = some_sentences();
  std::map<std::uint64_t, std::uint32_t> counts;
  for (const Words& words : sentences) {
    for (const std::uint64_t token : std::set<std::uint64_t>([&] {
           const auto tokens = tokens_of(words);
           return std::set<std::uint64_t>(tokens.begin(), tokens.end());
         }())) {
      ++counts[token];
    }
  }
  std::vector<Frequency> frequencies;
  for (const auto& [hash, documents] : counts) frequencies.push_back({hash, documents});
  const DocumentFrequencies tokens(std::max<std::size_t>(1, sentences.size()), frequencies);
  NearSentenceOptions options =
      with(*rc::gen::element<std::string>("spot:3", "spot:10", "imatch:0:1", "imatch:0.1:0.7"),
           *rc::gen::element(0.5, 0.8, 0.9));
  options.tokens = &tokens;
  RC_ASSERT(found_in(sentences, some_order(sentences.size()), 7, options, 2) == by_definition(sentences, options));
}

TEST(NearSentences, ThresholdsNextToNothingFindAllThatShareAnything) {
  const std::vector<Words> sentences = {{1, 2, 3, 4}, {4, 5, 6, 7}, {8, 9}};
  const NearSentenceOptions options = with("shingle:1", 1e-12);
  EXPECT_EQ(found_in(sentences, each_once(3), 10, options), by_definition(sentences, options));
}

TEST(NearClasses, KnowNeighboursBothWays) {
  const std::vector<NearPair> pairs = {{3, 70, 0.9F}, {3, 80, 0.8F}, {70, 100, 1}};
  const NearClasses near(pairs, 101);
  EXPECT_FALSE(near.empty());
  EXPECT_EQ(std::vector<std::uint32_t>(near.names().begin(), near.names().end()),
            (std::vector<std::uint32_t>{3, 70, 80, 100}));
  EXPECT_EQ(near.of(70).size(), 2U);
  EXPECT_EQ(near.of(70)[0].name, 3U);
  EXPECT_EQ(near.of(70)[1].name, 100U);
  EXPECT_TRUE(near.of(4).empty());
  EXPECT_FALSE(near.has(4));
  EXPECT_EQ(near.similarity(80, 3), 0.8F);
  EXPECT_EQ(near.similarity(3, 80), 0.8F);
  EXPECT_EQ(near.similarity(80, 70), 0);
  EXPECT_EQ(near.similarity(80, 5), 0);
  EXPECT_TRUE(NearClasses().empty());
  EXPECT_FALSE(NearClasses().has(0));
  EXPECT_EQ(NearClasses().similarity(0, 1), 0);
}

}  // namespace
}  // namespace cento
