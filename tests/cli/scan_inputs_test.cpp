// What `cento scan` reads: listed pairs, references, streams, documents of several parts.

#include "scan_program.hpp"

namespace cento {
namespace {

using testing::field;
using testing::json_line;
using testing::kLock;
using testing::kOldMill;
using testing::lines_of;
using testing::Outcome;

class ScanInputs : public testing::ScanTest {};

TEST_F(ScanInputs, ListedPairs) {
  write("pairs.tsv", "a_id\tb_id\tsimilarity\nb\ta\t0.5\nb\td\t0.1\n");
  static_cast<void>(scan("docs.jsonl --pairs pairs.tsv"));
  EXPECT_EQ(passages(), "a-b");
  EXPECT_EQ(count("pairs_listed"), "2");
  EXPECT_EQ(count("pairs_unusable"), "0");

  write("pairs.jsonl", R"({"a":"c","b":"b","similarity":1})"
                       "\n\n"
                       R"({"a":"a","b":"c"})"
                       "\r\n");
  static_cast<void>(scan("docs.jsonl --pairs pairs.jsonl"));
  EXPECT_EQ(passages(), "a-c b-c");

  write("unknown.tsv", "a\tnobody\nonly one\nb\tc\n");
  const Outcome outcome = scan("docs.jsonl --pairs unknown.tsv --rejects rejects.jsonl", "", 3);
  EXPECT_EQ(passages(), "b-c");
  EXPECT_EQ(count("pairs_unusable"), "2");
  EXPECT_NE(
      outcome.err.find("2 records could not be used; the first: unknown.tsv, line 1: there is no document \"nobody\""),
      std::string::npos)
      << outcome.err;
  EXPECT_NE(read("rejects.jsonl").find("only one"), std::string::npos);

  write("none.tsv", "x\ty\n");
  expect_refused("docs.jsonl --pairs none.tsv -o out2", 1, "no row names two documents");
  expect_refused("docs.jsonl --pairs missing.tsv -o out2", 1, "missing.tsv");
}

TEST_F(ScanInputs, AgainstAReference) {
  write("archive.jsonl", json_line("old", kLock + " " + kOldMill) + json_line("older", kOldMill + " That is all."));
  static_cast<void>(scan("docs.jsonl --against archive.jsonl"));
  EXPECT_EQ(passages(), "old-a old-b old-c older-a older-b older-c") << "neither a-b nor old-older";
  EXPECT_EQ(count("documents"), "4") << "the inputs";
  static_cast<void>(scan("docs.jsonl --against archive.jsonl --pairs-up-to 2"));
  EXPECT_EQ(passages(), "");
  EXPECT_NE(read("out/families.jsonl"), "");
}

TEST_F(ScanInputs, AReferenceMayBeAPipe) {
  write("archive.jsonl", json_line("old", kLock + " " + kOldMill + " One of them fell into the cellar and died."));
  ASSERT_EQ(shell("mkfifo pipe").code, 0);
  static_cast<void>(scan("docs.jsonl --against pipe", "cat archive.jsonl > pipe &"));
  EXPECT_EQ(passages(), "old-a old-b old-c");
}

TEST_F(ScanInputs, EmptyInputs) {
  write("empty.jsonl", "");
  static_cast<void>(scan("empty.jsonl"));
  EXPECT_EQ(count("documents"), "0");
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), "");

  write("wordless.jsonl", json_line("a", "") + json_line("b", "* * *") + json_line("c", "") + json_line("d", "...") +
                              json_line("e", "* * *"));
  static_cast<void>(scan("wordless.jsonl --min-sentences 1"));
  EXPECT_EQ(documents(), "b-e") << "the same marks; empty texts do not match";
  EXPECT_EQ(run("scan wordless.jsonl").code, 0);
}

TEST_F(ScanInputs, CompressedInputAndStandardInput) {
  static_cast<void>(scan("docs.jsonl"));
  const std::string expected = read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl");
  ASSERT_EQ(shell("gzip -k docs.jsonl").code, 0);
  static_cast<void>(scan("docs.jsonl.gz"));
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), expected);
  static_cast<void>(scan("-", "cat docs.jsonl |"));
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), expected);
  EXPECT_EQ(run("scan -", "cat docs.jsonl |").code, 0) << "the summary alone needs one reading";
}

TEST_F(ScanInputs, PartsAreNamed) {
  const auto page = [](const std::string& id, const std::string& title, const std::string& body) {
    return R"({"id":")" + id + R"(","title":")" + title + R"(","body":")" + body + "\"}\n";
  };
  write("pages.jsonl", page("a", "", "Before it. " + kOldMill) + page("b", kOldMill, "A quite different thing.") +
                           page("c", "", "And a third one. It is short."));
  static_cast<void>(scan("pages.jsonl --text-field title --text-field body"));
  EXPECT_EQ(passages(), "a-b");
  EXPECT_EQ(documents(), "a-b") << "a and c both lack a title, which is not shared text";
  const std::string one = read("out/passages.jsonl");
  EXPECT_EQ(field(field(one, "a"), "part"), "\"body\"");
  EXPECT_EQ(field(field(one, "a"), "sentences"), "[1,4]");
  EXPECT_EQ(field(field(one, "b"), "part"), "\"title\"");
}

TEST_F(ScanInputs, APairOfDocumentsIsOneRecordHoweverManyPartsItShares) {
  const std::string body = kLock + " It was a long time ago.";
  std::string lines;
  for (const std::string id : {"a", "b", "c"}) {
    lines += R"({"id":")" + id + R"(","title":")" + kOldMill + R"(","body":")" + body + "\"}\n";
  }
  write("pages.jsonl", lines);
  static_cast<void>(scan("pages.jsonl --text-field title --text-field body"));
  EXPECT_EQ(documents(), "a-b a-c b-c");
  EXPECT_EQ(passages(), "a-b a-b a-c a-c b-c b-c");
  EXPECT_EQ(field(lines_of(read("out/documents.jsonl")).front(), "similarity"), "1");
}

TEST_F(ScanInputs, RepeatedIdsAreToldApartByTheirPlace) {
  write("twice.jsonl", json_line("a", kOldMill + " One.") + json_line("a", kOldMill + " Two."));
  static_cast<void>(scan("twice.jsonl"));
  EXPECT_EQ(field(field(read("out/passages.jsonl"), "b"), "place"), "\"twice.jsonl, line 2\"")
      << read("out/passages.jsonl");
}

}  // namespace
}  // namespace cento
