#include "core/spill/record_spool.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace cento {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers ascending(std::size_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

RC_GTEST_PROP(RecordSpool, GivesBackWhatItTookWhereverItIs, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  RecordSpool<std::uint64_t> spool(random() % 1000, {});
  SpoolReader<std::uint64_t> reader(spool);
  Numbers expected;
  while (expected.size() < 2000) {
    Numbers more(random() % 200);
    for (std::uint64_t& number : more) number = random();
    RC_ASSERT(spool.append(more) == expected.size());
    expected.insert(expected.end(), more.begin(), more.end());
    if (expected.empty()) continue;
    const std::size_t asked = random() % expected.size();
    RC_ASSERT(reader.at(asked) == expected[asked]);
    RC_ASSERT(spool.at(asked) == expected[asked]);
    PlainVector<std::uint64_t> rest;
    spool.read(asked, expected.size() - asked, rest);
    RC_ASSERT(
        std::equal(rest.begin(), rest.end(), expected.begin() + static_cast<std::ptrdiff_t>(asked), expected.end()));
  }
  RC_ASSERT(spool.size() == expected.size());
  RC_ASSERT(spool.in_file());
}

TEST(RecordSpool, GivesBackLongAppendsThatGoToTheFileAtOnce) {
  const Numbers few = ascending(10);
  const Numbers many = ascending(1'000'000);
  RecordSpool<std::uint64_t> spool(0, {});
  for (const Numbers* numbers : {&few, &many, &few}) spool.append(*numbers);
  EXPECT_EQ(spool.at(9), 9U);
  EXPECT_EQ(spool.at(10), 0U);
  EXPECT_EQ(spool.at(1'000'009), 999'999U);
  EXPECT_EQ(spool.at(1'000'019), 9U);
}

TEST(SpoolReader, GoesToTheFileOnceForManyThatFollowEachOther) {
  constexpr std::size_t kRecords = 10'240;
  RecordSpool<std::uint64_t> spool(0, {});
  spool.append(ascending(kRecords));
  SpoolReader<std::uint64_t> reader(spool);
  for (std::uint64_t i = 0; i < kRecords; ++i) ASSERT_EQ(reader.at(i), i);
  EXPECT_LE(reader.fills(), kRecords / 500);
}

TEST(SpoolReader, DoesNotGoToTheFileForWhatIsInMemory) {
  RecordSpool<std::uint64_t> spool(std::uint64_t{1} << 20, {});
  spool.append(ascending(100));
  SpoolReader<std::uint64_t> reader(spool);
  EXPECT_EQ(reader.at(70), 70U);
  EXPECT_EQ(reader.at(3), 3U);
  EXPECT_EQ(reader.fills(), 0U);
}

}  // namespace
}  // namespace cento
