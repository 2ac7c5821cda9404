// `cento scan` as a user runs it, on small files written here.

#include "scan_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::json_line;
using testing::kLock;
using testing::kOldMill;
using testing::lines_of;
using testing::Outcome;
using Names = std::vector<std::string>;

class Scan : public testing::ScanTest {};

TEST_F(Scan, WritesFourFiles) {
  const Outcome outcome = scan("docs.jsonl");
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("4 documents"), std::string::npos) << outcome.err;
  EXPECT_EQ(passages(), "a-b a-c b-c");
  EXPECT_EQ(documents(), "a-b a-c b-c");
  EXPECT_EQ(lines_of(read("out/families.jsonl")).size(), 2U) << "the shared passage, and the text of a and c";
  EXPECT_EQ(count("documents"), "4");
  EXPECT_EQ(count("identical_documents"), "1");
  EXPECT_EQ(count("passages"), "3");
  EXPECT_EQ(count("document_pairs"), "3");
  EXPECT_EQ(count("near_duplicate_pairs"), "1");
  EXPECT_EQ(count("families"), "2");
  EXPECT_EQ(field(count("options"), "match"), "\"near\"");
  EXPECT_EQ(field(count("options"), "edges"), "\"word\"");
  EXPECT_EQ(field(count("options"), "min_sentences"), "3");
}

TEST_F(Scan, RecordsAreAsDesigned) {
  static_cast<void>(scan("docs.jsonl"));
  const std::string first = lines_of(read("out/passages.jsonl")).front();
  const std::size_t begin = std::string("It was a grey day. ").size();
  const std::size_t size = (kOldMill + " One of them fell into the").size();
  EXPECT_EQ(first, R"({"a":{"id":"a","sentences":[1,5],"bytes":[)" + std::to_string(begin) + "," +
                       std::to_string(begin + size) + R"(]},"b":{"id":"b","sentences":[0,4],"bytes":[0,)" +
                       std::to_string(size) + R"(]},"matched":3,"similarity":1})");
  const std::vector<std::string> pairs = lines_of(read("out/documents.jsonl"));
  EXPECT_EQ(pairs[1], R"({"a":"a","b":"c","similarity":1,"contained_a":1,"contained_b":1})");
  EXPECT_NE(field(pairs[0], "similarity"), "1");
  const std::string family = lines_of(read("out/families.jsonl")).back();
  EXPECT_EQ(field(family, "documents"), "3") << family;
  EXPECT_EQ(field(family, "sentences"), "3");
  EXPECT_TRUE(field(family, "text").starts_with("\"The mill stood at the bend")) << family;
  EXPECT_TRUE(field(family, "places").starts_with(R"([{"id":"a","sentences":[1,4],"bytes":[)")) << family;
}

TEST_F(Scan, TheTextOfAFamilyEndsWithIt) {
  write("docs.jsonl", json_line("a", "We saw it. They ran. It was late. A dog barked all the way home.") +
                          json_line("b", "We saw it. They ran. It was late. Nobody believed a word of the story."));
  static_cast<void>(scan("docs.jsonl"));
  EXPECT_EQ(field(read("out/families.jsonl"), "text"), "\"We saw it. They ran. It was late.\"");
}

TEST_F(Scan, WithoutAFolderOnlyTheSummaryIsShown) {
  const Outcome outcome = run("scan docs.jsonl");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("3 pairs of documents share 3 passages"), std::string::npos) << outcome.err;
  EXPECT_EQ(names_in("."), Names{"docs.jsonl"});
}

TEST_F(Scan, IsTheSameWithAnyNumberOfThreads) {
  std::string lines;
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i % 40);
    lines += json_line("d" + std::to_string(i),
                       "Story " + number + " begins. It has a second sentence of its own number " + number +
                           ". It ends in the usual way for " + number + ". " + (i % 3 == 0 ? kOldMill : kLock) +
                           " Then comes the end of story " + std::to_string(i / 2) + ".");
  }
  write("many.jsonl", lines);
  static_cast<void>(scan("many.jsonl --threads 1 --within"));
  const std::string found = read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl");
  EXPECT_GT(count_lines(found), 300U);
  for (const std::string options : {"--threads 4", "--threads 2 --memory 32M", "--threads 3 --memory 40M"}) {
    static_cast<void>(scan("many.jsonl --within " + options));
    EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), found) << options;
  }
}

/// Long documents, of which one is too long for little memory, and a passage in very many documents.
TEST_F(Scan, IsTheSameWithLittleMemory) {
  std::string lines;
  std::string book;
  for (int i = 0; i < 30'000; ++i) {
    book += "Chapter " + std::to_string(i) + " tells of the " + std::to_string(i % 900) + " boats that came home. ";
    if (i % 100 == 0) book += "\\n\\n" + kOldMill;
  }
  lines += json_line("book", book);
  for (int i = 0; i < 400; ++i) {
    lines += json_line("d" + std::to_string(i), "Story " + std::to_string(i) + " begins here. " + kOldMill + " " +
                                                    kLock + " It was " + std::to_string(i % 90) + " o'clock. " +
                                                    book.substr(i * 300, 900));
  }
  lines += json_line("copy", book) + json_line("other", book.substr(0, book.size() / 2));
  write("many.jsonl", lines);
  for (const std::string match : {"exact", "near", "loose"}) {
    const auto found_with = [&](const std::string& options) {
      static_cast<void>(scan("many.jsonl --match " + match + " " + options));
      return read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl");
    };
    const std::string found = found_with("--threads 1 --memory 4G");
    EXPECT_GT(count_lines(found), 400U);
    EXPECT_TRUE(found_with("--threads 2 --memory 32M") == found) << match;
  }
}

