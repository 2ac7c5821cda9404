#include "command_line/command_parser.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cento/error.hpp"

namespace cento::cli {
namespace {

/// A program with a command that has an option of each kind.
struct Program {
  Program() {
    CommandParser* look = program.add_command("look", "Looks.");
    look->add_positional("INPUT", words(inputs), "what to look at");
    look->add("-o,--output", text(output), "FILE", "where to write");
    look->add("--limit", whole(limit, at_least(1)), "N", "most");
    look->add("--gap", whole(gap, {0, 100}), "N", "between");
    look->add("--share", real(share, kAboveZeroToOne), "S", "of all");
    look->add("--memory", size(memory, 1 << 20), "SIZE", "to use");
    look->add("--as", choice(as, {"text", "json"}), "VIEW", "how");
    look->add("--fields", list(fields, ','), "NAME,...", "which");
    look->add("--against", words(against), "REF ...", "others");
    look->add("--add", flag(adds), "", "too");
    look->add("--durable", text(durable), "HOW", "safe").needs = "--add";
    look->add("--quiet", flag(is_quiet), "", "no word").excludes = "--add";
    CommandParser* keep = program.add_command("keep", "Keeps.");
    keep->add("--audit", text(audit), "FILE", "why");
    keep->add_command("all", "Keeps all.");
  }

  void parse(const std::vector<std::string>& given) { program.parse(given); }

  CommandParser program{"find", "Finds."};
  std::vector<std::string> inputs;
  std::string output;
  std::uint32_t limit = 7;
  std::uint32_t gap = 0;
  double share = 0;
  std::uint64_t memory = 0;
  std::string as;
  std::vector<std::string> fields = {"usual"};
  std::vector<std::string> against;
  bool adds = false;
  bool is_quiet = false;
  std::string durable;
  std::string audit;
};

std::string complaint(const std::vector<std::string>& given) {
  Program program;
  try {
    program.parse(given);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandParser, StoresWhatIsGiven) {
  Program p;
  p.parse({"look", "--limit", "3", "a", "-o", "out", "b", "--share=0.5", "--memory", "2M", "--as", "json", "--fields",
           "x,y", "--add", "--durable", "each"});
  EXPECT_EQ(p.inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(p.output, "out");
  EXPECT_EQ(p.limit, 3U);
  EXPECT_EQ(p.share, 0.5);
  EXPECT_EQ(p.memory, 2U << 20);
  EXPECT_EQ(p.as, "json");
  EXPECT_EQ(p.fields, (std::vector<std::string>{"x", "y"})) << "instead of the usual ones";
  EXPECT_TRUE(p.adds);
  EXPECT_EQ(p.program.chosen().full_name(), "find look");
  EXPECT_EQ(p.program.chosen().count("--limit"), 1U);
  EXPECT_EQ(p.program.chosen().count("--gap"), 0U);
}

TEST(CommandParser, TakesAValueRightAfterAShortName) {
  Program p;
  p.parse({"look", "-oout", "a"});
  EXPECT_EQ(p.output, "out");
}

TEST(CommandParser, TakesWordsAfterTwoDashesAsTheyAre) {
  Program p;
  p.parse({"look", "--", "--limit", "-"});
  EXPECT_EQ(p.inputs, (std::vector<std::string>{"--limit", "-"}));
}

TEST(CommandParser, LeavesARequiredWordToItsOwner) {
  Program p;
  p.parse({"look", "--against", "r1", "r2", "a"});
  EXPECT_EQ(p.against, (std::vector<std::string>{"r1", "r2"}));
  EXPECT_EQ(p.inputs, (std::vector<std::string>{"a"}));
}

TEST(CommandParser, HelpComesBeforeEverythingElse) {
  Program p;
  p.parse({"keep", "all", "--nonsense", "-h"});
  EXPECT_TRUE(p.program.asks_for_help());
  EXPECT_EQ(p.program.chosen().full_name(), "find keep all");
}

TEST(CommandParser, SaysInOneSentenceWhatIsWrong) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"look"}, "find look needs INPUT"},
      {{"lok"}, "find has no command \"lok\"; did you mean \"look\"?"},
      {{"keep", "al"}, "find keep has no command \"al\"; did you mean \"all\"?"},
      {{"look", "a", "--limits", "3"}, "find look has no option \"--limits\"; did you mean \"--limit\"?"},
      {{"look", "a", "--audit", "f"}, "find look has no option \"--audit\"; find keep has it"},
      {{"look", "a", "-x"}, "find look has no option \"-x\""},
      {{"look", "a", "--limit"}, "--limit needs a value: --limit N"},
      {{"look", "a", "--limit", "--gap", "3"}, "--limit needs a value: --limit N"},
      {{"look", "a", "--limit", "0"}, "--limit must be a whole number from 1 to 4294967295, not \"0\""},
      {{"look", "a", "--gap", "-1"}, "--gap must be a whole number from 0 to 100, not \"-1\""},
      {{"look", "a", "--gap", "0x10"}, "--gap must be a whole number from 0 to 100, not \"0x10\""},
      {{"look", "a", "--gap=1 "}, "--gap must be a whole number from 0 to 100, not \"1 \""},
      {{"look", "a", "--gap", ""}, "--gap must not be empty"},
      {{"look", "a", "--share", "nan"}, "--share must be greater than 0 and at most 1, not \"nan\""},
      {{"look", "a", "--share", "1e400"}, "--share must be greater than 0 and at most 1, not \"1e400\""},
      {{"look", "a", "--memory", "lots"}, "--memory must be a size such as 512M or 1.5G, not \"lots\""},
      {{"look", "a", "--memory", "1"}, "--memory must be at least 1M, not \"1\""},
      {{"look", "a", "--as", "jason"}, "--as must be text or json, not \"jason\"; did you mean \"json\"?"},
      {{"look", "a", "--fields", "x,,y"}, "--fields must not be empty"},
      {{"look", "a", "--limit", "1", "--limit", "2"}, "--limit was given twice"},
      {{"look", "a", "--add=yes"}, "--add takes no value, but was given \"yes\""},
      {{"look", "a", "--durable", "each"}, "--durable needs --add"},
      {{"look", "a", "--quiet", "--add"}, "--quiet and --add cannot be combined"},
  };
  for (const auto& [given, sentence] : cases) EXPECT_EQ(complaint(given), sentence);
}

TEST(OptionValue, DescribesRanges) {
  EXPECT_EQ(describe(at_least(1)), "a whole number of at least 1");
  EXPECT_EQ(describe(kAnyNumber), "a number");
  EXPECT_EQ(describe(kZeroOrMore), "at least 0");
  EXPECT_EQ(describe(kAboveZero), "greater than 0");
  EXPECT_EQ(describe(kZeroToOne), "a number from 0 to 1");
  EXPECT_EQ(describe(kAboveZeroToOne), "greater than 0 and at most 1");
  EXPECT_EQ(describe(kBetweenZeroAndOne), "greater than 0 and less than 1");
}

}  // namespace
}  // namespace cento::cli
