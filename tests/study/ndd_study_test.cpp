#include "study/ndd/ndd_study.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "run_ndd_study.hpp"

namespace cento {
namespace {

using testing::study;
using testing::Texts;
using testing::words;

TEST(NddStudy, CountsByHand) {
  // a and b are the same, c shares 4 of 6 words with them (RR 4/6), d is alone, e has nothing.
  const Texts texts = {"one two three four five", "one two three four five", "one two three four six", "seven eight",
                       ""};
  const NddResults results = study(texts, words());
  EXPECT_EQ(results.documents, 5U);
  EXPECT_EQ(results.identical, 1U);
  EXPECT_EQ(results.without_features, 1U);
  EXPECT_EQ(results.rr, (std::vector<double>{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}));
  ASSERT_EQ(results.by_hash.size(), 10U);
  ASSERT_EQ(results.by_sct.size(), 11U);
  EXPECT_EQ(results.by_hash[0].shingles, 17U);
  const std::vector<double> expected = {0.4, 0.4, 0.4, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6};
  EXPECT_EQ(results.by_hash[0].shares, expected);
  // No word is in more than 10 documents: nothing changes under any SCT.
  for (const NddRun& run : results.by_sct) {
    EXPECT_EQ(run.shares, expected) << run.sct;
    EXPECT_EQ(run.saved_pairs, 0) << run.sct;
    if (run.sct == 0) continue;
    EXPECT_EQ(run.agreement.pairs, 3U) << "a-b, a-c and b-c";
    EXPECT_EQ(run.agreement.average_error, 0);
    EXPECT_NEAR(run.agreement.correlation.value(), 1, 1e-12);
    EXPECT_EQ(run.agreement.recall, 1);
    EXPECT_EQ(run.agreement.precision, 1);
  }
}

/// 12 documents "common N"; the first two also have a second word in common.
Texts one_common_word() {
  Texts texts = {"common rare first", "common rare second"};
  for (int i = 0; i < 10; ++i) texts.push_back("common lonely" + std::to_string(i));
  return texts;
}

TEST(NddStudy, LeavesOutWhatTooManyDocumentsHave) {
  NddStudyOptions options = words();
  options.sct_sizes = RrSizes::kept;
  const NddResults results = study(one_common_word(), options);
  const NddRun& under_20 = results.by_sct[9];
  const NddRun& under_10 = results.by_sct[10];
  ASSERT_EQ(under_20.sct, 20U);
  ASSERT_EQ(under_10.sct, 10U);
  // RR of the first two: {common, rare} of 4, and {rare} of 3 without the common word; of the others 1/3 or 1/4.
  EXPECT_EQ(under_20.shares, results.by_hash[0].shares);
  EXPECT_EQ(under_20.shares, (std::vector<double>{0, 0, 0, 0, 2.0 / 12, 2.0 / 12, 1, 1, 1}));
  EXPECT_EQ(under_10.shares, (std::vector<double>{0, 0, 0, 0, 0, 0, 2.0 / 12, 2.0 / 12, 2.0 / 12}));
  // "common" is in 12 documents and makes 66 pairs, "rare" makes one.
  EXPECT_EQ(under_20.saved_pairs, 0);
  EXPECT_DOUBLE_EQ(under_10.saved_pairs, 66.0 / 67);
  EXPECT_EQ(under_10.shingles, under_20.shingles - 12);
  // All 66 pairs: one at 1/2 falls to 1/3, 20 at 1/4 and 45 at 1/3 fall to 0.
  EXPECT_EQ(under_10.agreement.pairs, 66U);
  EXPECT_NEAR(under_10.agreement.average_error.value(), (1.0 / 6 + 20.0 / 4 + 45.0 / 3) / 66, 1e-12);
  EXPECT_EQ(under_10.agreement.recall, 0);
  EXPECT_FALSE(under_10.agreement.precision.has_value()) << "no document is still a near-duplicate";
}

TEST(NddStudy, SctCanCountWithTheSizesOfWholeSets) {
  NddStudyOptions options = words();
  options.sct_sizes = RrSizes::all;
  Texts texts;
  for (int i = 0; i < 11; ++i) texts.push_back("common lonely" + std::to_string(i));
  texts.emplace_back("common same");
  texts.emplace_back("common same");
  const NddRun run = study(texts, options).by_sct[10];
  // The two that are the same have 2 words each and share the kept one: 1 / (2 + 2 - 1).
  EXPECT_EQ(run.shares, (std::vector<double>{0, 0, 0, 0, 0, 0, 2.0 / 13, 2.0 / 13, 2.0 / 13}));
  options.sct_sizes = RrSizes::kept;
  EXPECT_EQ(study(texts, options).by_sct[10].shares.front(), 2.0 / 13);
}

TEST(NddStudy, RowsEndAtTheLeast) {
  NddStudyOptions options = words();
  options.least = 0.25;
  EXPECT_EQ(study({}, options).rr, (std::vector<double>{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25}));
  options.least = 0.5;
  EXPECT_EQ(study({}, options).rr, (std::vector<double>{0.9, 0.8, 0.7, 0.6, 0.5}));
}

TEST(NddStudy, NothingToCompareIsNotDefined) {
  for (const Texts& texts : {Texts{}, Texts{"", ""}, Texts{"alone"}}) {
    const NddResults results = study(texts, words());
    EXPECT_EQ(results.by_hash[3].shares, std::vector<double>(9, 0.0));
    const Agreement& agreement = results.by_hash[3].agreement;
    EXPECT_EQ(agreement.pairs, 0U);
    EXPECT_FALSE(agreement.average_error || agreement.correlation || agreement.recall || agreement.precision);
  }
}

TEST(NddStudy, RefusesWrongOptions) {
  NddStudyOptions options;
  for (const double least : {0.0, -1.0, 0.6, std::nan("")}) {
    options.least = least;
    EXPECT_THROW(NddStudy{options}, UsageError) << least;
  }
  options = {};
  options.features = "no such";
  EXPECT_THROW(NddStudy{options}, UsageError);
}

}  // namespace
}  // namespace cento
