#include "cento/option_table.hpp"

#include <gtest/gtest.h>

#include "cento/error.hpp"

namespace cento {
namespace {

enum class Colour : std::uint8_t { red, green };

struct Values {
  bool is_on = true;
  std::uint32_t count = 3;
  std::uint64_t many = 7;
  std::optional<std::uint32_t> maybe;
  std::uint32_t up_to = 20;
  double share = 0.5;
  std::optional<double> guard;
  std::uint64_t bytes = std::uint64_t{64} << 20;
  std::string name = "one";
  std::vector<std::string> list = {"a", "b"};
  Colour colour = Colour::green;
};

OptionTable options_of(Values& values) {
  return {
      {"is_on", "", "turn it on", FlagSlot{&values.is_on}},
      {"count", "N", "how many", WholeSlot{&values.count, at_least(1)}},
      {"many", "N", "how many more", WholeSlot{&values.many, {}}},
      {"maybe", "N", "if any", WholeSlot{&values.maybe, {0, 9}}},
      {"up_to", "K", "at most", CountOrAllSlot{&values.up_to}},
      {"share", "S", "a share", RealSlot{&values.share, kAboveZeroToOne}},
      {"guard", "X", "a guard", RealSlot{&values.guard, kZeroToOne}, "", "that of the model"},
      {"bytes", "SIZE", "a size", SizeSlot{&values.bytes, 1}},
      {"name", "NAME", "a name", TextSlot{&values.name, {}, {"one", "two"}}},
      {"list", "NAME", "names", ListSlot{&values.list}},
      {"colour", "C", "a colour", choice_slot(values.colour, {"red", "green"})},
  };
}

std::string problem_of(const Values& values) {
  try {
    check_options(values);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(OptionTable, SaysDefaults) {
  Values values;
  const OptionTable table = options_of(values);
  std::vector<std::string> defaults;
  for (const Option& option : table) defaults.push_back(default_of(option));
  EXPECT_EQ(defaults,
            (std::vector<std::string>{"", "3", "7", "", "20", "0.5", "that of the model", "64M", "one", "", "green"}));
}

TEST(OptionTable, WritesAndReadsJson) {
  Values values;
  values.up_to = CountOrAllSlot::kAll;
  values.guard = 0.25;
  const std::vector<std::string> expected = {"true", "3",        "7",        "null",         R"("all")",  "0.5",
                                             "0.25", "67108864", R"("one")", R"(["a","b"])", R"("green")"};
  const OptionTable table = options_of(values);
  Values others{false, 1, 1, 1, 1, 1, {}, 1, "two", {}, Colour::red};
  const OptionTable read = options_of(others);
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ(json_of(table[i]), expected[i]);
    EXPECT_TRUE(set_from_json(read[i], json_of(table[i]))) << table[i].name;
    EXPECT_EQ(json_of(read[i]), expected[i]);
  }
}

TEST(OptionTable, RefusesJsonOfAnotherKind) {
  Values values;
  for (const Option& option : options_of(values)) {
    EXPECT_FALSE(set_from_json(option, "{}")) << option.name;
  }
  EXPECT_FALSE(set_from_json(options_of(values)[1], "-1"));
  EXPECT_FALSE(set_from_json(options_of(values)[1], "4294967296"));
  EXPECT_FALSE(set_from_json(options_of(values)[9], "[1]"));
  EXPECT_FALSE(set_from_json(options_of(values)[10], R"("blue")"));
}

TEST(OptionTable, NamesTheOptionOutOfRange) {
  EXPECT_EQ(problem_of(Values()), "");
  Values values;
  values.count = 0;
  EXPECT_EQ(problem_of(values), "count must be a whole number of at least 1, not 0");
  values = {};
  values.maybe = 10;
  EXPECT_EQ(problem_of(values), "maybe must be a whole number from 0 to 9, not 10");
  values = {};
  values.share = 0;
  EXPECT_EQ(problem_of(values), "share must be greater than 0 and at most 1, not 0");
  values.share = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(problem_of(values), "share must be greater than 0 and at most 1, not nan");
  values = {};
  values.guard = 2;
  EXPECT_EQ(problem_of(values), "guard must be a number from 0 to 1, not 2");
  values = {};
  values.name = "three";
  EXPECT_EQ(problem_of(values), "name must be one or two, not three");
  values = {};
  values.bytes = 0;
  EXPECT_EQ(problem_of(values), "bytes must be at least 1, not 0");
}

TEST(OptionTable, FindsRowsAndSuggestsNames) {
  Values values;
  const OptionTable table = options_of(values);
  EXPECT_EQ(option_named(table, "share").meaning, "a share");
  try {
    static_cast<void>(option_named(table, "shar"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no option \"shar\"; did you mean \"share\"?");
  }
}

TEST(OptionTable, CopiesValues) {
  Values from{false, 9, 8, 7, 6, 0.25, 0.75, 5, "two", {"x"}, Colour::red};
  Values to;
  const OptionTable source = options_of(from);
  const OptionTable target = options_of(to);
  for (std::size_t i = 0; i < source.size(); ++i) {
    copy_value(source[i], target[i]);
    EXPECT_EQ(json_of(target[i]), json_of(source[i]));
  }
}

}  // namespace
}  // namespace cento
