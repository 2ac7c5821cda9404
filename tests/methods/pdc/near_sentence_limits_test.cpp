#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "methods/pdc/find_near_sentences.hpp"

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

/// What is left out when there are too many candidates depends on the sentences alone: here nothing is, although there
/// would be too many for all keys together.
TEST(NearSentenceLimits, CapsDoNotDependOnMemory) {
  constexpr unsigned kGroups = 12;
  constexpr unsigned kInGroup = 400;
  std::vector<Words> sentences;
  for (unsigned group = 0; group < kGroups; ++group) {
    for (unsigned i = 0; i < kInGroup; ++i) {
      Words words;
      for (unsigned word = 0; word < 30; ++word) words.push_back(1000 * group + word);
      words[i % 30] = 1000 * group + 100 + i;
      sentences.push_back(words);
    }
  }
  NearSentenceOptions options = with("shingle:1", 0.85);
  const Found expected = found_in(sentences, each_once(sentences.size()), 100, options);
  EXPECT_EQ(expected.pairs.size(), kGroups * kInGroup * (kInGroup - 1) / 2);
  options.memory = 0;
  for (const std::size_t threads : {1, 4}) {
    EXPECT_EQ(found_in(sentences, each_once(sentences.size()), 100, options, threads), expected);
  }
}

/// Half of the parts of short sets are empty, and so the same in all of them.
TEST(NearSentenceLimits, ManyShortSentencesAreAllCompared) {
  std::vector<Words> sentences;
  std::mt19937 random(3);
  for (int i = 0; i < 100'000; ++i) {
    Words words(4);
    for (unsigned& word : words) word = static_cast<unsigned>(random() % 1'000'000);
    sentences.push_back(words);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    expected.emplace_back(i, sentences.size());
    sentences.push_back(sentences[i]);
    sentences.back().push_back(2'000'000 + i);
  }
  const Found found = found_in(sentences, each_once(sentences.size()), 1000, with("shingle:1", 0.8), 2);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const NearPair& pair : found.pairs) pairs.emplace_back(pair.a, pair.b);
  for (const auto& pair : expected) {
    ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), pair)) << pair.first;
  }
}

/// A sentence that was signed very often must not crowd out those that are near it.
TEST(NearSentenceLimits, ASentenceMayComeVeryOften) {
  const std::vector<Words> sentences = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {90}};
  for (const double threshold : {0.9, 0.7}) {
    std::vector<std::uint32_t> order(20'000, 0);
    order.push_back(1);
    order.push_back(2);
    const Found found = found_in(sentences, order, 1000, with("shingle:1", threshold));
    EXPECT_EQ(found.pairs, (std::vector<NearPair>{{0, 1, static_cast<float>(10.0 / 11)}})) << threshold;
  }
}

/// Seven hundred sentences that are all near each other: when several threads sign them, one may come more than once.
TEST(NearSentenceLimits, PairsDoNotDependOnHowOftenASentenceIsAdded) {
  std::vector<Words> sentences;
  for (unsigned i = 0; i < 700; ++i) {
    Words words(30);
    std::iota(words.begin(), words.end(), 0U);
    words.push_back(1000 + i);
    sentences.push_back(words);
  }
  std::vector<std::uint32_t> order = each_once(sentences.size());
  const NearSentenceOptions options = with("shingle:1", 0.9);
  const Found once = found_in(sentences, order, 1000, options);
  EXPECT_EQ(once.pairs.size(), 700U * 699 / 2);
  order.insert(order.end(), order.begin(), order.begin() + 300);
  EXPECT_EQ(found_in(sentences, order, 1000, options), once);
}

/// The pairs of sentences, of which there are too many.
std::vector<NearPair> limited_pairs(const std::vector<Words>& sentences, std::size_t threads) {
  const NearSentenceOptions options = with("shingle:1", 0.9);
  LocalExecutor executor(threads, options.memory, "");
  NearSentences near(options, executor);
  SentenceSigner signer(options);
  SignedSentences batch;
  for (std::uint32_t i = 0; i < sentences.size(); ++i) {
    const std::vector<std::uint64_t> tokens = tokens_of(sentences[i]);
    signer.sign(range_of(tokens), i, batch);
  }
  std::vector<std::uint32_t> classes = each_once(sentences.size());
  near.add(batch, classes);
  near.merge_equal(classes, kRepeats);
  std::vector<NearPair> pairs = near.find(classes, kRepeats);
  EXPECT_GT(near.counts().capped_features, 0U);
  return pairs;
}

/// Five thousand sentences that are all near each other, among others: their pairs are limited, not those of the rest.
TEST(NearSentenceLimits, SentencesThatAreAllAlikeAreLimited) {
  std::vector<Words> sentences;
  for (unsigned i = 0; i < 5000; ++i) {
    Words words(30);
    std::iota(words.begin(), words.end(), 0U);
    words.push_back(1000 + i);
    sentences.push_back(words);
  }
  for (unsigned i = 0; i < 100; ++i) {
    Words words(20);
    std::iota(words.begin(), words.end(), 10'000 + 20 * i);
    sentences.push_back(words);
    words.push_back(9999);
    sentences.push_back(words);
  }
  const std::vector<NearPair> pairs = limited_pairs(sentences, 2);
  EXPECT_LT(pairs.size(), 5'000'000U);
  EXPECT_GT(pairs.size(), 100'000U);
  for (std::uint32_t i = 5000; i < sentences.size(); i += 2) {
    const auto is_found = [&](const NearPair& pair) { return pair.a == i && pair.b == i + 1; };
    EXPECT_TRUE(std::any_of(pairs.begin(), pairs.end(), is_found)) << i;
  }
  EXPECT_EQ(pairs, limited_pairs(sentences, 1));
  EXPECT_EQ(pairs, limited_pairs(sentences, 3));
}

}  // namespace
}  // namespace cento