TEST_F(Scan, ExactLeavesNearSentencesOut) {
  const std::string late = "Late in the evening the miller came home with two sacks of flour and a new lantern ";
  write("near.jsonl", json_line("a", kOldMill + " " + late + "from Utrecht.") +
                          json_line("b", kLock + " " + kOldMill + " " + late + "of Utrecht."));
  static_cast<void>(scan("near.jsonl --match exact"));
  EXPECT_EQ(field(read("out/passages.jsonl"), "matched"), "3");
  EXPECT_EQ(field(count("options"), "edges"), "\"sentence\"");
  static_cast<void>(scan("near.jsonl --threshold 0.6"));
  EXPECT_EQ(field(read("out/passages.jsonl"), "matched"), "4");
  static_cast<void>(scan("near.jsonl --match exact --edges word"));
  EXPECT_EQ(field(read("out/passages.jsonl"), "matched"), "3");
  EXPECT_EQ(field(count("options"), "edges"), "\"word\"");
}

TEST_F(Scan, OtherSignatures) {
  for (const std::string signature : {"shingle:1", "spot:10", "imatch:0:1", "imatch:0.2:0.9"}) {
    static_cast<void>(scan("docs.jsonl --signature " + signature));
    EXPECT_EQ(passages(), "a-b a-c b-c") << signature;
    static_cast<void>(scan("- --signature " + signature, "cat docs.jsonl |"));
    EXPECT_EQ(passages(), "a-b a-c b-c") << signature << ", from a pipe";
  }
  expect_refused("docs.jsonl --signature nonsense:3 -o out2", 2, "nonsense");
}

TEST_F(Scan, WithinADocument) {
  write("one.jsonl", json_line("a", kOldMill + " Then it all came again. " + kOldMill));
  static_cast<void>(scan("one.jsonl"));
  EXPECT_EQ(passages(), "");
  EXPECT_EQ(read("out/families.jsonl"), "");
  static_cast<void>(scan("one.jsonl --within"));
  EXPECT_EQ(passages(), "a-a");
  EXPECT_EQ(documents(), "") << "a document is not its own near-duplicate";
  EXPECT_EQ(field(read("out/families.jsonl"), "documents"), "1");
}

TEST_F(Scan, PairsUpTo) {
  std::string lines;
  for (int i = 0; i < 25; ++i)
    lines += json_line(std::to_string(i), kOldMill + " This is copy " + std::to_string(i) + ".");
  write("many.jsonl", lines);
  const Outcome outcome = scan("many.jsonl");
  EXPECT_EQ(read("out/passages.jsonl"), "");
  EXPECT_EQ(count("families_without_pairs"), "1");
  EXPECT_NE(outcome.err.find("--pairs-up-to"), std::string::npos);
  static_cast<void>(scan("many.jsonl --pairs-up-to 25"));
  EXPECT_EQ(count_lines(read("out/passages.jsonl")), 300U);
  static_cast<void>(scan("many.jsonl --pairs-up-to all --boilerplate 20"));
  EXPECT_EQ(count_lines(read("out/passages.jsonl")), 300U);
  EXPECT_EQ(field(read("out/families.jsonl"), "boilerplate"), "true");
  EXPECT_EQ(count("boilerplate_families"), "1");
  for (const std::string wrong : {"none", "-3", "3x", "4294967295", "''"}) {
    expect_refused("many.jsonl --pairs-up-to " + wrong, 2, "--pairs-up-to");
  }
  expect_refused("many.jsonl --threshold 0", 2, "--threshold");
  expect_refused("many.jsonl --min-sentences 0", 2, "--min-sentences");
  expect_refused("many.jsonl --match fuzzy", 2, "--match");
}

TEST_F(Scan, ManyCopiesOfAShortDocumentAreTold) {
  std::string lines;
  for (int i = 0; i < 30; ++i) lines += json_line(std::to_string(i), "A single sentence stands here.");
  write("many.jsonl", lines);
  static_cast<void>(scan("many.jsonl"));
  EXPECT_EQ(read("out/documents.jsonl"), "");
  EXPECT_EQ(count("identical_without_pairs"), "1");
  EXPECT_EQ(field(read("out/families.jsonl"), "documents"), "30") << "their pairs are not listed, so the family is";
}

TEST_F(Scan, AFolderThatIsNotEmptyStaysAsItIs) {
  write("out/mine.txt", "mine");
  const Outcome outcome = run("scan docs.jsonl -o out");
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_EQ(names_in("out"), Names{"mine.txt"});
  EXPECT_EQ(read("out/mine.txt"), "mine");
  write("file", "x");
  EXPECT_NE(run("scan docs.jsonl -o file").code, 0);
  EXPECT_EQ(read("file"), "x");
}

TEST_F(Scan, NothingIsLeftWhenItFails) {
  expect_refused("missing.jsonl -o out", 1, "missing.jsonl");
}

TEST_F(Scan, ChineseTextsInFamiliesAreWhole) {
  const std::string shared = "老磨坊在河湾边上。水轮三十年没有转过了。孩子们常常比谁敢从窗户爬进去。";
  write("zh.jsonl", json_line("a", "那天天气很阴沉。" + shared + "后来有一个孩子掉进了地窖里。") +
                        json_line("b", shared + "后来有一个孩子摔断了胳膊。"));
  static_cast<void>(scan("zh.jsonl"));
  EXPECT_EQ(passages(), "a-b");
  EXPECT_TRUE(field(read("out/families.jsonl"), "text").starts_with("\"老磨坊在河湾边上。水轮三十年没有"));
  const std::string end = std::to_string((shared + "后来有一个孩子").size());
  EXPECT_EQ(field(field(read("out/passages.jsonl"), "b"), "bytes"), "[0," + end + "]");
}

}  // namespace
}  // namespace cento
