#include "read/table/tables.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "read/formats.hpp"
#include "read/input/input.hpp"

namespace cento {
namespace {

/// Keeps standard error clean; the rejects file says what was rejected.
ReporterOptions quiet() {
  ReporterOptions options;
  options.quiet = true;
  return options;
}

std::vector<RunRow> run_of(std::string_view bytes, Reporter& reporter) {
  return read_run(*memory_input("FILE", bytes), reporter);
}

std::vector<QrelRow> qrels_of(std::string_view bytes, Reporter& reporter) {
  return read_qrels(*memory_input("FILE", bytes), reporter);
}

/// The one message of a strict reporter.
template <typename Read>
std::string message_of(Read read) {
  ReporterOptions options = quiet();
  options.strict = true;
  Reporter reporter(options);
  try {
    read(reporter);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReadRun, TakesTabsAndSpaces) {
  Reporter reporter(quiet());
  const auto rows = run_of("301\tQ0\tFT911-3\t0\t12.5\tsystemA\n  302 Q0  FT911-4 1  -3e-2 systemA\r\n", reporter);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].topic, "301");
  EXPECT_EQ(rows[0].document, "FT911-3");
  EXPECT_EQ(rows[0].rank, 0);
  EXPECT_EQ(rows[0].score, 12.5);
  EXPECT_EQ(rows[0].tag, "systemA");
  EXPECT_EQ(rows[1].rank, 1);
  EXPECT_EQ(rows[1].score, -0.03);
  EXPECT_EQ(rows[1].tag, "systemA");
  EXPECT_EQ(reporter.rejected(), 0U);
}

TEST(ReadRun, RejectsLinesThatDoNotFitAndGoesOn) {
  Reporter reporter(quiet());
  const auto rows =
      run_of("1 Q0 a 1 9 t\n1 Q0 b 2\n1 Q0 c third 7 t\n1 Q0 d 4 high t\n1 Q0 e 5 nan t\n\n1 Q0 f 6 4 t", reporter);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].document, "f");
  EXPECT_EQ(reporter.rejected(), 4U);
}

TEST(ReadRun, SaysWhereAndWhy) {
  const std::string message =
      message_of([](Reporter& reporter) { (void)run_of("1 Q0 a 1 9 t\n\n1 Q0 b 2\n", reporter); });
  EXPECT_NE(message.find("line 3"), std::string::npos) << message;
  EXPECT_NE(message.find("the line has 4 fields, not the 6 of a run"), std::string::npos) << message;
}

TEST(ReadRun, ReplacesBytesThatAreNotUtf8) {
  Reporter reporter(quiet());
  const auto rows = run_of("1 Q0 caf\xE9 1 9 t\n", reporter);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].document, "caf\xEF\xBF\xBD");
}

TEST(ReadRun, PassesOverAByteOrderMark) {
  Reporter reporter(quiet());
  const auto rows = run_of(
      "\xEF\xBB\xBF"
      "7 Q0 a 1 9 t\n",
      reporter);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].topic, "7");
}

TEST(ReadRun, RejectsALineWithoutEnd) {
  Reporter reporter(quiet());
  const auto rows = run_of(std::string(3 << 20, 'x') + "\n1 Q0 a 1 9 t\n", reporter);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(reporter.rejected(), 1U);
}

TEST(ReadQrels, TakesGradesBelowZero) {
  Reporter reporter(quiet());
  const auto rows = qrels_of("701 0 GX000-00-1 2\n701 0 GX000-00-2 -2\n", reporter);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].topic, "701");
  EXPECT_EQ(rows[0].document, "GX000-00-1");
  EXPECT_EQ(rows[0].grade, 2);
  EXPECT_EQ(rows[1].grade, -2);
}

TEST(ReadQrels, SaysWhereAndWhy) {
  const std::string message =
      message_of([](Reporter& reporter) { (void)qrels_of("701 0 a 1\n701 0 b yes\n", reporter); });
  EXPECT_NE(message.find("line 2"), std::string::npos) << message;
  EXPECT_NE(message.find("the grade \"yes\" is not a whole number"), std::string::npos) << message;
}

TEST(RecogniseTables, KnowsRunsAndQrelsByTheirColumns) {
  EXPECT_EQ(choose_format("best.txt", "303\tQ0\tLA071090-0047\t0\t49.19\tInexpC2\n")->name, "run");
  EXPECT_EQ(choose_format("judged.txt", "303 0 FBIS3-16217 0\n303 0 FBIS3-19093 1\n")->name, "qrels");
}

TEST(RecogniseTables, LeavesOtherLinesAlone) {
  EXPECT_EQ(format_named("run")->recognise("1 Q0 a 1 9 t\na line of six plain words\n"), 0);
  EXPECT_EQ(format_named("run")->recognise("1 QX a 1 9 t\n"), 0);
  EXPECT_EQ(format_named("qrels")->recognise("four words stand here\n"), 0);
  EXPECT_EQ(format_named("qrels")->recognise("1 0 a b\n"), 0);
  EXPECT_EQ(format_named("qrels")->recognise(""), 0);
}

}  // namespace
}  // namespace cento
