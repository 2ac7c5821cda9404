#include "methods/collection_statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "methods/word_documents.hpp"
#include "text/token_hash.hpp"

namespace cento {
namespace {

using testing::Batches;
using testing::Words;

CollectionStatistics count(const std::vector<std::string>& texts, const StatisticsOptions& options = {}) {
  const Batches batches(texts);
  StatisticsCounter counter(options);
  for (const DocumentBatch& batch : batches.all()) counter.add(counter.sign(batch).get());
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
  for (const DocumentBatch& batch : batches.all()) counter.add(counter.sign(batch).get());
  EXPECT_EQ(counter.documents(), 4U);
  const CollectionStatistics statistics = counter.finish(static_cast<std::uint32_t>(counter.documents() / 2 + 1));
  EXPECT_EQ(statistics.distinct, 3U);
  EXPECT_EQ(statistics.frequencies.counts(), (std::vector<Frequency>{{token_hash("b"), 4}}));
}

TEST(CollectionStatistics, CountsFeaturesByName) {
  StatisticsOptions options;
  options.counted = "shingle:2";
  const CollectionStatistics statistics = count({"a b c", "b c d", "x"}, options);
  EXPECT_EQ(statistics.distinct, 4U) << "a b, b c, c d, and the short text whole";
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

}  // namespace
}  // namespace cento
