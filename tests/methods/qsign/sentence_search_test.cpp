#include "methods/qsign/sentence_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/hash/mix64.hpp"
#include "methods/reuse_index.hpp"

namespace cento {
namespace {

using Words = std::vector<std::uint64_t>;

/// Enough sentences that keys are looked up instead of scanning all signatures: new ones of few and of many words, rare
/// and common, and others with some words changed.
std::vector<Words> many_sentences(std::size_t count) {
  std::mt19937 random(4711);
  const auto any_word = [&] { return mix64(1 + random() % (1 + random() % 5000)); };
  std::vector<Words> sentences;
  for (std::size_t i = 0; i < count; ++i) {
    Words words;
    if (i > 0 && random() % 2 == 0) words = sentences[random() % sentences.size()];
    if (words.empty()) words.resize(1 + random() % 25);
    for (std::uint64_t& word : words) {
      if (word == 0 || random() % 10 == 0) word = any_word();
    }
    sentences.push_back(words);
  }
  return sentences;
}

std::shared_ptr<const Segment> segment_of(const std::vector<Words>& sentences, const IndexOptions& options) {
  DigestBatch batch;
  ReuseDigester digester(options);
  batch.texts.push_back({1, 0});
  batch.part_counts.push_back(1);
  batch.part_sizes.push_back(static_cast<std::uint32_t>(sentences.size()));
  for (std::uint32_t i = 0; i < sentences.size(); ++i) {
    digester.add(sentences[i], i, batch);
    batch.contents.push_back(1);
    batch.spans.push_back({i, i + 1});
  }
  SegmentBuilder builder(0);
  builder.add(batch, std::vector<std::uint32_t>{1});
  return Segment::of_bytes(builder.finish(1));
}

using Hits = std::vector<std::pair<std::uint32_t, double>>;

Hits pairs_of(const PlainVector<SentenceHit>& hits) {
  Hits pairs;
  for (const SentenceHit& hit : hits) pairs.emplace_back(hit.position, hit.score);
  return pairs;
}

constexpr std::size_t kSentences = 20'000;
constexpr std::uint64_t kNoLimit = 1'000'000;

TEST(SentenceSearch, WordListsFindWhatAScanFinds) {
  const auto sentences = many_sentences(kSentences);
  const auto segment = segment_of(sentences, testing::reuse_options(0));
  std::vector<Frequency> counts;
  for (std::uint64_t word = 1; word < 3000; ++word) counts.push_back({mix64(word), 1 + 30'000U / (1 + unsigned(word))});
  const DocumentFrequencies statistics(40'000, counts);
  for (const double threshold : {0.3, 0.7, 1.0}) {
    SentenceSearch search(OverlapFormula::normalised, threshold, &statistics, kNoLimit);
    PlainVector<SentenceHit> all;
    PlainVector<SentenceHit> hits;
    std::size_t found = 0;
    for (std::size_t asked = 0; asked < kSentences; asked += 997) {
      ASSERT_TRUE(search.set_sentence(sentences[asked]));
      search.by_scan(*segment, all);
      const SearchCounts looked_at = search.by_words(*segment, hits);
      EXPECT_EQ(pairs_of(hits), pairs_of(all)) << asked << " at " << threshold;
      EXPECT_LT(looked_at.candidates, kSentences);
      found += hits.size();
    }
    EXPECT_GT(found, kSentences / 997 + 1);  // more than themselves
  }
}

TEST(SentenceSearch, KeysFindWhatAScanFindsWithinTheBits) {
  const auto sentences = many_sentences(kSentences);
  for (const auto& [bits, distance] : {std::pair{32U, 3U}, {64U, 0U}, {64U, 5U}, {128U, 4U}, {128U, 11U}}) {
    const auto segment = segment_of(sentences, testing::reuse_options(bits, 3));
    const SignatureTable table{segment->table(IndexTable::bits), segment->bits()};
    const BitSigner signer(bits, 3);
    SentenceSearch search(OverlapFormula::normalised, 0.4, nullptr, kNoLimit);
    std::size_t by_keys = 0;
    PlainVector<SentenceHit> all;
    PlainVector<SentenceHit> hits;
    for (std::size_t asked = 0; asked < kSentences; asked += 997) {
      ASSERT_TRUE(search.set_sentence(sentences[asked]));
      const BitSignature signature = signer.sign({{}, search.hashes(), {}, {}});
      search.by_scan(*segment, all);
      std::erase_if(all, [&, most = static_cast<int>(distance)](const SentenceHit& hit) {
        return hamming_distance(signature, segment->bits()[hit.position]) > most;
      });
      const SearchCounts counts = search.by_bits(*segment, table, BitBlocks(bits), signature, distance, hits);
      EXPECT_EQ(pairs_of(hits), pairs_of(all)) << asked << " within " << distance << " of " << bits;
      if (counts.lookups > 0) ++by_keys;
    }
    EXPECT_GT(by_keys, kSentences / 997 / 2) << "not by scans";
  }
}

TEST(SentenceSearch, ASentenceWithoutWordsIsNotAsked) {
  EXPECT_FALSE(SentenceSearch(OverlapFormula::normalised, 0.5, nullptr, 1).set_sentence({}));
}

}  // namespace
}  // namespace cento
