#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace cento::testing {

inline const std::string kOldMill =
    "The mill stood at the bend of the river. Its wheel had not turned for thirty years. Children used to dare each "
    "other to climb through the window.";
inline const std::string kLock = "Nobody remembered who had locked the door. The key was lost in the flood.";

/// a and b share a passage, c equals a, d has nothing in common with them.
inline std::string collection() {
  return json_line("a", "It was a grey day. " + kOldMill + " One of them fell into the cellar.") +
         json_line("b", kOldMill + " One of them fell into the water. " + kLock) +
         json_line("c", "It was a grey day. " + kOldMill + " One of them fell into the cellar.") +
         json_line("d", "Bread is baked before dawn. It is sold at noon. It is eaten at night.");
}

/// Runs `cento scan` on a small collection.
class ScanTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", collection());
  }

  /// Runs it with these arguments into `out`, which is new.
  Outcome scan(const std::string& arguments, const std::string& before = "", int code = 0) const {
    std::filesystem::remove_all(folder_ / "out");
    const Outcome outcome = run("scan " + arguments + " -o out", before);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    EXPECT_EQ(names_in("out"),
              (std::vector<std::string>{"documents.jsonl", "families.jsonl", "passages.jsonl", "summary.json"}));
    return outcome;
  }

  /// The passages of the last scan as "a-b a-c", in the order of the file.
  [[nodiscard]] std::string passages() const {
    std::string pairs;
    for (const std::string& one : lines_of(read("out/passages.jsonl"))) {
      pairs += (pairs.empty() ? "" : " ") + field(field(one, "a"), "id") + "-" + field(field(one, "b"), "id");
    }
    std::erase(pairs, '"');
    return pairs;
  }

  /// The pairs of documents, likewise.
  [[nodiscard]] std::string documents() const {
    std::string pairs;
    for (const std::string& one : lines_of(read("out/documents.jsonl"))) {
      pairs += (pairs.empty() ? "" : " ") + field(one, "a") + "-" + field(one, "b");
    }
    std::erase(pairs, '"');
    return pairs;
  }

  [[nodiscard]] std::string count(const std::string& name) const { return field(read("out/summary.json"), name); }

  void expect_refused(const std::string& arguments, int code, const std::string& words) const {
    const std::vector<std::string> before = names_in(".");
    const Outcome outcome = run("scan " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_EQ(names_in("."), before) << arguments;
  }
};

}  // namespace cento::testing
