// Parquet and Arrow files as a user reads and writes them; tables/make_tables.py wrote those of tests/cli/tables.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::lines_of;
using testing::Outcome;

constexpr bool kHasPlugin = CENTO_HAS_ARROW_FILES;

const std::string kFerry = "The ferry leaves the northern pier at noon on most days of the week.";
const std::string kFirst = R"({"id":"1","doc.body":")" + kFerry + R"(","doc":{"title":"Ferry"},"day":"2024-05-31"})";

class Tables : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    for (const std::string name : {"news.parquet", "news.feather", "news.arrows"}) {
      std::filesystem::copy(std::string(CENTO_TEST_DATA) + "/cli/tables/" + name, folder_ / name);
    }
    if (!kHasPlugin) GTEST_SKIP() << "the plug-in for Parquet and Arrow files was not built";
  }

  /// The documents of a table as JSON lines.
  [[nodiscard]] std::vector<std::string> documents(const std::string& table) const {
    return lines_of(run("convert " + table + " --text-field doc.body -o - --quiet").out);
  }
};

TEST_F(Tables, AreReadWithNestedColumnsAndMetadata) {
  for (const std::string name : {"news.parquet", "news.feather", "news.arrows"}) {
    const std::vector<std::string> found = documents(name);
    ASSERT_EQ(found.size(), 4U) << name;
    EXPECT_EQ(found[0], kFirst);
    EXPECT_NE(found[1].find(R"("doc":{"title":null},"day":null})"), std::string::npos);
    EXPECT_NE(found[3].find(R"("day":"2020-02-29"})"), std::string::npos);
  }
}

TEST_F(Tables, RejectRowsWithTheirPlace) {
  const Outcome outcome = run("pairs news.parquet --text-field doc.body -o - --rejects bad.jsonl");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find(R"("a":"1","b":"4","similarity":1)"), std::string::npos) << outcome.out;
  EXPECT_NE(read("bad.jsonl").find(R"({"file":"news.parquet","row":3,"reason":"the row has no text")"),
            std::string::npos);
}

TEST_F(Tables, ComeThroughPipesAndCompressed) {
  EXPECT_EQ(lines_of(run("convert - --text-field doc.body -o - --quiet", "cat news.parquet |").out).at(0), kFirst);
  ASSERT_EQ(shell("gzip -k news.parquet").code, 0);
  EXPECT_EQ(documents("news.parquet.gz"), documents("news.parquet"));
}

TEST_F(Tables, NameTheColumnsThereAre) {
  const Outcome outcome = run("pairs news.parquet --text-field doc.boddy -o -");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("there is no column \"doc.boddy\"; columns: id, doc.title, doc.body, tags, day; did you "
                             "mean \"doc.body\"?"),
            std::string::npos)
      << outcome.err;
}

TEST_F(Tables, StayTablesWithoutTheirDuplicates) {
  for (const std::string name : {"news.parquet", "news.feather", "news.arrows"}) {
    const std::string clean = "clean" + name.substr(name.find('.'));
    const Outcome outcome = run("dedup " + name + " --text-field doc.body -o " + clean + " --audit audit.jsonl");
    EXPECT_EQ(outcome.code, 3) << "a row has no text: " << outcome.err;
    EXPECT_NE(read("audit.jsonl").find("\"place\":\"" + name + ", row 4\""), std::string::npos);
    std::vector<std::string> expected = documents(name);
    expected.erase(expected.begin() + 2);
    EXPECT_EQ(documents(clean), expected) << name;
    EXPECT_EQ(run("dedup " + clean + " --text-field doc.body -o again").code, 0);
    EXPECT_EQ(documents("again"), expected) << "nothing is left to remove";
  }
  EXPECT_NE(read("clean.parquet").find("written for tests"), std::string::npos) << "metadata stays";
}

TEST_F(Tables, AreCopiedOneAfterTheOtherOrToAFolder) {
  ASSERT_EQ(shell("mkdir in && cp news.parquet in/a.parquet && cp news.parquet in/b.parquet").code, 0);
  EXPECT_EQ(run("dedup in --text-field doc.body -o out/").code, 3);
  EXPECT_EQ(documents("out/a.parquet").size(), 3U);
  EXPECT_EQ(documents("out/b.parquet").size(), 0U);
  EXPECT_EQ(run("dedup in --text-field doc.body -o all.parquet").code, 3);
  EXPECT_EQ(documents("all.parquet"), documents("out/a.parquet"));
}

TEST_F(Tables, AreCutInPlace) {
  for (const std::string name : {"news.parquet", "news.feather", "news.arrows"}) {
    const std::string clean = "clean" + name.substr(name.find('.'));
    const std::string command = "dedup " + name + " --text-field doc.body --level sentence -o " + clean;
    EXPECT_EQ(run(command).code, 3) << "a row has no text";
    std::vector<std::string> expected = documents(name);
    std::string& again = expected.at(2);
    again.replace(again.find(kFerry), kFerry.size(), "");
    EXPECT_EQ(documents(clean), expected) << name;
    EXPECT_EQ(run(command + " --drop-emptied").code, 3);
    expected.erase(expected.begin() + 2);
    EXPECT_EQ(documents(clean), expected) << name;
  }
  EXPECT_NE(read("clean.parquet").find("written for tests"), std::string::npos) << "metadata stays";
}

TEST_F(Tables, ThatAreDamagedAreDescribedOnce) {
  ASSERT_EQ(shell("head -c 700 news.parquet > cut.parquet").code, 0);
  const std::string said = run("pairs cut.parquet -o -").err;
  const std::string problem = said.substr(0, said.find('\n')).substr(std::string("cento: cut.parquet: ").size());
  EXPECT_EQ(said, "cento: cut.parquet: " + problem + "\ncento: cut.parquet yields no documents\n");
  EXPECT_EQ(run("pairs cut.parquet -o - --quiet").err, "cento: cut.parquet yields no documents: " + problem + "\n");
}

TEST_F(Tables, ThatAreDamagedAreBadFiles) {
  ASSERT_EQ(shell("head -c 700 news.parquet > cut.parquet && echo nothing > text.parquet").code, 0);
  EXPECT_EQ(run("pairs news.feather cut.parquet --text-field doc.body -o -").code, 1) << "it was named";
  ASSERT_EQ(shell("mkdir in && cp news.feather cut.parquet text.parquet in").code, 0);
  const Outcome outcome = run("pairs in --text-field doc.body -o - --rejects bad.jsonl");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(read("bad.jsonl").find("in/text.parquet"), std::string::npos);
  EXPECT_NE(read("bad.jsonl").find("in/cut.parquet"), std::string::npos);
}

class TablesWithoutPlugin : public testing::ProgramTest {};

TEST_F(TablesWithoutPlugin, SayHowToGetIt) {
  std::filesystem::copy(std::string(CENTO_TEST_DATA) + "/cli/tables/news.parquet", folder_ / "news.parquet");
  ASSERT_EQ(shell(std::string("cp ") + CENTO_PROGRAM + " alone").code, 0);
  const Outcome outcome = shell("env -u CENTO_ARROW_FILES ./alone pairs news.parquet -o -");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("pip install pyarrow"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace cento
