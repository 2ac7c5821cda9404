// Files that the user names for output: none of them destroys an input or another output, and nothing is left over.

#include <sys/stat.h>
#include <unistd.h>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::Outcome;

constexpr std::string_view kTwoDocuments =
    "{\"id\":\"a\",\"title\":\"Ferry\",\"text\":\"The ferry leaves the northern pier at noon. It is late.\"}\n"
    "{\"id\":\"b\",\"title\":\"Ferry\",\"text\":\"The ferry leaves the northern pier at noon. It is late!\"}\n";

class Outputs : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", kTwoDocuments);
    write("more.jsonl", kTwoDocuments);
    write("folder/docs.jsonl", kTwoDocuments);
    std::filesystem::create_symlink("docs.jsonl", folder_ / "link.jsonl");
    std::filesystem::create_hard_link(folder_ / "docs.jsonl", folder_ / "hard.jsonl");
    std::filesystem::create_symlink("../more.jsonl", folder_ / "folder/linked.jsonl");
    ASSERT_EQ(run("stats docs.jsonl -o words.stats --quiet").code, 0);
    ASSERT_EQ(run("index add index docs.jsonl --quiet").code, 0);
    ASSERT_EQ(run("pairs docs.jsonl -o pairs.jsonl --quiet").code, 0);
  }

  /// The command must be refused, and every file must be as it was.
  void expect_refused(const std::string& arguments, const std::string& before = "") const {
    const std::string stats = read("words.stats");
    const std::string pairs = read("pairs.jsonl");
    const Outcome outcome = run(arguments, before);
    EXPECT_EQ(outcome.code, 2) << arguments << ": " << outcome.err;
    EXPECT_EQ(testing::count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_EQ(read("docs.jsonl"), kTwoDocuments) << arguments;
    EXPECT_EQ(read("more.jsonl"), kTwoDocuments) << arguments;
    EXPECT_EQ(read("folder/docs.jsonl"), kTwoDocuments) << arguments;
    EXPECT_EQ(read("words.stats"), stats) << arguments;
    EXPECT_EQ(read("pairs.jsonl"), pairs) << arguments;
  }
};

TEST_F(Outputs, AreNoInputs) {
  for (const std::string command : {"pairs", "stats", "show", "convert", "dedup", "threads", "query index"}) {
    expect_refused(command + " docs.jsonl -o docs.jsonl");
    expect_refused(command + " docs.jsonl -o link.jsonl");
    expect_refused(command + " link.jsonl -o ./folder/../docs.jsonl");
    expect_refused(command + " docs.jsonl -o hard.jsonl");
    expect_refused(command + " 'd*.jsonl' -o docs.jsonl");
    expect_refused(command + " folder -o folder/docs.jsonl");
    expect_refused(command + " folder -o folder/new.jsonl");
    expect_refused(command + " folder -o more.jsonl");
    expect_refused(command + " docs.jsonl -o words.new --stats-json docs.jsonl");
    expect_refused(command + " docs.jsonl -o words.new --rejects docs.jsonl");
    expect_refused(command + " docs.jsonl -o words.new --rejects words.new");
    expect_refused(command + " docs.jsonl -o words.new --rejects r --stats-json ./r");
  }
  expect_refused("scan folder -o folder/found");
  expect_refused("scan docs.jsonl --stats-json docs.jsonl");
  expect_refused("compare docs.jsonl#a docs.jsonl#b -o docs.jsonl");
  expect_refused("eval pairs.jsonl pairs.jsonl -o pairs.jsonl");
  expect_refused("convert - -o docs.jsonl <docs.jsonl");
  expect_refused("convert docs.jsonl >>docs.jsonl");
}

TEST_F(Outputs, AreNothingElseThatIsRead) {
  expect_refused("dedup docs.jsonl -o new.jsonl --audit docs.jsonl");
  expect_refused("dedup docs.jsonl -o new.jsonl --audit new.jsonl");
  expect_refused("dedup docs.jsonl -o more.jsonl --against more.jsonl");
  expect_refused("dedup docs.jsonl -o new.jsonl --audit more.jsonl --against folder");
  expect_refused("dedup docs.jsonl -o words.stats --stats words.stats");
  expect_refused("pairs docs.jsonl -o new.jsonl --clusters docs.jsonl");
  expect_refused("pairs docs.jsonl -o new.jsonl --clusters new.jsonl");
  expect_refused("threads docs.jsonl -o new.jsonl --clusters docs.jsonl");
  expect_refused("scan docs.jsonl --pairs pairs.jsonl --rejects pairs.jsonl");
  expect_refused("scan docs.jsonl --against more.jsonl --stats-json more.jsonl");
  expect_refused("query index docs.jsonl -o index/catalog.sqlite");
  expect_refused("query index docs.jsonl -o index/new.jsonl");
  expect_refused("index add index more.jsonl --rejects index/rejects.jsonl");
  expect_refused("index backup index index/copy");
  EXPECT_EQ(run("index verify index").code, 0);
}

