#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>

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
using testing::warc_record;

/// A file of some format, and what is left of it without some documents.
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
    // An archive without its documents is not an empty file.
    const bool is_nothing = rest.empty() && message.find("yields no documents") != std::string::npos;
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

TEST(CleanFormats, CopiesJsonLinesAsTheyCame) {
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

TEST(CleanFormats, LeavesBadLinesOutOfJsonLines) {
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

TEST(CleanFormats, CopiesTables) {
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

TEST(CleanFormats, LeavesTheTornEndOfATableOut) {
  OneFile file("in.csv", "id,text\n1,one\n2,\"never closed\n3,three\n");
  EXPECT_EQ(file.without({}), "id,text\n1,one\n3,three\n");
}

std::string utf16(std::string_view ascii) {
  std::string wide = "\xff\xfe";
  for (const char c : ascii) wide += {c, '\0'};
  return wide;
}

TEST(CleanFormats, CopiesUtf16) {
  ReadOptions lines;
  lines.split = "lines";
  OneFile text("in.txt", utf16("one\ntwo\nthree\n"), lines);
  EXPECT_EQ(text.without({text.path() + ":1"}), utf16("two\nthree\n"));
  EXPECT_EQ(text.without({text.path() + ":2", text.path() + ":3"}), utf16("one\n"));
  OneFile csv("in.csv", utf16("id,text\n1,one\n2,two\n"));
  EXPECT_EQ(csv.without({"1"}), utf16("id,text\n2,two\n"));
  csv.expect_sound();
}

TEST(CleanFormats, CopiesLinesParagraphsAndPieces) {
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

TEST(CleanFormats, CopiesPiecesOfOtherCharsetsWhereItCan) {
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
                ", line 1: the ends of records in Shift_JIS cannot be found, so they cannot be copied; "
                "choose JSON lines");
}

const std::string kRequest = warc_record("request", "<r>", "GET / HTTP/1.1\r\n\r\n");

TEST(CleanFormats, CopiesWebArchives) {
  OneFile file("in.warc", kInfo + kFirst + kRequest + kSecond);
  EXPECT_EQ(file.without({"1"}), kInfo + kRequest + kSecond);
  EXPECT_EQ(file.without({"1", "2"}), kInfo + kRequest);
  file.expect_sound();
  OneFile damaged("in.warc", kInfo + "rubbish\r\n\r\n" + kFirst + kSecond.substr(0, kSecond.size() - 10));
  EXPECT_EQ(damaged.without({}), kInfo + kFirst);
}

TEST(CleanFormats, CompressesWebArchivesRecordByRecord) {
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

TEST(CleanFormats, CopiesOldWebArchives) {
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

TEST(CleanFormats, CopiesTrecAndReuters) {
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

const std::string kQuestion2 = "<row Id=\"2\" PostTypeId=\"1\" Title=\"Q2\" Body=\"b2\" AnswerCount=\"1\" />";
const std::string kAnswer4 = "<row Id=\"4\" PostTypeId=\"2\" ParentId=\"2\" Score=\"2\" Body=\"a4\" />";
const std::string kAnswer5 = "<row Id=\"5\" PostTypeId=\"2\" ParentId=\"1\" Score=\"3\" Body=\"a5\" />";
const std::string kWiki = "<row Id=\"6\" PostTypeId=\"5\" Body=\"wiki\" />";

TEST(CleanFormats, RemovesThreadsWithAllTheirAnswers) {
  const std::string head = "<?xml version=\"1.0\"?>\r\n<posts>\r\n  ";
  const auto row = [](const std::string& bytes) { return bytes + "\r\n  "; };
  OneFile file("in.xml", head + row(kAnswer5) + row(kQuestion1) + row(kAnswer4) + row(kQuestion2) + row(kAnswer3) +
                             row(kWiki) + "</posts>\r\n");
  EXPECT_EQ(file.without({"1"}), head + row(kAnswer4) + row(kQuestion2) + row(kWiki) + "</posts>\r\n");
  EXPECT_EQ(file.without({"2"}), head + row(kAnswer5) + row(kQuestion1) + row(kAnswer3) + row(kWiki) + "</posts>\r\n");
  file.expect_sound();
}

TEST(CleanFormats, LeavesBadAnswersOut) {
  const std::string bad = "<row Id=\"4\" PostTypeId=\"2\" ParentId=\"2\" Body=\"&#x1;\" />";
  const std::string torn = "<row Id=\"7\" PostTypeId=\"2\" ParentId=\"2\" Body=\"";
  OneFile file("in.xml", "<posts>" + kQuestion2 + "\n" + bad + "\n" + torn + "\n" + kQuestion1 + "</posts>");
  EXPECT_EQ(file.without({}), "<posts>" + kQuestion2 + "\n" + kQuestion1 + "</posts>");
  EXPECT_EQ(file.run().rejected, 2U);
}

TEST(CleanFormats, CopiesOneObjectWrittenOverManyLines) {
  OneFile file("in.json", "{\n  \"id\": \"a\",\n  \"text\": \"one\"\n}\n");
  EXPECT_EQ(file.without({}), "{\n  \"id\": \"a\",\n  \"text\": \"one\"\n}\n");
  EXPECT_EQ(file.without({"a"}), "");
}

}  // namespace
}  // namespace cento
