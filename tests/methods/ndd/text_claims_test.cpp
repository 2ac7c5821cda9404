#include "methods/ndd/text_claims.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "core/parallel/executor.hpp"
#include "methods/part_documents.hpp"
#include "sign/text_fingerprint.hpp"

namespace cento {
namespace {

TEST(TextClaims, TheFirstIsNoCopy) {
  TextClaims claims;
  const Fingerprint text = text_fingerprint("a text");
  EXPECT_FALSE(claims.is_copy(text, 5));
  EXPECT_TRUE(claims.is_copy(text, 6));
  EXPECT_FALSE(claims.is_copy(text, 2)) << "an earlier one that arrives later is processed";
  EXPECT_TRUE(claims.is_copy(text, 3)) << "and counts from now on";
  EXPECT_FALSE(claims.is_copy(text_fingerprint("another"), 7));
}

TEST(TextClaims, OnManyThreadsTheFirstOfEachIsWorkedOn) {
  constexpr std::size_t kTexts = 500;
  constexpr std::size_t kTimes = 40;
  TextClaims claims;
  std::vector<Fingerprint> texts;
  for (std::size_t i = 0; i < kTexts; ++i) texts.push_back(text_fingerprint("text " + std::to_string(i)));
  std::vector<std::atomic<int>> worked_on(kTexts * kTimes);
  LocalExecutor executor(8, 0, "");
  executor.for_each_range(kTexts * kTimes, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t order = begin; order < end; ++order) {
      if (!claims.is_copy(texts[order % kTexts], order)) ++worked_on[order];
    }
  });
  for (std::size_t text = 0; text < kTexts; ++text) EXPECT_EQ(worked_on[text], 1) << text;
}

TEST(FingerprintOf, IsOfAllParts) {
  const testing::PartBatches batches({{"one", "two"}, {"one", "two"}, {"onetwo"}, {"two", "one"}, {"one", "two", ""}},
                                     9);
  std::vector<Fingerprint> found;
  for (const Document& document : batches.all().front().documents) found.push_back(fingerprint_of(document));
  EXPECT_EQ(found[0], found[1]);
  for (std::size_t i = 2; i < found.size(); ++i) EXPECT_NE(found[0], found[i]) << i;
}

}  // namespace
}  // namespace cento
