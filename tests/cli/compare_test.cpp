#include <gtest/gtest.h>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

const char* const kCrane =
    "The old crane in the harbour came down on Friday. Nobody was hurt when it fell. "
    "The port had wanted to sell it for years.";

class CompareTest : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("a.txt", "Good morning. " + std::string(kCrane) + " We will report.");
    write("b.txt", std::string(kCrane) + " Sport follows here. Then the weather. Then the news.");
  }
};

TEST_F(CompareTest, ShowsTheDocumentsSideBySide) {
  const Outcome outcome = run("compare a.txt b.txt");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find("─")),
            "A: a.txt                               │ B: b.txt\n"
            "30 words, 83 % shared                  │ 34 words, 74 % shared\n");
  EXPECT_NE(outcome.out.find("1┃ The old crane in the harbour came   │ 1┃ The old crane in the harbour came\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("A and B share 1 passage: 83 % of A and 74 % of B.\n"
                             "  1┃ 3 sentences, 25 words, word for word: The old crane in the harbour came down …\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
}

TEST_F(CompareTest, TakesTheWidthFromTheEnvironment) {
  const Outcome narrow = run("compare a.txt b.txt", "COLUMNS=50");
  const Outcome wide = run("compare a.txt b.txt", "COLUMNS=160");
  EXPECT_GT(count_lines(narrow.out), count_lines(wide.out));
  EXPECT_EQ(run("compare a.txt b.txt", "COLUMNS=nonsense").out, run("compare a.txt b.txt").out);
}

TEST_F(CompareTest, ColoursWhenTold) {
  EXPECT_NE(run("compare a.txt b.txt --color always").out.find("\x1b[36m"), std::string::npos);
  EXPECT_EQ(run("compare a.txt b.txt --color never").out.find('\x1b'), std::string::npos);
}

TEST_F(CompareTest, ColoursOnATerminalUnlessNoColorIsSet) {
  if (shell("command -v script").code != 0) GTEST_SKIP() << "`script`, which makes a terminal, is missing";
  const auto on_terminal = [&](const std::string& before) {
    return shell(before + " TERM=xterm script -qec \"'" CENTO_PROGRAM "' compare a.txt b.txt\" /dev/null").out;
  };
  EXPECT_NE(on_terminal("").find("\x1b[36m"), std::string::npos);
  EXPECT_EQ(on_terminal("NO_COLOR=1").find("\x1b[36m"), std::string::npos);
}

TEST_F(CompareTest, ShowsMoreOfTheRestWhenTold) {
  const std::string usual = run("compare a.txt b.txt").out;
  EXPECT_NE(usual.find("⋯ 2 sentences"), std::string::npos) << usual;
  EXPECT_NE(run("compare a.txt b.txt --context 2").out.find("Then the news."), std::string::npos);
  EXPECT_NE(run("compare a.txt b.txt --all").out.find("Then the news."), std::string::npos);
  EXPECT_NE(run("compare a.txt b.txt --context 0").out.find("⋯ 3 sentences"), std::string::npos);
}

TEST_F(CompareTest, PicksADocumentOfAFileById) {
  write("news.jsonl", R"({"id":"n1","text":"Nothing here."})"
                      "\n"
                      R"({"id":"n#2","text":")" +
                          std::string(kCrane) + "\"}\n");
  EXPECT_NE(run("compare a.txt 'news.jsonl#n#2'").out.find("All of B is in A and makes up 83 % of it: 1 passage."),
            std::string::npos);
  const Outcome open = run("compare a.txt news.jsonl");
  EXPECT_EQ(open.code, 1);
  EXPECT_EQ(open.err,
            "cento: there are several documents in news.jsonl; choose one as news.jsonl#ID, where ID is n1, "
            "n#2\n");
  const Outcome none = run("compare a.txt news.jsonl#n3");
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.err, "cento: no document in news.jsonl has the id \"n3\"; the ids are n1, n#2\n");
}

TEST_F(CompareTest, NamesOnlyTheFirstIds) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += R"({"id":"n)" + std::to_string(i) + R"(","text":"One."})" + "\n";
  write("many.jsonl", lines);
  EXPECT_NE(run("compare a.txt many.jsonl").err.find("where ID is n0, n1, n2, n3, n4, …\n"), std::string::npos);
}

