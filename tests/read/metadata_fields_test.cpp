#include "read/metadata/metadata_fields.hpp"

#include <gtest/gtest.h>

#include <array>

namespace cento {
namespace {

constexpr std::array<std::string_view, 2> kNames{"url", "date"};

std::array<std::string_view, 2> found_in(std::string_view metadata) {
  std::array<std::string_view, 2> values{"stale", "stale"};
  find_metadata(metadata, kNames, values);
  return values;
}

using Values = std::array<std::string_view, 2>;

TEST(FindMetadata, FindsFieldsInOnePass) {
  EXPECT_EQ(found_in(R"({"x":[1,{"url":2}],"date": 17 ,"url":"http://x/"})"), (Values{"\"http://x/\"", "17"}));
  EXPECT_EQ(found_in("{}"), (Values{"", ""}));
  EXPECT_EQ(found_in(R"({"url":1,"url":2})"), (Values{"1", ""})) << "the first counts";
  EXPECT_EQ(found_in(R"({"\u0075rl":1})"), (Values{"1", ""})) << "keys may be escaped";
}

TEST(FindMetadata, LooksIntoMetaForWhatIsLacking) {
  EXPECT_EQ(found_in(R"({"meta":{"url":"inner","date":1},"url":"outer"})"), (Values{"\"outer\"", "1"}));
  EXPECT_EQ(found_in(R"({"metadata":{"date":2},"meta":{"date":1}})"), (Values{"", "1"}));
  EXPECT_EQ(found_in(R"({"meta":"url","metadata":[{"url":1}]})"), (Values{"", ""}));
}

TEST(FindMetadata, StopsAtWhatIsNoJson) {
  EXPECT_EQ(found_in(R"({"url":1,"date")"), (Values{"1", ""}));
  EXPECT_EQ(found_in("[1]"), (Values{"", ""}));
  EXPECT_EQ(found_in(""), (Values{"", ""}));
}

TEST(FindMetadata, FollowsDots) {
  const std::string_view metadata = R"({"a":{"b":{"c":1},"b.c":2},"a.b":{"d":3},"meta":{"e":4}})";
  EXPECT_EQ(find_metadata(metadata, "a.b.c"), "2") << "the shortest path comes first";
  EXPECT_EQ(find_metadata(metadata, "a.b.d"), "3");
  EXPECT_EQ(find_metadata(metadata, "a.b"), R"({"d":3})") << "a field with exactly that name";
  EXPECT_EQ(find_metadata(metadata, "e"), "4");
  EXPECT_EQ(find_metadata(metadata, "meta.e"), "4");
  EXPECT_EQ(find_metadata(metadata, "a.x"), "");
}

TEST(PlainTextOfJson, IsTheTextOrTheNumber) {
  std::string unescaped;
  EXPECT_EQ(plain_text_of_json("\"plain\"", unescaped), "plain");
  EXPECT_EQ(plain_text_of_json(R"("a\tb")", unescaped), "a\tb");
  EXPECT_EQ(plain_text_of_json("-1.5", unescaped), "-1.5");
  for (const std::string_view other : {"", "null", "true", "[1]", "{}"}) {
    EXPECT_EQ(plain_text_of_json(other, unescaped), "") << other;
  }
}

}  // namespace
}  // namespace cento
