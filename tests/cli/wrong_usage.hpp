#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "run_program.hpp"

namespace cento::testing {

/// All commands, with arguments that they accept.
inline const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> kCommands = {
      {"show", "in.jsonl"},
      {"convert", "in.jsonl"},
      {"scan", "in.jsonl"},
      {"pairs", "in.jsonl"},
      {"dedup", "in.jsonl"},
      {"compare", "in.jsonl in.jsonl"},
      {"threads", "in.jsonl"},
      {"index create", "archive"},
      {"index add", "archive in.jsonl"},
      {"index remove", "archive x"},
      {"index stats", "archive"},
      {"index merge", "archive"},
      {"index verify", "archive"},
      {"index rebuild", "archive"},
      {"index backup", "archive copy"},
      {"query", "archive in.jsonl"},
      {"stats", "in.jsonl"},
      {"tune", "in.jsonl"},
      {"eval", "in.jsonl in.jsonl"},
      {"study ndd", "in.jsonl"},
      {"study qsign", "in.jsonl"},
      {"study threads", "in.jsonl"},
      {"formats", ""},
      {"completion", "bash"},
  };
  return kCommands;
}

/// Runs commands with arguments that they must refuse.
class WrongUsageTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("in.jsonl", "{\"id\":\"a\",\"text\":\"The lock keeper counts the boats.\"}\n");
  }

  /// The long names of a command's options, as --help shows them.
  [[nodiscard]] std::vector<std::string> options_of(const std::string& command) const {
    std::vector<std::string> names;
    std::istringstream lines(run(command + " --help").out);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find("--");
      if (!line.starts_with("  -") || begin > 5) continue;
      names.push_back(line.substr(begin, line.find_first_of(" ", begin) - begin));
    }
    return names;
  }

  /// One line, in our own words, that names the help of the command; `words` are in it.
  void expect_one_sentence(const std::string& command, const std::string& arguments,
                           const std::vector<std::string>& words) const {
    const Outcome outcome = run(command + " " + arguments);
    const std::string what = command + " " + arguments + ": " + outcome.err;
    EXPECT_EQ(outcome.code, 2) << what;
    EXPECT_EQ(outcome.out, "") << what;
    EXPECT_EQ(count_lines(outcome.err), 1U) << what;
    EXPECT_LT(outcome.err.size(), 400U) << what;
    EXPECT_TRUE(outcome.err.starts_with("cento: ")) << what;
    EXPECT_TRUE(outcome.err.ends_with("(see: cento " + command + " --help)\n")) << what;
    EXPECT_EQ(outcome.err.substr(0, outcome.err.find(" (see: ")).find(". "), std::string::npos) << what;
    for (const char* foreign : {"not in range", "Could not convert", "not expected", "Requires", "Excludes", "TEXT",
                                "FLOAT", "UINT", "received", "terminate", "e+", "stod"}) {
      EXPECT_EQ(outcome.err.find(foreign), std::string::npos) << what;
    }
    for (const std::string& word : words)
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << " in " << what;
  }
};

}  // namespace cento::testing
