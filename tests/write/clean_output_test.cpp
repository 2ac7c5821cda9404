#include "write/clean_output.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../read/compressed.hpp"
#include "../temp_folder.hpp"
#include "clean_run.hpp"
#include "core/error.hpp"

namespace cento {
namespace {

using testing::clean;
using testing::CleanRun;
using testing::CleanSettings;
using testing::Ids;
using testing::TempFolder;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return std::string("usage: ") + error.what();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

/// A file of some format, and what is left of it without documents.
class OneFile {
 public:
  OneFile(std::string name, std::string bytes, ReadOptions reading = {})
      : path_(folder_.write(name, bytes)), bytes_(std::move(bytes)) {
    settings_.reading = std::move(reading);
    out_ = "out-" + name;
  }

  std::string without(const std::set<std::string>& removed) {
    run_ = clean({path_}, folder_ / out_, removed, settings_);
    return folder_.read(out_);
  }

  [[nodiscard]] const CleanRun& run() const { return run_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Whatever is removed, the rest can be read again; without removals it is the input.
  void expect_sound() {
    EXPECT_EQ(without({}), bytes_);
    const Ids all = run_.ids;
    ASSERT_FALSE(all.empty());
    for (const std::string& id : all) expect_rest(all, {id});
    expect_rest(all, {all.begin(), all.end()});
  }

 private:
  void expect_rest(const Ids& all, const std::set<std::string>& removed) {
    Ids rest;
    for (const std::string& id : all) {
      if (!removed.contains(id)) rest.push_back(id);
    }
    without(removed);
    if (std::filesystem::file_size(folder_ / out_) == 0) {
      EXPECT_TRUE(rest.empty());
      return;
    }
    CleanSettings again = settings_;
    if (again.reading.format.empty()) again.reading.format = format_of_path();
    Ids found;
    const std::string message = message_of([&] { found = clean({folder_ / out_}, "/dev/null", {}, again).ids; });
    EXPECT_EQ(found, rest);
    // What is left of an archive without its documents is no empty file.
    const bool is_nothing = rest.empty() && message.find("gives no document") != std::string::npos;
    EXPECT_TRUE(message == "nothing" || is_nothing) << message;
    EXPECT_EQ(run_.counts.kept, rest.size());
  }

  /// What is left may be too little to be recognised.
  [[nodiscard]] std::string format_of_path() const {
    const std::string extension = std::filesystem::path(path_).extension().string().substr(1);
    return extension == "sgm" ? "reuters" : extension == "xml" ? "stackexchange" : extension;
  }

  TempFolder folder_;
  std::string path_;
  std::string bytes_;
  std::string out_;
  CleanSettings settings_;
  CleanRun run_;
};

TEST(CleanOutput, CopiesJsonLinesAsTheyCame) {
  OneFile file("in.jsonl",
               "{\"id\":\"a\", \"text\":\"one\"}\r\n"
               "\n"
               "{ \"text\": \"t\\u0077o\", \"id\" :\"b\"}\n"
               "{\"text\":\"three\",\"id\":\"c\"}");
  EXPECT_EQ(file.without({"b"}),
            "{\"id\":\"a\", \"text\":\"one\"}\r\n"
            "\n"
            "{\"text\":\"three\",\"id\":\"c\"}");
  EXPECT_EQ(file.without({"a", "b", "c"}), "\n");
  EXPECT_EQ(file.run().counts.removed, 3U);
  file.expect_sound();
}

TEST(CleanOutput, LeavesBadLinesOutOfJsonLines) {
  ReadOptions reading;
  reading.max_document_bytes = 60;
  OneFile file("in.jsonl",
               "\xef\xbb\xbf{\"id\":\"a\",\"text\":\"one\"}\nrubbish\n{\"id\":\"b\",\"text\":\"" +
                   std::string(100, 'x') + "\"}\n{\"id\":\"c\",\"text\":\"three\"}\n",
               reading);
  EXPECT_EQ(file.without({}), "\xef\xbb\xbf{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"c\",\"text\":\"three\"}\n");
  EXPECT_EQ(file.run().rejected, 2U);
  EXPECT_EQ(file.without({"a"}), "\xef\xbb\xbf{\"id\":\"c\",\"text\":\"three\"}\n");
}

TEST(CleanOutput, CopiesTables) {
  OneFile csv("in.csv",
              "id,text\r\n"
              "1,\"two\r\nlines, \"\"quoted\"\"\"\r\n"
              "2,plain\n"
              "\n"
              "too,many,fields\n"
              "3,last");
  EXPECT_EQ(csv.without({"2"}), "id,text\r\n1,\"two\r\nlines, \"\"quoted\"\"\"\r\n\n3,last");
  EXPECT_EQ(csv.without({"1", "2", "3"}), "id,text\r\n\n");
  EXPECT_EQ(csv.run().rejected, 1U);
  OneFile tsv("in.tsv", "id\ttext\n1\tone \"x\n2\ttwo\n3\tthree\n");
  EXPECT_EQ(tsv.without({"1"}), "id\ttext\n2\ttwo\n3\tthree\n");
  tsv.expect_sound();
}

TEST(CleanOutput, LeavesTheTornEndOfATableOut) {
  OneFile file("in.csv", "id,text\n1,one\n2,\"never closed\n3,three\n");
  EXPECT_EQ(file.without({}), "id,text\n1,one\n3,three\n");
}

std::string utf16(std::string_view ascii) {
  std::string wide = "\xff\xfe";
  for (const char c : ascii) wide += {c, '\0'};
  return wide;
}

TEST(CleanOutput, CopiesUtf16) {
  ReadOptions lines;
  lines.split = "lines";
  OneFile text("in.txt", utf16("one\ntwo\nthree\n"), lines);
  EXPECT_EQ(text.without({text.path() + ":1"}), utf16("two\nthree\n"));
  EXPECT_EQ(text.without({text.path() + ":2", text.path() + ":3"}), utf16("one\n"));
  OneFile csv("in.csv", utf16("id,text\n1,one\n2,two\n"));
  EXPECT_EQ(csv.without({"1"}), utf16("id,text\n2,two\n"));
  csv.expect_sound();
}

TEST(CleanOutput, CopiesLinesParagraphsAndPieces) {
  ReadOptions reading;
  reading.split = "lines";
  OneFile lines("in.txt", "one\r\n\r\ntwo\r\nthree", reading);
  EXPECT_EQ(lines.without({lines.path() + ":3"}), "one\r\n\r\nthree");
  reading.split = "paragraphs";
  OneFile paragraphs("in.txt", "\nfirst\nstill first\n\n \nsecond\n\nthird\n", reading);
  EXPECT_EQ(paragraphs.without({paragraphs.path() + ":2"}), "\nsecond\n\nthird\n");
  EXPECT_EQ(paragraphs.without({paragraphs.path() + ":6"}), "\nfirst\nstill first\n\n \nthird\n");
  reading.split = "^==+$";
  OneFile pieces("in.txt",
                 "\xef\xbb\xbf"
                 "first\n===\nsecond \xc3\xa4\n====\n=====\nthird",
                 reading);
  EXPECT_EQ(pieces.without({pieces.path() + ":3"}),
            "\xef\xbb\xbf"
            "first\n===\n=====\nthird");
}

TEST(CleanOutput, CopiesPiecesOfOtherCharsetsWhereItCan) {
  ReadOptions reading;
  reading.split = "---";
  reading.charset = "windows-1252";
  OneFile latin("in.txt", "caf\xe9\n---\nna\xefve\n---\nth\xe9", reading);
  EXPECT_EQ(latin.without({latin.path() + ":3"}), "caf\xe9\n---\nth\xe9");
  reading.charset = "utf-16le";
  OneFile wide("in.txt", utf16("one\n---\ntwo"), reading);
  EXPECT_EQ(wide.without({wide.path() + ":1"}), utf16("\ntwo"));
  reading.charset = "shift_jis";
  const TempFolder folder;
  const std::string path = folder.write("in.txt", "\x93\xfa\x96\x7b---\x8c\xea");
  const CleanSettings settings{reading};
  EXPECT_EQ(message_of([&] { clean({path}, folder / "out", {}, settings); }),
            "usage: " + path +
                ", line 1: where records end in Shift_JIS cannot be told, so that they cannot be copied; "
                "choose JSON lines");
}

std::string warc_record(const std::string& type, const std::string& id, const std::string& payload) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: " + id + "\r\nContent-Type: text/plain\r\n" +
         "WARC-Target-URI: http://x.example/" + id +
         "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: " + std::to_string(payload.size()) + "\r\n\r\n" +
         payload + "\r\n\r\n";
}

const std::string kInfo = warc_record("warcinfo", "<i>", "software: none");
const std::string kFirst = warc_record("conversion", "<1>", "one text");
const std::string kRequest = warc_record("request", "<r>", "GET / HTTP/1.1\r\n\r\n");
const std::string kSecond = warc_record("conversion", "<2>", "another\n\ntext");

TEST(CleanOutput, CopiesWebArchives) {
  OneFile file("in.warc", kInfo + kFirst + kRequest + kSecond);
  EXPECT_EQ(file.without({"1"}), kInfo + kRequest + kSecond);
  EXPECT_EQ(file.without({"1", "2"}), kInfo + kRequest);
  file.expect_sound();
  OneFile damaged("in.warc", kInfo + "rubbish\r\n\r\n" + kFirst + kSecond.substr(0, kSecond.size() - 10));
  EXPECT_EQ(damaged.without({}), kInfo + kFirst);
}

TEST(CleanOutput, CompressesWebArchivesRecordByRecord) {
  const TempFolder folder;
  const std::string path = folder.write("in.warc", kInfo + kFirst + kRequest + kSecond);
  clean({path}, folder / "out.warc.gz", {"1"});
  const std::string packed = folder.read("out.warc.gz");
  std::size_t members = 0;
  for (std::size_t at = packed.find("\x1f\x8b\x08"); at != std::string::npos;
       at = packed.find("\x1f\x8b\x08", at + 1)) {
    ++members;
  }
  EXPECT_EQ(members, 3U);
  clean({folder / "out.warc.gz"}, folder / "again.warc", {});
  EXPECT_EQ(folder.read("again.warc"), kInfo + kRequest + kSecond);
}

TEST(CleanOutput, CopiesOldWebArchives) {
  const std::string version = "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 8\n1 0 none\n\n";
  const std::string one =
      "http://a.example/ 1.2.3.4 20080430204826 text/plain 36\n"
      "HTTP/1.1 200 OK\r\nA: b\r\n\r\nfirst page\n\n";
  const std::string two =
      "http://b.example/ 1.2.3.4 20080430204827 text/plain 37\n"
      "HTTP/1.1 200 OK\r\nA: b\r\n\r\nsecond page\n\n";
  OneFile file("in.arc", version + one + two);
  EXPECT_EQ(file.without({"http://a.example/@20080430204826"}), version + two);
  file.expect_sound();
}

TEST(CleanOutput, CopiesTrecAndReuters) {
  OneFile trec("in.trec",
               "<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>one</TEXT>\n</DOC>\n"
               "<DOC>\n<DOCNO> d2 </DOCNO>\n<TEXT>two</TEXT>\n</DOC>\n\n"
               "<DOC>\n<TEXT>no number</TEXT>\n</DOC>\n"
               "<DOC>\n<DOCNO> d3 </DOCNO>\n<TEXT>three</TEXT>\n</DOC>");
  EXPECT_EQ(trec.without({"d2"}),
            "<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>one</TEXT>\n</DOC>\n"
            "<DOC>\n<DOCNO> d3 </DOCNO>\n<TEXT>three</TEXT>\n</DOC>");
  const std::string type = "<!DOCTYPE lewis SYSTEM \"lewis.dtd\">\n";
  const std::string one = "<REUTERS NEWID=\"1\">\n<TEXT><BODY>one</BODY></TEXT>\n</REUTERS>\n";
  const std::string two = "<REUTERS NEWID=\"2\">\n<TEXT><BODY>two</BODY></TEXT>\n</REUTERS>\n";
  OneFile reuters("in.sgm", type + one + two);
  EXPECT_EQ(reuters.without({"2"}), type + one);
  reuters.expect_sound();
}

const std::string kQuestion1 = "<row Id=\"1\" PostTypeId=\"1\" Title=\"Q1\" Body=\"b1\" AnswerCount=\"2\" />";
const std::string kQuestion2 = "<row Id=\"2\" PostTypeId=\"1\" Title=\"Q2\" Body=\"b2\" AnswerCount=\"1\" />";
const std::string kAnswer3 = "<row Id=\"3\" PostTypeId=\"2\" ParentId=\"1\" Score=\"1\" Body=\"a3\" />";
const std::string kAnswer4 = "<row Id=\"4\" PostTypeId=\"2\" ParentId=\"2\" Score=\"2\" Body=\"a4\" />";
const std::string kAnswer5 = "<row Id=\"5\" PostTypeId=\"2\" ParentId=\"1\" Score=\"3\" Body=\"a5\" />";
const std::string kWiki = "<row Id=\"6\" PostTypeId=\"5\" Body=\"wiki\" />";

TEST(CleanOutput, RemovesThreadsWithAllTheirAnswers) {
  const std::string head = "<?xml version=\"1.0\"?>\r\n<posts>\r\n  ";
  const auto row = [](const std::string& bytes) { return bytes + "\r\n  "; };
  OneFile file("in.xml", head + row(kAnswer5) + row(kQuestion1) + row(kAnswer4) + row(kQuestion2) + row(kAnswer3) +
                             row(kWiki) + "</posts>\r\n");
  EXPECT_EQ(file.without({"1"}), head + row(kAnswer4) + row(kQuestion2) + row(kWiki) + "</posts>\r\n");
  EXPECT_EQ(file.without({"2"}), head + row(kAnswer5) + row(kQuestion1) + row(kAnswer3) + row(kWiki) + "</posts>\r\n");
  file.expect_sound();
}

TEST(CleanOutput, LeavesBadAnswersOut) {
  const std::string bad = "<row Id=\"4\" PostTypeId=\"2\" ParentId=\"2\" Body=\"&#x1;\" />";
  const std::string torn = "<row Id=\"7\" PostTypeId=\"2\" ParentId=\"2\" Body=\"";
  OneFile file("in.xml", "<posts>" + kQuestion2 + "\n" + bad + "\n" + torn + "\n" + kQuestion1 + "</posts>");
  EXPECT_EQ(file.without({}), "<posts>" + kQuestion2 + "\n" + kQuestion1 + "</posts>");
  EXPECT_EQ(file.run().rejected, 2U);
}

TEST(CleanOutput, CopiesOneObjectWrittenOverManyLines) {
  OneFile file("in.json", "{\n  \"id\": \"a\",\n  \"text\": \"one\"\n}\n");
  EXPECT_EQ(file.without({}), "{\n  \"id\": \"a\",\n  \"text\": \"one\"\n}\n");
  EXPECT_EQ(file.without({"a"}), "");
}

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
              path + " changed while it was read; start again when nobody writes to it");
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
  // A good record at the start: a file of nothing but bad ones is an error.
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
