#include "methods/ndd/collection_statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "methods/word_documents.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

using testing::Batches;
using testing::Words;

CollectionStatistics count(const std::vector<std::string>& texts, const StatisticsOptions& options = {}) {
  const Batches batches(texts);
  StatisticsCounter counter(options);
  for (const DocumentBatch& batch : batches.all()) counter.add(*counter.sign(batch));
  return counter.finish();
}

TEST(CollectionStatistics, CountsDocumentsNotOccurrences) {
  const CollectionStatistics statistics = count({"The sea, the sea", "the land", "", "Sea"});
  EXPECT_EQ(statistics.frequencies.documents(), 4U);
  EXPECT_EQ(statistics.distinct, 3U);
  EXPECT_EQ(statistics.frequencies.of(token_hash("the")), 2U);
  EXPECT_EQ(statistics.frequencies.of(token_hash("sea")), 2U);
  EXPECT_EQ(statistics.frequencies.of(token_hash("land")), 1U);
  EXPECT_EQ(statistics.frequencies.of(token_hash("air")), 0U);
}

TEST(CollectionStatistics, LeavesOutWhatIsRareButCountsIt) {
  StatisticsOptions options;
  options.least = 2;
  const CollectionStatistics statistics = count({"a b", "b c", "b"}, options);
  EXPECT_EQ(statistics.distinct, 3U);
  EXPECT_EQ(statistics.frequencies.size(), 1U);
  EXPECT_EQ(statistics.frequencies.of(token_hash("b")), 3U);
}

TEST(CollectionStatistics, LeaveOutWhatTurnsOutToBeRare) {
  const Batches batches({"a b", "b c", "b", "b c"});
  StatisticsCounter counter({});
  for (const DocumentBatch& batch : batches.all()) counter.add(*counter.sign(batch));
  EXPECT_EQ(counter.documents(), 4U);
  const CollectionStatistics statistics = counter.finish(static_cast<std::uint32_t>(counter.documents() / 2 + 1));
  EXPECT_EQ(statistics.distinct, 3U);
  EXPECT_EQ(statistics.frequencies.counts(), (std::vector<Frequency>{{token_hash("b"), 4}}));
}

TEST(CollectionStatistics, CountsFeaturesByName) {
  StatisticsOptions options;
  options.counted = "shingle:2";
  const CollectionStatistics statistics = count({"a b c", "b c d", "x"}, options);
  EXPECT_EQ(statistics.distinct, 4U) << "a b, b c, c d, and the whole short text";
}

TEST(CollectionStatistics, OfNothingAreEmpty) {
  const CollectionStatistics statistics = count({});
  EXPECT_EQ(statistics.frequencies.documents(), 0U);
  EXPECT_EQ(statistics.distinct, 0U);
}

TEST(CollectionStatistics, RefusesUnknownFeaturesAtOnce) {
  StatisticsOptions options;
  options.counted = "nonsense";
  EXPECT_THROW(StatisticsCounter{options}, UsageError);
}

RC_GTEST_PROP(CollectionStatistics, EqualsAMapWhateverTheThreadsAndMemory, (std::uint32_t seed)) {
  const std::vector<Words> documents = testing::related_documents(seed, *rc::gen::inRange<std::size_t>(0, 100), 200);
  std::map<std::uint64_t, std::uint32_t> expected;
  for (const Words& words : documents) {
    for (const unsigned word : std::set<unsigned>(words.begin(), words.end())) {
      ++expected[token_hash("w" + std::to_string(word))];
    }
  }
  StatisticsOptions options;
  options.threads = *rc::gen::inRange<std::size_t>(1, 4);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 1000, 1 << 24);
  const CollectionStatistics statistics = count(testing::texts_of(documents), options);
  RC_ASSERT(statistics.distinct == expected.size());
  RC_ASSERT(statistics.frequencies.documents() == documents.size());
  std::vector<Frequency> counts;
  for (const auto& [hash, frequency] : expected) counts.push_back({hash, frequency});
  RC_ASSERT(statistics.frequencies.counts() == counts);
}

RC_GTEST_PROP(CollectionStatisticsProperties, HandedOnAreTheSameInPiecesAndInOrder, ()) {
  const auto texts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c', 'd', ' ')));
  StatisticsOptions options;
  options.least = *rc::gen::inRange(1, 3);
  options.threads = *rc::gen::inRange(1, 4);
  options.memory_bytes = *rc::gen::element(std::uint64_t{1}, std::uint64_t{1} << 30);
  const CollectionStatistics expected = count(texts, options);
  const Batches batches(texts);
  StatisticsCounter counter(options);
  for (const DocumentBatch& batch : batches.all()) counter.add(*counter.sign(batch));
  std::vector<Frequency> found;
  const std::uint64_t distinct =
      counter.hand_on([&](std::span<const Frequency> some) { found.insert(found.end(), some.begin(), some.end()); });
  RC_ASSERT(found == expected.frequencies.counts());
  RC_ASSERT(distinct == expected.distinct);
  RC_ASSERT(counter.documents() == texts.size());
}

}  // namespace
}  // namespace cento
