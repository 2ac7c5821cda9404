#include <gtest/gtest.h>

#include <string>

#include "run_program.hpp"

namespace cento::testing {
namespace {

/// Who is given how much of the memory.
class MemoryPlan : public ProgramTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::string lines;
    for (int i = 0; i < 50; ++i) {
      const std::string text = "One sentence of several words. Another sentence of several words. Number " +
                               std::to_string(i % 20) + " differs from all others here. A last one ends the text.";
      lines += R"({"id":")" + std::to_string(i) + R"(","title":"How many?","body":")" + text + "\"}\n";
    }
    write("in.jsonl", lines);
    write("more.jsonl", lines);
  }

  [[nodiscard]] std::uint64_t number(std::string_view key) const {
    return std::stoull(field(field(read("stats.json"), "memory"), key));
  }
};

TEST_P(MemoryPlan, AddsUpToLessThanTheUserGave) {
  const Outcome done = run(GetParam() + " --memory 300M --threads 2 --quiet --stats-json stats.json -o out in.jsonl");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(number("limit"), std::uint64_t{300} << 20);
  EXPECT_GT(number("given"), 0U);
  EXPECT_LE(number("given"), number("limit"));
  const std::string parts = field(field(read("stats.json"), "memory"), "parts");
  for (const std::string_view part : json_elements(parts)) {
    EXPECT_FALSE(field(std::string(part), "name").empty());
    EXPECT_LE(std::stoull(field(std::string(part), "used")), number("limit"));
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, MemoryPlan,
                         ::testing::Values("scan", "scan --match exact", "scan --match loose", "scan --within",
                                           "scan --against more.jsonl", "scan --method blog", "scan --method substring",
                                           "pairs", "pairs --method minhash", "pairs --method simhash", "pairs --sct 3",
                                           "pairs --method exact", "dedup", "dedup --level passage",
                                           "dedup --level sentence", "dedup --against more.jsonl", "threads",
                                           "threads --by term", "stats", "stats --features shingle:5"));

}  // namespace
}  // namespace cento::testing
