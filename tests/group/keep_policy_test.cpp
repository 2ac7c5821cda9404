#include "group/keep_policy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "cento/error.hpp"

namespace cento {
namespace {

using Ranks = std::vector<std::uint32_t>;

/// The ranks that the policy gives to documents with this metadata.
Ranks ranks_of(std::string_view policy_text, const std::vector<std::string_view>& metadata) {
  const KeepPolicy policy(policy_text);
  KeepValues values;
  for (const std::string_view json : metadata) {
    Document document;
    document.metadata = json;
    values.add(policy.value_of(document));
  }
  return policy.rank(values, metadata.size());
}

TEST(KeepPolicy, FirstIsInputOrder) {
  EXPECT_EQ(ranks_of("first", {"{}", R"({"date":"1999"})", "{}"}), (Ranks{0, 1, 2}));
  EXPECT_FALSE(KeepPolicy("first").needs_values());
  EXPECT_EQ(KeepPolicy("first").rank(KeepValues(), 2), (Ranks{0, 1})) << "without values";
}

TEST(KeepPolicy, LongestCountsBytesOfAllParts) {
  const KeepPolicy policy("longest");
  const std::array<Part, 2> two_parts{{{"title", "ab"}, {"body", "äöü"}}};
  const Part one_part{"text", "1234567"};
  KeepValues values;
  Document document;
  document.parts = {&one_part, 1};
  values.add(policy.value_of(document));
  document.parts = two_parts;
  values.add(policy.value_of(document));
  values.add(policy.value_of(document));
  EXPECT_EQ(policy.rank(values, 3), (Ranks{2, 0, 1}));
}

TEST(KeepPolicy, NewestAndOldestReadDates) {
  const std::vector<std::string_view> metadata = {
      R"({"date":"2001-02-03T00:00:00Z"})", R"({"published":"Sat, 03 Feb 2001 00:00:00 -0100"})", "{}",
      R"({"timestamp":981158399})",         R"({"date":"unknown","warc_date":"2003"})",           R"({"date":null})"};
  EXPECT_EQ(ranks_of("newest", metadata), (Ranks{2, 1, 4, 3, 0, 5}));
  EXPECT_EQ(ranks_of("oldest", metadata), (Ranks{1, 2, 4, 0, 3, 5}));
}

TEST(KeepPolicy, FieldsAreNumbersOrTexts) {
  const std::vector<std::string_view> metadata = {R"({"score":9})",      R"({"score":"10"})", R"({"score":-1.5e3})",
                                                  R"({"score":"high"})", R"({"score":null})", R"({"score":""})",
                                                  R"({"score":[11]})",   R"({"score":10})"};
  EXPECT_EQ(ranks_of("field:score", metadata), (Ranks{3, 1, 4, 0, 5, 6, 7, 2}));
  EXPECT_EQ(ranks_of("field:score:max", metadata), ranks_of("field:score", metadata));
  EXPECT_EQ(ranks_of("field:score:min", metadata), (Ranks{1, 2, 0, 4, 5, 6, 7, 3}));
}

TEST(KeepPolicy, FieldsReachIntoObjectsAndTheId) {
  EXPECT_EQ(ranks_of("field:votes.up", {R"({"votes":{"up":1}})", R"({"votes":{"up":2}})"}), (Ranks{1, 0}));
  EXPECT_EQ(ranks_of("field:dc:date:max", {R"({"dc:date":"a"})", R"({"dc:date":"b"})"}), (Ranks{1, 0}));
  EXPECT_EQ(ranks_of("field:ok", {R"({"ok":false})", R"({"ok":true})"}), (Ranks{1, 0}));
  Document document;
  document.id = "17";
  EXPECT_EQ(KeepPolicy("field:id").value_of(document), KeepValue(std::int64_t{17}));
}

TEST(KeepPolicy, LongNumbersAreExact) {
  EXPECT_EQ(
      ranks_of("field:n", {R"({"n":9007199254740992})", R"({"n":9007199254740993})", R"({"n":9007199254740992.0})",
                           R"({"n":9223372036854775807})", R"({"n":9223372036854775808})"}),
      (Ranks{3, 2, 4, 1, 0}));
}

TEST(KeepPolicy, SaysItselfWithDefaults) {
  for (const std::string_view text : {"first", "longest", "newest", "oldest", "field:a.b:min", "field:a:max"}) {
    EXPECT_EQ(KeepPolicy(text).to_string(), text);
  }
  EXPECT_EQ(KeepPolicy("field:score").to_string(), "field:score:max");
}

TEST(KeepPolicy, RefusesOtherWords) {
  for (const std::string_view text :
       {"", "First", "last", "field", "field:", "field::min", "field:score:mx", "longest "}) {
    EXPECT_THROW(KeepPolicy{text}, UsageError) << text;
  }
}

TEST(KeepValues, CountsTheMissing) {
  KeepValues values;
  values.add({});
  values.add(std::numeric_limits<double>::quiet_NaN());
  values.add(std::int64_t{0});
  EXPECT_EQ(values.missing(), 2U);
  EXPECT_EQ(values.ordered(false), (Ranks{2, 0, 1}));
}

/// Values that are close to each other in every way.
rc::Gen<KeepValue> any_value() {
  const std::int64_t large = std::int64_t{1} << 53;
  return rc::gen::oneOf(
      rc::gen::just(KeepValue{}),
      rc::gen::map(rc::gen::inRange<std::int64_t>(-3, 4), [](auto n) { return KeepValue(n); }),
      rc::gen::map(rc::gen::inRange(large - 2, large + 3), [](auto n) { return KeepValue(n); }),
      rc::gen::map(rc::gen::inRange(-6, 7), [](int n) { return KeepValue(n / 2.0); }),
      rc::gen::map(rc::gen::inRange(large - 2, large + 3), [](auto n) { return KeepValue(static_cast<double>(n)); }),
      rc::gen::map(rc::gen::container<std::string>(rc::gen::element('a', 'b', '\0', '\xff')),
                   [](std::string text) { return KeepValue(std::move(text)); }),
      rc::gen::map(rc::gen::inRange(0, 3), [](int n) { return KeepValue("prefix" + std::string(n, 'x')); }));
}

/// Less, as the header defines it; missing values aside.
bool is_less(const KeepValue& a, const KeepValue& b) {
  const auto* text_a = std::get_if<std::string>(&a);
  const auto* text_b = std::get_if<std::string>(&b);
  if (text_a != nullptr && text_b != nullptr) return *text_a < *text_b;
  if (text_a != nullptr || text_b != nullptr) return text_b != nullptr;
  const auto exact = [](const KeepValue& v) {
    const auto* integer = std::get_if<std::int64_t>(&v);
    return integer != nullptr ? static_cast<__float128>(*integer) : static_cast<__float128>(std::get<double>(v));
  };
  return exact(a) < exact(b);
}

RC_GTEST_PROP(KeepValues, AreOrderedAsAStableSortOrdersThem, (bool largest_first)) {
  const auto all = *rc::gen::container<std::vector<KeepValue>>(any_value());
  KeepValues values;
  Ranks expected;
  for (const KeepValue& value : all) {
    expected.push_back(static_cast<std::uint32_t>(values.size()));
    values.add(value);
  }
  std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
    const bool a_is_missing = all[a].index() == 0;
    const bool b_is_missing = all[b].index() == 0;
    if (a_is_missing || b_is_missing) return !a_is_missing && b_is_missing;
    return largest_first ? is_less(all[b], all[a]) : is_less(all[a], all[b]);
  });
  RC_ASSERT(values.ordered(largest_first) == expected);
}

}  // namespace
}  // namespace cento
