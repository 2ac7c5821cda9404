#include "core/reporter.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

/// What a reporter shows, a line each.
struct Shown {
  std::string lines;

  ReporterOptions options(std::size_t shown_most, std::string rejects_file = {}) {
    ReporterOptions options;
    options.rejects_file = std::move(rejects_file);
    options.shown_most = shown_most;
    options.show = [this](std::string_view sentence) { lines += std::string(sentence) + "\n"; };
    return options;
  }
};

BadRecord bad(std::uint64_t line, std::string reason, std::string_view bytes = {}) {
  return {{"a.jsonl", line}, std::move(reason), bytes, bytes.size()};
}

TEST(Reporter, ShowsTheFirstBadRecordsAndCountsTheRest) {
  Shown shown;
  Reporter reporter(shown.options(2));
  for (std::uint64_t line = 1; line <= 5; ++line) reporter.reject(bad(line, "the line is empty"));
  reporter.finish();
  EXPECT_EQ(shown.lines,
            "a.jsonl, line 1: the line is empty\n"
            "a.jsonl, line 2: the line is empty\n"
            "… and 3 more bad records (`rejects_file` keeps them all)\n");
  EXPECT_EQ(reporter.rejected(), 5U);
}

TEST(Reporter, ShowsNothingWhenQuiet) {
  Shown shown;
  ReporterOptions quiet = shown.options(2);
  quiet.quiet = true;
  Reporter reporter(quiet);
  for (std::uint64_t line = 1; line <= 5; ++line) reporter.reject(bad(line, "the line is empty"));
  reporter.note("3 files skipped");
  reporter.finish();
  EXPECT_EQ(shown.lines, "");
}

TEST(Reporter, HandsOnEveryBadRecord) {
  std::vector<std::string> reasons;
  ReporterOptions options;
  options.on_reject = [&](const BadRecord& record) { reasons.push_back(record.reason); };
  Reporter reporter(options);
  for (const char* reason : {"the line is empty", "damaged"}) reporter.reject(bad(1, reason));
  EXPECT_EQ(reasons, (std::vector<std::string>{"the line is empty", "damaged"}));
}

TEST(Reporter, ShowsNotes) {
  Shown shown;
  Reporter reporter(shown.options(5));
  reporter.note("3 files skipped");
  EXPECT_EQ(shown.lines, "3 files skipped\n");
  EXPECT_EQ(reporter.rejected(), 0U);
}

TEST(Reporter, StopsAtTheFirstBadRecordWhenStrict) {
  Reporter reporter({{}, true, true, 5});
  try {
    reporter.reject(bad(7, "the line has no field \"text\""));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a.jsonl, line 7: the line has no field \"text\" (`strict` stops at the first bad record)");
  }
}

TEST(Reporter, WritesAllBadRecords) {
  const TempFolder folder;
  Reporter reporter({folder / "rejects.jsonl", false, true, 1});
  reporter.reject(bad(1, "the line is not \"JSON\"", "{oops\n"));
  reporter.reject({{"b.warc", Place::kUnknown, 4096}, "damaged", "caf\xe9", 4});
  reporter.reject({{"c.txt"}, "too large", "文字\xe6\x96", 900});
  EXPECT_FALSE(std::filesystem::exists(folder / "rejects.jsonl"));
  reporter.finish();
  EXPECT_EQ(folder.read("rejects.jsonl"),
            R"({"file":"a.jsonl","line":1,"reason":"the line is not \"JSON\"","size":6,"record":"{oops\n"})"
            "\n"
            R"({"file":"b.warc","byte":4096,"reason":"damaged","size":4,"record_base64":"Y2Fm6Q=="})"
            "\n"
            R"({"file":"c.txt","reason":"too large","size":900,"record":"文字","cut":true})"
            "\n");
}

TEST(Reporter, TellsFilesFromRecords) {
  const TempFolder folder;
  Reporter reporter({folder / "rejects.jsonl", false, true, 1});
  EXPECT_TRUE(reporter.unused().none());
  reporter.reject(bad(3, "the line is empty"));
  EXPECT_EQ(to_sentence(reporter.unused()), "1 record could not be used: a.jsonl, line 3: the line is empty");
  reporter.reject({{"b.gz"}, "the gzip data ends early", {}, 0, {}, BadKind::file});
  reporter.reject(bad(4, "the line is empty"));
  reporter.finish();
  const UnusedInput unused = reporter.unused();
  EXPECT_EQ(unused.files, 1U);
  EXPECT_EQ(unused.records, 2U);
  EXPECT_EQ(to_sentence(unused),
            "1 file and 2 records could not be used; the first: a.jsonl, line 3: the line is empty");
  EXPECT_NE(folder.read("rejects.jsonl").find(R"({"file":"b.gz","reason":"the gzip data ends early","kind":"file"})"),
            std::string::npos);
}

TEST(Reporter, NamesTheRejectsFileAtTheEnd) {
  const TempFolder folder;
  Shown shown;
  Reporter reporter(shown.options(0, folder / "rejects.jsonl"));
  reporter.reject(bad(1, "the line is empty"));
  reporter.finish();
  EXPECT_EQ(shown.lines, "… and 1 more bad record (all are in " + (folder / "rejects.jsonl") + ")\n");
}

TEST(Reporter, RemovesTheRejectsFileUnlessFinished) {
  const TempFolder folder;
  {
    Reporter reporter({folder / "rejects.jsonl", false, true, 1});
    reporter.reject(bad(1, "the line is empty"));
  }
  EXPECT_EQ(folder.size(), 0U);
}

TEST(Reporter, TakesBadRecordsFromManyThreads) {
  const TempFolder folder;
  Reporter reporter({folder / "rejects.jsonl", false, true, 1});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t line = 1; line <= 500; ++line) {
        reporter.reject(bad(line, "the line is empty"));
        reporter.count("empty lines");
        reporter.count("bytes", 10);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  reporter.finish();
  EXPECT_EQ(reporter.rejected(), 2000U);
  EXPECT_EQ(reporter.counts(), (std::map<std::string, std::uint64_t>{{"bytes", 20'000}, {"empty lines", 2000}}));
  const std::string lines = folder.read("rejects.jsonl");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2000);
}

}  // namespace
}  // namespace cento
