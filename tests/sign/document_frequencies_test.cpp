#include "sign/words/document_frequencies.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace cento {
namespace {

TEST(DocumentFrequencies, IdfGoesFromZeroToOne) {
  const DocumentFrequencies counts(100, {{7, 100}, {8, 10}, {9, 1}});
  EXPECT_DOUBLE_EQ(counts.idf(7), 0.0);
  EXPECT_DOUBLE_EQ(counts.idf(8), 0.5);
  EXPECT_DOUBLE_EQ(counts.idf(9), 1.0);
  EXPECT_DOUBLE_EQ(counts.idf(10), 1.0) << "never seen";
}

TEST(DocumentFrequencies, IdfOfACount) {
  const DocumentFrequencies counts(100, {});
  EXPECT_DOUBLE_EQ(counts.idf_of_count(10), 0.5);
  EXPECT_DOUBLE_EQ(counts.idf_of_count(0), 1.0) << "as if one document contained it";
}

TEST(DocumentFrequencies, OverACount) {
  const DocumentFrequencies counts(100, {{7, 5}, {8, 50}, {9, 51}, {1, 100}});
  EXPECT_EQ(counts.over(50), (std::vector<std::uint64_t>{1, 9}));
  EXPECT_TRUE(counts.over(100).empty());
}

TEST(DocumentFrequencies, MostFrequentComeFirst) {
  const DocumentFrequencies counts(100, {{7, 5}, {8, 50}, {9, 50}, {1, 2}});
  EXPECT_EQ(counts.most_frequent(3), (std::vector<std::uint64_t>{8, 9, 7}));
  EXPECT_EQ(counts.most_frequent(9).size(), 4U);
}

RC_GTEST_PROP(DocumentFrequencies, FindsWhatWasCounted,
              (const std::map<std::uint64_t, std::uint32_t>& known, const std::vector<std::uint64_t>& asked)) {
  std::vector<Frequency> entries;
  for (const auto& [hash, documents] : known) entries.push_back({hash, documents});
  const DocumentFrequencies counts(10, entries);
  for (const auto& [hash, documents] : known) RC_ASSERT(counts.of(hash) == documents);
  for (const std::uint64_t hash : asked) RC_ASSERT(counts.of(hash) == (known.contains(hash) ? known.at(hash) : 0));
}

}  // namespace
}  // namespace cento