TEST_F(Outputs, MayGoToDevicesTogether) {
  EXPECT_EQ(run("convert docs.jsonl -o /dev/null --rejects /dev/null --stats-json /dev/null").code, 0);
}

TEST_F(Outputs, KeepThePermissionsOfTheFileTheyReplace) {
  write("out.jsonl", "old");
  ::chmod((folder_ / "out.jsonl").c_str(), 0600);
  ASSERT_EQ(run("convert docs.jsonl -o out.jsonl").code, 0);
  struct stat status {};
  ::stat((folder_ / "out.jsonl").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  EXPECT_EQ(testing::count_lines(read("out.jsonl")), 2U);
}

TEST_F(Outputs, LeaveNothingWhenTheProgramIsKilled) {
  const std::string before = shell("ls -A").out;
  // The pipe stays open without an end of the input, so that the program waits in the middle of its work.
  for (const std::string command :
       {"convert - -o out.jsonl --rejects bad.jsonl", "dedup - -o out.jsonl --audit a.jsonl",
        "pairs - -o out.jsonl --clusters c.jsonl"}) {
    const Outcome outcome = shell(
        "mkfifo pipe; '" CENTO_PROGRAM "' " + command +
        " <pipe & program=$!; exec 7>pipe; cat docs.jsonl >&7; sleep 0.2; kill -KILL $program; wait $program; rm pipe");
    EXPECT_EQ(shell("ls -A").out, before) << command << outcome.err;
  }
}

TEST_F(Outputs, RemoveWhatAKilledProgramLeftOfAFolder) {
  const Outcome outcome = shell(
      "mkfifo pipe; '" CENTO_PROGRAM
      "' scan - -o found <pipe & program=$!; exec 7>pipe; sleep 0.3; kill -KILL $program; wait $program; rm pipe");
  ASSERT_EQ(run("scan docs.jsonl -o found").code, 0) << outcome.err;
  for (const std::string& name : names_in(".")) EXPECT_EQ(name.find(".tmp-"), std::string::npos) << name;
}

class Streams : public Outputs {};

TEST_F(Streams, AClosedStandardErrorGoesNowhereElse) {
  const Outcome outcome = shell("(exec 2>&-; '" CENTO_PROGRAM "' dedup docs.jsonl -o clean.jsonl)");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(testing::count_lines(read("clean.jsonl")), 1U);
  EXPECT_EQ(read("clean.jsonl").find("documents"), std::string::npos) << read("clean.jsonl");
}

TEST_F(Streams, AFullOrClosedStandardErrorChangesNothing) {
  for (const std::string way : {"2>/dev/full", "2> >(exec 0<&-)", "2>&-"}) {
    write("bad.jsonl", std::string(kTwoDocuments) + "{\"id\":\"c\"}\n");
    const Outcome fine = shell("bash -c \"'" CENTO_PROGRAM "' pairs docs.jsonl -o found.jsonl " + way + "\"");
    EXPECT_EQ(fine.code, 0) << way << fine.err;
    EXPECT_EQ(read("found.jsonl"), read("pairs.jsonl")) << way;
    const Outcome failed = shell("bash -c \"'" CENTO_PROGRAM "' pairs none.jsonl " + way + "\"");
    EXPECT_EQ(failed.code, 1) << way;
    const Outcome misused = shell("bash -c \"'" CENTO_PROGRAM "' pears " + way + "\"");
    EXPECT_EQ(misused.code, 2) << way;
  }
}

TEST_F(Streams, ResultsThatCannotBeWrittenAreAnError) {
  for (const std::string command : {"convert docs.jsonl", "show docs.jsonl", "pairs docs.jsonl", "--help", "formats",
                                    "completion bash", "dedup --help", "--version"}) {
    for (const std::string way : {">/dev/full", ">&-"}) {
      const Outcome outcome = run(command + " " + way);
      EXPECT_EQ(outcome.code, 1) << command << way;
      EXPECT_EQ(testing::count_lines(outcome.err), 1U) << outcome.err;
    }
  }
  EXPECT_EQ(run("convert - <&-").code, 1) << "missing input is not empty input";
}

TEST_F(Streams, AClosedPipeEndsQuietly) {
  const Outcome outcome = shell("bash -c \"set -o pipefail; '" CENTO_PROGRAM
                                "' convert docs.jsonl --quiet | true; exit \\${PIPESTATUS[0]}\"");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0);
}

}  // namespace
}  // namespace cento
