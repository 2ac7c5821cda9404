#include "write/clean/clean_output.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../read/compressed.hpp"
#include "../temp_folder.hpp"
#include "clean_run.hpp"
#include "clean_samples.hpp"

namespace cento {
namespace {

using testing::clean;
using testing::CleanRun;
using testing::CleanSettings;
using testing::Ids;
using testing::kAnswer3;
using testing::kFirst;
using testing::kInfo;
using testing::kQuestion1;
using testing::kSecond;
using testing::message_of;
using testing::TempFolder;

TEST(CleanOutput, AppendsInputsToEachOther) {
  const TempFolder folder;
  const std::string a = folder.write("a.jsonl", "{\"id\":\"a\",\"text\":\"one\"}");
  const std::string b =
      folder.write("b.jsonl", "\xef\xbb\xbf{\"id\":\"b\",\"text\":\"two\"}\n{\"id\":\"c\",\"text\":\"x\"}");
  clean({a, b}, folder / "out.jsonl", {"c"});
  EXPECT_EQ(folder.read("out.jsonl"), "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}\n");
  const std::string c = folder.write("c.csv", "id,text\n1,one\n");
  const std::string d = folder.write("d.csv", "\xef\xbb\xbfid,text\r\n2,two\r\n");
  const std::string e = folder.write("e.csv", "id,text\n");
  clean({c, e, d, c}, folder / "out.csv", {});
  EXPECT_EQ(folder.read("out.csv"), "id,text\n1,one\n2,two\r\n1,one\n");
  CleanSettings settings;
  settings.reading.split = "paragraphs";
  const std::string f = folder.write("f.txt", "one");
  const std::string g = folder.write("g.txt", "two\n");
  clean({f, g, f}, folder / "out.txt", {}, settings);
  EXPECT_EQ(folder.read("out.txt"), "one\n\ntwo\n\none");
  const std::string h = folder.write("h.warc", kInfo + kFirst.substr(0, kFirst.size() - 4));
  const std::string i = folder.write("i.warc", kSecond);
  clean({h, i}, folder / "out.warc.gz", {});
  clean({folder / "out.warc.gz"}, folder / "out.warc", {});
  EXPECT_EQ(folder.read("out.warc"), kInfo + kFirst + kSecond);
}

TEST(CleanOutput, RefusesToAppendWhatDoesNotGoTogether) {
  const TempFolder folder;
  const std::string json = folder.write("a.jsonl", "{\"id\":\"a\",\"text\":\"one\"}\n");
  const std::string object = folder.write("o.jsonl", "{\n\"id\":\"a\",\"text\":\"one\"}\n");
  const std::string csv = folder.write("b.csv", "id,text\n1,one\n");
  const std::string other_csv = folder.write("c.csv", "id,text,more\n1,one,x\n");
  const std::string text = folder.write("d.txt", "plain\n");
  const std::string latin = folder.write("e.txt", "Le caf\xe9 \xe9tait ferm\xe9 \xe0 No\xebl, h\xe9las.\n");
  const auto refusal = [&](const std::string& a, const std::string& b, const std::string& split = {}) {
    CleanSettings settings;
    settings.reading.split = split;
    std::string message = message_of([&] { clean({a, b}, folder / "out", {}, settings); });
    const std::string begin = "usage: " + a + " and " + b + " cannot be copied to one file because ";
    EXPECT_EQ(message.substr(0, begin.size()), begin);
    return message.substr(std::min(begin.size(), message.size())).substr(0, message.find(';') - begin.size());
  };
  EXPECT_EQ(refusal(json, csv), "one is JSON lines, the other comma-separated values");
  EXPECT_EQ(refusal(csv, other_csv), "their headers differ");
  EXPECT_EQ(refusal(text, text), "one plain text cannot be appended to another");
  EXPECT_EQ(refusal(json, object), "a whole file is one document");
  EXPECT_EQ(refusal(object, json), "a whole file is one document");
  EXPECT_EQ(refusal(text, latin, "lines"), "one is in UTF-8, the other in windows-1252");
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(CleanOutput, WritesAFolderLikeTheInput) {
  const TempFolder folder;
  folder.write("in/a.txt", "first page\n");
  folder.write("in/deep/b.html.gz", testing::gzip("<html><body>second page</body></html>"));
  folder.write("in/deep/c.txt", "first page\n");
  folder.write("in/d.jsonl.zst", testing::zstd("{\"id\":\"1\",\"text\":\"x\"}\n{\"id\":\"2\",\"text\":\"x\"}\n"));
  folder.write("in/empty.txt", "");
  folder.write("in/image.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\0\0\0\0\0", 16));
  const CleanRun run = clean({folder / "in"}, folder / "out/", {folder / "in/deep/c.txt", "1"});
  EXPECT_EQ(run.counts.files, 4U);
  EXPECT_EQ(folder.read("out/a.txt"), "first page\n");
  EXPECT_EQ(folder.read("out/deep/b.html.gz"), folder.read("in/deep/b.html.gz"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/deep/c.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/empty.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/image.png"));
  EXPECT_EQ(folder.read("out/d.jsonl.zst").substr(0, 4), "\x28\xb5\x2f\xfd");
  clean({folder / "out/d.jsonl.zst"}, folder / "d.jsonl", {});
  EXPECT_EQ(folder.read("d.jsonl"), "{\"id\":\"2\",\"text\":\"x\"}\n");
  EXPECT_EQ(folder.size(), 3U);
}

TEST(CleanOutput, KeepsCompressionThatTheNameHides) {
  const TempFolder folder;
  folder.write("in/a.jsonl", testing::gzip("{\"id\":\"1\",\"text\":\"x\"}\n{\"id\":\"2\",\"text\":\"x\"}\n"));
  clean({folder / "in"}, folder / "out/", {"1"});
  EXPECT_EQ(folder.read("out/a.jsonl").substr(0, 2), "\x1f\x8b");
}

TEST(CleanOutput, MakesNoFolderOutOfAmbiguousNames) {
  const TempFolder folder;
  const std::string a = folder.write("a/x.txt", "one");
  const std::string b = folder.write("b/x.txt", "two");
  EXPECT_EQ(message_of([&] {
              clean({a, b}, folder / "out/", {});
            }),
            "usage: " + a + " and " + b + " would both become x.txt in " + (folder / "out/") +
                "; name the folder that holds them both, or write to a file");
  EXPECT_EQ(message_of([&] { clean({a}, folder / "b", {}); }),
            "usage: " + (folder / "b") + " is not an empty folder; name a new or an empty one to write to");
}

TEST(CleanOutput, WritesJsonLinesOfAnything) {
  const TempFolder folder;
  const std::string a = folder.write("a.txt", "plain text");
  const std::string b = folder.write("b.csv", "id,text\n1,one\n2,two\n");
  const std::string c = folder.write("c.xml", "<posts>" + kQuestion1 + kAnswer3 + "</posts>");
  CleanSettings settings;
  settings.as_json_lines = true;
  settings.threads = 2;
  clean({a, b, c}, folder / "out.jsonl", {"1"}, settings);
  EXPECT_EQ(folder.read("out.jsonl"),
            "{\"id\":\"" + a + "\",\"text\":\"plain text\"}\n{\"id\":\"2\",\"text\":\"two\"}\n");
  clean({a, b, c}, folder / "out.jsonl", {"2"}, settings);
  EXPECT_EQ(folder.read("out.jsonl"), "{\"id\":\"" + a +
                                          "\",\"text\":\"plain text\"}\n{\"id\":\"1\",\"text\":\"one\"}\n" +
                                          "{\"id\":\"1\",\"title\":\"Q1\",\"description\":\"b1\",\"answer\":\"a3\","
                                          "\"answers\":2,\"accepted\":false,\"answer_id\":\"3\"}\n");
}

TEST(CleanOutput, NoticesThatAnInputChanged) {
  const TempFolder folder;
  const std::string path = folder.write("in.jsonl", "{\"id\":\"a\",\"text\":\"one\"}\n");
  for (const bool as_json_lines : {false, true}) {
    CleanSettings settings;
    settings.as_json_lines = as_json_lines;
    settings.between = [&] { std::ofstream(path, std::ios::app) << "{\"id\":\"b\",\"text\":\"two\"}\n"; };
    EXPECT_EQ(message_of([&] { clean({path}, folder / "out", {}, settings); }),
              path + " changed while it was read; start again when no program writes to it");
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
    EXPECT_EQ(folder.size(), 1U);
  }
}

TEST(CleanOutput, ReplacesItsOwnInput) {
  const TempFolder folder;
  const std::string path =
      folder.write("in.jsonl", "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}\n");
  clean({path}, path, {"a"});
  EXPECT_EQ(folder.read("in.jsonl"), "{\"id\":\"b\",\"text\":\"two\"}\n");
}

TEST(CleanOutput, ReadsPipesOnce) {
  const TempFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"some text\"}\n";
  for (const std::string& bytes : {lines, testing::gzip(lines)}) {
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
    clean({pipe}, folder / "out.jsonl", {"0"});
    writer.join();
    EXPECT_EQ(folder.read("out.jsonl"), lines.substr(lines.find('\n') + 1));
  }
}

TEST(CleanOutput, CopiesWhatDamageLeaves) {
  const TempFolder folder;
  std::string lines;
  for (int i = 0; i < 20000; ++i)
    lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::to_string(i * 7919) + "\"}\n";
  const std::string packed = testing::gzip(lines);
  folder.write("in/a.jsonl.gz", packed.substr(0, packed.size() / 2));
  const CleanRun run = clean({folder / "in"}, folder / "out/", {"0"});
  EXPECT_GT(run.rejected, 0U);
  const CleanRun again = clean({folder / "out"}, "/dev/null", {});
  EXPECT_EQ(again.rejected, 0U);
  EXPECT_GT(again.ids.size(), 100U);
  EXPECT_EQ(again.ids, Ids(run.ids.begin() + 1, run.ids.end()));
}

/// Rows of a table with quotes, line ends and blank rows, and lines of JSON, in any order.
RC_GTEST_PROP(CleanOutputProperty, LeavesExactlyTheOtherRecords, ()) {
  const bool is_csv = *rc::gen::arbitrary<bool>();
  const auto kinds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  const auto choices = *rc::gen::container<std::vector<bool>>(kinds.size(), rc::gen::arbitrary<bool>());
  // A good record at the start: a file of only bad ones is an error.
  std::string all = is_csv ? "text,id\n,start\n" : "{\"text\":\"\",\"id\":\"start\"}\n";
  std::string expected = all;
  std::set<std::string> removed;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::string id = std::to_string(i);
    const std::string end = i % 3 == 0 ? "\r\n" : "\n";
    std::string record = is_csv ? "text," + id + end : "{\"text\":\"t\",\"id\":\"" + id + "\"}" + end;
    if (kinds[i] == 1)
      record = is_csv ? "\"a\n\n\"\"b,\"," + id + end : " {\"id\":\"" + id + "\",\"text\":\"\\n\"} " + end;
    if (kinds[i] == 2) record = std::string(is_csv ? "" : "  ") + end;
    if (kinds[i] == 3) record = (is_csv ? "one field" : "{\"id\":") + end;
    if (kinds[i] == 4 && i % 5 == 0)
      record = is_csv ? std::string(300'000, 'x') + "," + id + end
                      : "{\"id\":\"" + id + "\",\"text\":\"" + std::string(300'000, 'x') + "\"}" + end;
    all += record;
    if (choices[i]) removed.insert(id);
    const bool is_blank = kinds[i] == 2;
    if (is_blank || (kinds[i] != 3 && !choices[i])) expected += record;
  }
  const TempFolder folder;
  CleanSettings settings;
  settings.threads = 1 + kinds.size() % 2;
  const std::string path = folder.write(is_csv ? "in.csv" : "in.jsonl", all);
  clean({path}, folder / "out", removed, settings);
  RC_ASSERT(folder.read("out") == expected);
}

}  // namespace
}  // namespace cento
