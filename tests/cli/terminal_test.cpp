#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "output/progress.hpp"
#include "run_program.hpp"
#include "terminal_run.hpp"

namespace cento::cli {
namespace {

using cento::testing::count_of;
using cento::testing::Outcome;
using cento::testing::shown_by;
using cento::testing::shown_by_shell;

constexpr char kEscape = '\x1b';

class Terminal : public cento::testing::ProgramTest {
 protected:
  /// What a shell command in the test's folder shows; $cento is the program.
  [[nodiscard]] std::string shown(const std::string& line) const {
    return shown_by_shell("cd '" + folder_.string() + "'; cento='" CENTO_PROGRAM "'; export NO_COLOR=1; " + line);
  }
};

TEST_F(Terminal, ShowsControlCharactersOfTextsEscaped) {
  write("evil.jsonl", R"({"id":"a\u001b[2J","text":"Red \u001b[31malert\u009b1m and \u202eturned."})"
                      "\n");
  const std::string text = shown("$cento show evil.jsonl --quiet");
  EXPECT_EQ(text.find(kEscape), std::string::npos) << text;
  EXPECT_NE(text.find("Red \\u001b[31malert\\u009b1m and \\u202eturned.\r\n"), std::string::npos) << text;
  EXPECT_NE(text.find("a\\u001b[2J"), std::string::npos) << text;
  const std::string raw = run("show evil.jsonl --quiet").out;
  EXPECT_NE(raw.find("Red \x1b[31malert\xC2\x9B"
                     "1m and \xE2\x80\xAE"
                     "turned.\n"),
            std::string::npos)
      << "without a terminal the bytes are unchanged";
  static_cast<void>(shown("$cento show evil.jsonl --quiet -o file"));
  EXPECT_EQ(read("file"), raw);
}

TEST_F(Terminal, ShowsControlCharactersOfComparedTextsEscaped) {
  const std::string shared = "The lock \x1b[31mkeeper counts the boats. He writes them down. Then he goes home.";
  write("a.txt", shared);
  write("b.txt", "News of the day. " + shared);
  for (const std::string view : {"columns", "json"}) {
    const std::string text = shown("$cento compare a.txt b.txt --as " + view);
    EXPECT_EQ(text.find(kEscape), std::string::npos) << text;
    EXPECT_NE(text.find("passage"), std::string::npos) << text;
  }
}

TEST_F(Terminal, ShowsControlCharactersOfFileNamesEscaped) {
  const std::string line = "show \"$(printf 'a\\033]0;b')\"";
  const std::string text = shown("$cento " + line);
  EXPECT_NE(text.find("cento: a\\u001b]0;b: there is no such file"), std::string::npos) << text;
  EXPECT_NE(run(line).err.find("cento: a\x1b]0;b: there is no such file"), std::string::npos);
}

TEST_F(Terminal, ShowsThePhaseWhileARunGoesOn) {
  std::string lines;
  for (int i = 0; i < 120; ++i) lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"One and the same text.\"}\n";
  write("same.jsonl", lines);
  const std::string text =
      shown("{ cat same.jsonl; sleep 1; } | $cento pairs - --pairs-up-to 200 | { sleep 1.5; wc -l; }");
  EXPECT_NE(text.find("reading: "), std::string::npos) << text;
  EXPECT_NE(text.find("writing: "), std::string::npos) << "the pipe is full until someone reads: " << text;
  EXPECT_LE(count_of("\r\x1b[K", text), 20U) << "at most 5 times a second: " << text;
  EXPECT_NE(text.find("7140"), std::string::npos) << text;
  EXPECT_LT(text.rfind("writing: "), text.find("120 documents, 2")) << "the summary comes after it: " << text;
}

TEST_F(Terminal, ShowsNoProgressWhenQuietOrElsewhere) {
  write("one.jsonl", "{\"id\":\"a\",\"text\":\"One text.\"}\n");
  const std::string slow = "{ cat one.jsonl; sleep 0.5; } | ";
  EXPECT_EQ(shown(slow + "$cento show - --as none --quiet"), "");
  const Outcome outcome = run("show - --as none", slow);
  EXPECT_EQ(outcome.err.find("reading"), std::string::npos) << outcome.err;
}

TEST(ProgressLine, ShowsPhaseAndShareAtMostFiveTimesASecond) {
  const std::string text = shown_by([] {
    Progress progress;
    ReadProgress reading;
    const ProgressLine line(progress, reading, true);
    progress.begin_phase("joining");
    progress.begin_step(10);
    progress.advance(4);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    progress.begin_phase("aligning");
    progress.begin_step(3);
    progress.begin_step(200);
    progress.advance(50);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  });
  EXPECT_NE(text.find("joining: 40 %"), std::string::npos) << text;
  EXPECT_NE(text.find("aligning, step 2: 25 %"), std::string::npos) << text;
  EXPECT_LE(count_of(" %", text), 7U) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K\r")) << "it is cleared at the end: " << text;
}

TEST(DescribePhase, TellsItsShare) {
  EXPECT_EQ(describe_phase({}), "");
  EXPECT_EQ(describe_phase({"joining", 0, 0, 0}), "joining");
  EXPECT_EQ(describe_phase({"joining", 1, 5, 20}), "joining: 25 %");
  EXPECT_EQ(describe_phase({"joining", 3, 30, 20}), "joining, step 3: 100 %");
}

TEST(DescribeProgress, TellsShareRateAndTimeLeft) {
  EXPECT_EQ(describe_progress(50'000'000, 200'000'000, 1234, 10), "25 %, 1,234 documents, 5.0 MB/s, 0:30 left");
  EXPECT_EQ(describe_progress(50'000'000, 0, 7, 0.5), "7 documents, 100.0 MB/s");
}

}  // namespace
}  // namespace cento::cli
