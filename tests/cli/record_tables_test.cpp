// Records as Parquet and Arrow files: what the user may ask for, and what is left when it cannot be done. What is in
// the files is tested by record_files/record_files_test.py.

#include <random>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::json_line;
using testing::Outcome;

constexpr bool kHasPlugin = CENTO_HAS_ARROW_FILES;

const std::string kFerry = "The ferry leaves the northern pier at noon on most days of the week.";

class RecordTables : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", json_line("a", kFerry) + json_line("b", kFerry));
    if (!kHasPlugin) GTEST_SKIP() << "the plug-in for Parquet and Arrow files was not built";
  }

  /// A run that fails with one sentence and leaves nothing.
  void expect_failure(const std::string& command, int code, std::string_view sentence) {
    const std::vector<std::string> before = names_in(".");
    const Outcome outcome = shell(command);
    EXPECT_EQ(outcome.code, code) << command;
    EXPECT_EQ(testing::count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
    EXPECT_EQ(names_in("."), before) << command;
  }
};

TEST_F(RecordTables, AreOfTheFormThatTheirNameSays) {
  for (const std::string name : {"p.parquet", "p.pq"}) {
    ASSERT_EQ(run("pairs docs.jsonl -o " + name).code, 0);
    EXPECT_TRUE(read(name).starts_with("PAR1") && read(name).ends_with("PAR1"));
  }
  for (const std::string name : {"p.arrow", "p.feather"}) {
    ASSERT_EQ(run("pairs docs.jsonl -o " + name).code, 0);
    EXPECT_TRUE(read(name).starts_with("ARROW1"));
  }
  ASSERT_EQ(run("pairs docs.jsonl -o p.arrows").code, 0);
  EXPECT_TRUE(read("p.arrows").starts_with("\xFF\xFF\xFF\xFF"));
  for (const std::string name : {"p.jsonl", "p.out", "p", "parquet", "c.tsv"}) {
    ASSERT_EQ(run("pairs docs.jsonl -o other --clusters " + name).code, 0);
    EXPECT_TRUE(read(name).starts_with("{\"id\":\"a\"")) << "as always";
  }
}

TEST_F(RecordTables, AreWhatTheOptionSaysWhateverTheirName) {
  ASSERT_EQ(run("pairs docs.jsonl -o p.tsv --as parquet").code, 0);
  EXPECT_TRUE(read("p.tsv").starts_with("PAR1"));
  ASSERT_EQ(run("pairs docs.jsonl -o p.parquet --as tsv").code, 0);
  EXPECT_TRUE(read("p.parquet").starts_with("a\tb\t"));
  ASSERT_EQ(run("pairs docs.jsonl -o p.parquet.gz --as parquet").code, 0);
  EXPECT_TRUE(read("p.parquet.gz").starts_with("PAR1")) << "they are compressed inside";
}

TEST_F(RecordTables, NeedAFolderOfAScan) {
  expect_failure("'" CENTO_PROGRAM "' scan docs.jsonl --as parquet", 2, "--as needs -o");
  expect_failure("'" CENTO_PROGRAM "' scan docs.jsonl -o found --as tsv", 2, "--as must be jsonl, parquet");
}

TEST_F(RecordTables, ReplaceOneAnotherButNoInput) {
  ASSERT_EQ(run("pairs docs.jsonl -o p.parquet").code, 0);
  const std::string first = read("p.parquet");
  ASSERT_EQ(run("pairs docs.jsonl -o p.parquet --threads 2").code, 0);
  EXPECT_EQ(read("p.parquet"), first);
  expect_failure("'" CENTO_PROGRAM "' pairs p.parquet --text-field a_id -o p.parquet", 2, "p.parquet");
  expect_failure("'" CENTO_PROGRAM "' pairs docs.jsonl -o c.parquet --clusters c.parquet", 2, "c.parquet");
  EXPECT_EQ(read("p.parquet"), first);
}

TEST_F(RecordTables, AreReadByCentoAgain) {
  ASSERT_EQ(run("pairs docs.jsonl -o p.parquet").code, 0);
  const Outcome outcome = run("convert p.parquet --text-field a_id --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find(R"("a_id":"a")"), std::string::npos) << outcome.out;
}

TEST_F(RecordTables, ThatCannotBeWrittenAreAnError) {
  const std::string program = "'" CENTO_PROGRAM "' ";
  write("docs.jsonl", json_line("a", kFerry) + json_line(std::string(3000, 'b'), kFerry));
  for (const std::string form : {"parquet", "arrow", "arrows"}) {
    expect_failure(program + "pairs docs.jsonl --quiet --as " + form + " >/dev/full", 1, "No space left on device");
    // A file of at most one block of 512 bytes, or 1 KiB: less than any of them.
    const std::string limited = "trap '' XFSZ; ulimit -f 1; " + program;
    expect_failure("bash -c \"" + limited + "pairs docs.jsonl --quiet -o p." + form + "\"", 1,
                   "cannot write p." + form);
    expect_failure("bash -c \"" + limited + "scan docs.jsonl --quiet -o found --as " + form + "\"", 1, "cannot write");
  }
}

TEST_F(RecordTables, LeaveNothingWhenTheDiskIsFullInTheMiddle) {
  constexpr int kCopies = 600;  // 179,700 pairs: two groups of rows
  std::mt19937_64 random(7);
  std::string copies;
  for (int i = 0; i < kCopies; ++i) {
    std::string id;  // that can hardly be compressed
    while (id.size() < 1000) id += std::to_string(random());
    copies += json_line(id, kFerry);
  }
  write("docs.jsonl", copies);
  for (const std::string form : {"parquet", "arrow", "arrows"}) {
    const std::string limited = "trap '' XFSZ; ulimit -f 64; '" CENTO_PROGRAM "' ";
    expect_failure("bash -c \"" + limited + "pairs docs.jsonl --pairs-up-to 1000 --quiet -o p." + form + "\"", 1,
                   "cannot write p." + form + ": File too large");
  }
}

class RecordTablesWithoutPlugin : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", json_line("a", kFerry) + json_line("b", kFerry));
    ASSERT_EQ(shell(std::string("cp ") + CENTO_PROGRAM + " alone").code, 0);
    ASSERT_EQ(run("index add index docs.jsonl --quiet").code, 0);
  }
};

TEST_F(RecordTablesWithoutPlugin, AreRefusedBeforeAnythingIsRead) {
  const std::vector<std::string> before = names_in(".");
  for (const std::string command :
       {"pairs missing.jsonl -o p.parquet", "pairs missing.jsonl --as arrow", "pairs missing.jsonl --clusters c.pq",
        "threads missing.jsonl -o p.feather", "threads missing.jsonl --clusters c.arrow",
        "dedup missing.jsonl -o clean.jsonl --audit a.parquet",
        "dedup missing.jsonl -o clean.jsonl --level sentence --audit a.arrows",
        "query index missing.jsonl -o answers.parquet", "query index missing.jsonl --add -o answers.arrow",
        "scan missing.jsonl -o found --as parquet", "scan missing.jsonl -o found --as arrow --method blog"}) {
    const Outcome outcome = shell("env -u CENTO_ARROW_FILES ./alone " + command);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_EQ(testing::count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find("Parquet and Arrow files are read and written by a plug-in"), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("pip install pyarrow"), std::string::npos) << outcome.err;
    EXPECT_EQ(names_in("."), before) << command;
  }
}

}  // namespace
}  // namespace cento