TEST_F(CompareTest, ReadsAFileWithANumberSignInItsName) {
  write("c#1.txt", kCrane);
  EXPECT_EQ(run("compare 'c#1.txt' a.txt").code, 0);
}

TEST_F(CompareTest, ReadsStandardInputOnce) {
  EXPECT_NE(run("compare - b.txt", "cat a.txt |").out.find("share 1 passage"), std::string::npos);
  EXPECT_EQ(run("compare - -").code, 2);
}

TEST_F(CompareTest, SaysThatDocumentsAreIdentical) {
  write("c.txt", read("a.txt"));
  EXPECT_EQ(run("compare a.txt c.txt").out, "A and B are identical.\n");
  write("d.txt", "GOOD MORNING! " + std::string(kCrane) + " We will report.");
  EXPECT_EQ(run("compare a.txt d.txt").out, "A and B have the same words; only case, punctuation or spacing differ.\n");
}

TEST_F(CompareTest, SaysThatNothingIsSharedAndWhatElseThereIs) {
  write("c.txt", "Other news. Nobody was hurt when it fell. The end.");
  EXPECT_EQ(run("compare a.txt c.txt").out,
            "A and B share no passage.\n"
            "1 sentence of A is also in B, outside passages; --min-sentences 1 shows it.\n");
  EXPECT_NE(run("compare a.txt c.txt --min-sentences 1").out.find("share 1 passage"), std::string::npos);
}

TEST_F(CompareTest, GivesTheResultAsJson) {
  const Outcome outcome = run("compare a.txt b.txt --as json --gap 0 --edges sentence --match exact");
  EXPECT_EQ(count_lines(outcome.out), 1U);
  EXPECT_EQ(field(outcome.out, "verdict"), "\"share\"");
  EXPECT_EQ(field(outcome.out, "a"),
            R"({"id":"a.txt","input":"a.txt","words":30,"shared_words":25,"sentences":5,"lone_sentences":0,)"
            R"("share":0.833333})");
  EXPECT_EQ(field(outcome.out, "passages"),
            R"([{"a":{"id":"a.txt","sentences":[1,4],"bytes":[14,135]},)"
            R"("b":{"id":"b.txt","sentences":[0,3],"bytes":[0,121]},"matched":3,"similarity":1}])");
  EXPECT_EQ(
      field(outcome.out, "options"),
      R"({"match":"exact","signature":"shingle:3","threshold":0.9,"min_sentences":3,"gap":0,"edges":"sentence"})");
}

TEST_F(CompareTest, NamesThePartsInJson) {
  write("parts.jsonl", R"({"id":"p","title":"Crane down","body":")" + std::string(kCrane) + "\"}\n");
  const Outcome outcome = run("compare parts.jsonl b.txt --text-field title,body --as json");
  EXPECT_NE(field(outcome.out, "passages").find(R"({"id":"p","part":"body","sentences":[0,3],"bytes":[0,121]})"),
            std::string::npos)
      << outcome.out << outcome.err;
}

TEST_F(CompareTest, RefusesWrongUsage) {
  for (const std::string arguments :
       {"compare", "compare a.txt", "compare a.txt b.txt a.txt", "compare a.txt b.txt --match some",
        "compare a.txt b.txt --threshold 0", "compare a.txt b.txt --min-sentences 0", "compare a.txt b.txt --gap -1",
        "compare a.txt b.txt --color red", "compare a.txt b.txt --signature nothing", "compare a.txt b.txt --as html",
        "compare a.txt b.txt --signature imatch:0.1:1"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(count_lines(outcome.err), 1U) << outcome.err;
  }
  const Outcome missing = run("compare a.txt nowhere.txt");
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.err.find("nowhere.txt"), std::string::npos);
}

TEST_F(CompareTest, UsesSavedStatistics) {
  ASSERT_EQ(run("stats a.txt b.txt -o words.stats").code, 0);
  const Outcome outcome = run("compare a.txt b.txt --signature imatch:0:1 --stats words.stats");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("share 1 passage"), std::string::npos);
}

}  // namespace
}  // namespace cento
