#include "command_line/help_format.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cento::cli {
namespace {

std::string help_with(const std::string& meaning) {
  CommandParser program("find", "Finds things.");
  bool is_given = false;
  program.add("--flag", flag(is_given), "", meaning);
  return help_of(program);
}

TEST(HelpFormat, LeavesShortMeaningsOnOneLine) {
  EXPECT_NE(help_with("looks twice").find("  --flag                  looks twice\n"), std::string::npos);
}

TEST(HelpFormat, BreaksLongMeaningsBetweenWords) {
  const std::string help = help_with("looks at everything that is there once, and then at everything once more");
  EXPECT_NE(help.find("  --flag                  looks at everything that is there once, and then at\n"
                      "                          everything once more\n"),
            std::string::npos)
      << help;
}

TEST(HelpFormat, KeepsLineBreaksAndWordsThatAreTooLong) {
  const std::string word(60, 'x');
  const std::string help = help_with("one\ntwo " + word + " three");
  EXPECT_NE(help.find("one\n                          two\n                          " + word +
                      "\n                          three\n"),
            std::string::npos)
      << help;
}

}  // namespace
}  // namespace cento::cli
