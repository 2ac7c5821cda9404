#include <gtest/gtest.h>

#include <set>

#include "cento/dedup.hpp"
#include "cento/error.hpp"
#include "cento/index.hpp"
#include "cento/option_table.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"

namespace cento {
namespace {

template <typename Options>
class OptionTables : public ::testing::Test {};

using AllOptions = ::testing::Types<FileOptions, RunOptions, PassageOptions, BlogRule, RunRule, ScanOptions,
                                    PairsOptions, DedupOptions, ThreadsOptions, AskOptions, IndexOptions>;
TYPED_TEST_SUITE(OptionTables, AllOptions);

TYPED_TEST(OptionTables, HaveUniqueNamesAndValidDefaults) {
  TypeParam options;
  std::set<std::string_view> names;
  for (const Option& option : options_of(options)) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.meaning.empty()) << option.name;
    EXPECT_EQ(option.shown.empty(), std::holds_alternative<FlagSlot>(option.slot)) << option.name;
  }
  EXPECT_NO_THROW(check_options(options));
}

TYPED_TEST(OptionTables, KeepTheirValuesAsJson) {
  TypeParam options;
  for (const Option& option : options_of(options)) {
    const std::string before = json_of(option);
    ASSERT_TRUE(set_from_json(option, before)) << option.name;
    EXPECT_EQ(json_of(option), before);
  }
}

template <typename Options>
std::string refusal(std::string_view name, std::string_view json) {
  Options options;
  const OptionTable table = options_of(options);
  if (!set_from_json(option_named(table, name), json)) return "not of its kind";
  try {
    check_values(table);
  } catch (const UsageError& error) {
    EXPECT_EQ(error.option(), name);
    return error.what();
  }
  return "";
}

TEST(OptionRanges, AreChecked) {
  EXPECT_EQ(refusal<ScanOptions>("min_sentences", "0"), "min_sentences must be a whole number of at least 1, not 0");
  EXPECT_EQ(refusal<ScanOptions>("gap", "101"), "gap must be a whole number from 0 to 100, not 101");
  EXPECT_EQ(refusal<ScanOptions>("match", R"("fuzzy")"), "not of its kind");
  EXPECT_EQ(refusal<ScanOptions>("pairs_up_to", R"("all")"), "");
  EXPECT_NE(refusal<ScanOptions>("signature", R"("shingel:3")"), "");
  EXPECT_EQ(refusal<PairsOptions>("threshold", "0"), "threshold must be greater than 0 and at most 1, not 0");
  EXPECT_EQ(refusal<PairsOptions>("method", R"("minhsh")"), "there is no method \"minhsh\"; did you mean \"minhash\"?");
  EXPECT_NE(refusal<PairsOptions>("keep", R"("best")"), "");
  EXPECT_EQ(refusal<ThreadsOptions>("number_guard", "2"), "number_guard must be a number from 0 to 1, not 2");
  EXPECT_NE(refusal<ThreadsOptions>("parts", R"("title")"), "");
  EXPECT_EQ(refusal<FileOptions>("charset", R"("klingon")"), "there is no charset \"klingon\"");
}

TEST(OptionRanges, AreCheckedByTheJobs) {
  struct Nothing final : PairSink {
    void pair(const PairRecord& /*record*/) override {}
  } sink;
  PairsOptions options;
  options.recall = 1;
  const DocumentSource source(std::vector<TextDocument>{TextDocument("a", "text")});
  try {
    pairs(source, options, sink);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "recall must be greater than 0 and less than 1, not 1");
  }
}

}  // namespace
}  // namespace cento
