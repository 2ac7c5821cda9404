#include "help_format.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace cento::cli {
namespace {

std::string help_of(const std::string& meaning) {
  CLI::App program("Finds things.", "find");
  program.formatter(std::make_shared<HelpFormat>());
  bool flag = false;
  program.add_flag("--flag", flag, meaning);
  return program.help();
}

TEST(HelpFormat, LeavesShortMeaningsOnOneLine) {
  EXPECT_NE(help_of("looks twice").find("  --flag                  looks twice\n"), std::string::npos);
}

TEST(HelpFormat, BreaksLongMeaningsBetweenWords) {
  const std::string help = help_of("looks at everything that is there once, and then at everything once more");
  EXPECT_NE(help.find("  --flag                  looks at everything that is there once, and then at\n"
                      "                          everything once more\n"),
            std::string::npos)
      << help;
}

TEST(HelpFormat, KeepsLineBreaksAndWordsThatAreTooLong) {
  const std::string word(60, 'x');
  const std::string help = help_of("one\ntwo " + word + " three");
  EXPECT_NE(help.find("one\n                          two\n                          " + word +
                      "\n                          three\n"),
            std::string::npos)
      << help;
}

}  // namespace
}  // namespace cento::cli
