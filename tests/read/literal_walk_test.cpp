#include "read/json/literal_walk.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cento {
namespace {

/// Plain letters, and `\x`, which means one byte; counts how often it is called.
struct CountedUnits {
  LiteralUnit operator()(std::string_view rest) const {
    ++asked;
    if (rest.front() == '\\') return {2, 1};
    const std::size_t plain = std::min(rest.find('\\'), rest.size());
    looked_at += plain;
    return {plain, plain, true};
  }

  mutable std::size_t asked = 0;
  mutable std::size_t looked_at = 0;
};

TEST(LiteralWalk, LooksForTheEndOfAUnitOnce) {
  const std::string literal(10'000, 'a');
  const CountedUnits units;
  LiteralWalk<CountedUnits> walk(literal, 0, units);
  for (std::size_t offset = 0; offset <= literal.size(); offset += 5) EXPECT_EQ(walk.raw(offset), offset);
  EXPECT_EQ(units.asked, 1U);
  EXPECT_EQ(units.looked_at, literal.size());
}

TEST(LiteralWalk, PassesWhatCannotBeDivided) {
  const CountedUnits units;
  LiteralWalk<CountedUnits> walk(R"(ab\nc\nd)", 1, units);
  EXPECT_EQ(walk.raw(1), 2U);
  EXPECT_EQ(walk.raw(2), 3U);
  EXPECT_EQ(walk.raw(3), 5U);
  EXPECT_EQ(walk.raw(4), 6U);
  EXPECT_EQ(walk.raw(6), 9U);
  EXPECT_EQ(walk.raw(7), 9U) << "after the end";
}

/// Where each byte of the text is, and the end.
std::vector<std::uint32_t> offsets_of(const std::string& literal) {
  std::vector<std::uint32_t> offsets;
  for (std::size_t at = 0; at < literal.size(); at += literal[at] == '\\' ? 2 : 1) {
    offsets.push_back(static_cast<std::uint32_t>(at));
  }
  offsets.push_back(static_cast<std::uint32_t>(literal.size()));
  return offsets;
}

RC_GTEST_PROP(LiteralWalk, FindsWhatGoingByteByByteFinds, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  std::string literal;
  for (std::size_t i = 0, size = random() % 60; i < size; ++i) literal += random() % 5 == 0 ? "\\n" : "a";
  const std::vector<std::uint32_t> expected = offsets_of(literal);
  const CountedUnits units;
  LiteralWalk<CountedUnits> walk(literal, 0, units);
  for (std::size_t offset = random() % 3; offset < expected.size(); offset += random() % 4) {
    RC_ASSERT(walk.raw(offset) == expected[offset]);
  }
  RC_ASSERT(units.looked_at <= literal.size());
}

}  // namespace
}  // namespace cento
