#include "read/metadata/date_seconds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <ctime>
#include <string>

namespace cento {
namespace {

// 2008-04-30 20:48:25 UTC, a Wednesday.
constexpr std::int64_t kMoment = 1209588505;
constexpr std::int64_t kDay = 1209513600;
constexpr std::int64_t kHour = 3600;

TEST(DateSeconds, ReadsIso8601) {
  EXPECT_EQ(date_seconds("2008-04-30T20:48:25Z"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30 20:48:25"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30 20:48:25 UTC"), kMoment);
  EXPECT_EQ(date_seconds("  2008-04-30t20:48:25.667z\n"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30T22:48:25+02:00"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30T17:18:25-0330"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30T22:48:25.000001+02"), kMoment);
  EXPECT_EQ(date_seconds("20080430T204825Z"), kMoment);
  EXPECT_EQ(date_seconds("2008-04-30T20:48Z"), kMoment - 25);
  EXPECT_EQ(date_seconds("2008-04-30"), kDay);
  EXPECT_EQ(date_seconds("2008/4/30"), kDay);
  EXPECT_EQ(date_seconds("2008-04-29T24:00:00Z"), kDay);
  EXPECT_EQ(date_seconds("2008-05"), kDay + 24 * kHour);
  EXPECT_EQ(date_seconds("1970"), 0);
}

TEST(DateSeconds, ReadsMonthsAsWords) {
  EXPECT_EQ(date_seconds("Wed, 30 Apr 2008 22:48:25 +0200"), kMoment);
  EXPECT_EQ(date_seconds("30 Apr 2008 20:48:25 GMT"), kMoment);
  EXPECT_EQ(date_seconds("Wed, 30 Apr 2008 22:48:25 +0200 (CEST)"), kMoment);
  EXPECT_EQ(date_seconds("Wednesday, 30-Apr-08 20:48:25 GMT"), kMoment);
  EXPECT_EQ(date_seconds("Wed Apr 30 20:48:25 2008"), kMoment);
  EXPECT_EQ(date_seconds("30-APR-2008 20:48:25.79"), kMoment);
  EXPECT_EQ(date_seconds("April 30, 2008 8:48:25 PM UTC"), kMoment);
  EXPECT_EQ(date_seconds("April 30, 2008 4:48:25 pm EDT"), kMoment);
  EXPECT_EQ(date_seconds("April 30, 2008, Wednesday, Home Edition"), kDay);
  EXPECT_EQ(date_seconds("the 30th of April 2008"), std::nullopt) << "that is prose";
  EXPECT_EQ(date_seconds("30th of April 2008"), kDay);
  EXPECT_EQ(date_seconds("Sept. 1, 1970"), 243 * 24 * kHour);
  EXPECT_EQ(date_seconds("Feb 1970"), 31 * 24 * kHour);
}

TEST(DateSeconds, ReadsDigits) {
  EXPECT_EQ(date_seconds("20080430204825"), kMoment);
  EXPECT_EQ(date_seconds("20080430"), kDay);
  EXPECT_EQ(date_seconds("080430"), kDay);
  EXPECT_EQ(date_seconds("200804"), kDay - 29 * 24 * kHour);
  EXPECT_EQ(date_seconds("191231"), date_seconds("2019-12-31")) << "there is no month 31";
  EXPECT_EQ(date_seconds("999999"), 999999) << "not a date, so Unix time";
  EXPECT_EQ(date_seconds("1209588505"), kMoment);
  EXPECT_EQ(date_seconds("1209588505.9"), kMoment);
  EXPECT_EQ(date_seconds("1209588505123"), kMoment) << "milliseconds";
  EXPECT_EQ(date_seconds("1209588505123456"), kMoment) << "microseconds";
  EXPECT_EQ(date_seconds("1209588505123456789"), kMoment) << "nanoseconds";
  EXPECT_EQ(date_seconds("-86400"), -86400);
  EXPECT_EQ(date_seconds("1.2e9"), 1200000000);
}

TEST(DateSeconds, RefusesTheRest) {
  const std::array<std::string_view, 16> refused{"",
                                                 " ",
                                                 "yesterday",
                                                 "2008-13-01",
                                                 "2008-02-30",
                                                 "2008-04-30T25:00",
                                                 "2008-04-30T20:48:25+99:00",
                                                 "30/04/2008",
                                                 "1e30",
                                                 "May",
                                                 "30 Apr",
                                                 "nan",
                                                 "2008-04-30x",
                                                 "30 Apr 2008 13:00 pm",
                                                 "99 Apr 2008",
                                                 "2008-04-30T20:61:00Z"};
  for (const std::string_view text : refused) EXPECT_EQ(date_seconds(text), std::nullopt) << text;
  EXPECT_EQ(date_seconds(std::string(1000, '1')), std::nullopt);
}

std::string formatted(std::int64_t seconds, const char* format) {
  const std::time_t time = seconds;
  std::tm fields{};
  gmtime_r(&time, &fields);
  std::array<char, 100> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &fields)};
}

TEST(DateSeconds, EndsAtALongNumberAfterADate) {
  const auto date = date_seconds("12 October 1990");
  ASSERT_TRUE(date);
  EXPECT_EQ(date_seconds("12 October 1990 6666666666666"), date);
  EXPECT_EQ(date_seconds("October 6666666666666 12 1990"), std::nullopt);
}

RC_GTEST_PROP(DateSeconds, ReadsWhatIsFormatted, ()) {
  constexpr std::int64_t kYear1800 = -5364662400;
  constexpr std::int64_t kYear2200 = 7258118400;
  const auto seconds = *rc::gen::inRange(kYear1800, kYear2200);
  for (const char* format : {"%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d %H:%M:%S", "%Y%m%d%H%M%S", "%a, %d %b %Y %H:%M:%S GMT",
                             "%a %b %e %H:%M:%S %Y", "%d-%b-%Y %T.25", "%B %d, %Y %I:%M:%S %p"}) {
    RC_ASSERT(date_seconds(formatted(seconds, format)) == seconds);
  }
}

RC_GTEST_PROP(DateSeconds, ZoneMovesTheMoment, ()) {
  const auto seconds = *rc::gen::inRange<std::int64_t>(0, 4'000'000'000);
  const int hours = *rc::gen::inRange(-23, 24);
  const std::string zone =
      (hours < 0 ? "-" : "+") + std::string(std::abs(hours) < 10 ? "0" : "") + std::to_string(std::abs(hours)) + ":00";
  RC_ASSERT(date_seconds(formatted(seconds, "%Y-%m-%dT%H:%M:%S") + zone) == seconds - hours * kHour);
}

RC_GTEST_PROP(DateSeconds, TakesAnyBytes, (const std::string& bytes)) {
  const auto seconds = date_seconds(bytes);
  RC_ASSERT(!seconds || bytes.find_first_of("0123456789") != std::string::npos);
}

}  // namespace
}  // namespace cento
