// `cento scan` as a user runs it, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;
using Names = std::vector<std::string>;

const std::string kMill =
    "The mill stood at the bend of the river. Its wheel had not turned for thirty years. Children used to dare each "
    "other to climb through the window.";
const std::string kLock = "Nobody remembered who had locked the door. The key was lost in the flood.";

std::string line(const std::string& id, const std::string& text) {
  return R"({"id":")" + id + R"(","text":")" + text + "\"}\n";
}

/// a and b share a passage, c is a, d has nothing in common with them.
std::string collection() {
  return line("a", "It was a grey day. " + kMill + " One of them fell into the cellar.") +
         line("b", kMill + " One of them fell into the water. " + kLock) +
         line("c", "It was a grey day. " + kMill + " One of them fell into the cellar.") +
         line("d", "Bread is baked before dawn. It is sold at noon. It is eaten at night.");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string id_of(const std::string& stretch) {
  return field(stretch, "id");
}

class Scan : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", collection());
  }

  /// Runs it with these arguments into `out`, which is new.
  Outcome scan(const std::string& arguments, const std::string& before = "", int code = 0) const {
    std::filesystem::remove_all(folder_ / "out");
    const Outcome outcome = run("scan " + arguments + " -o out", before);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    EXPECT_EQ(names_in("out"), (Names{"documents.jsonl", "families.jsonl", "passages.jsonl", "summary.json"}));
    return outcome;
  }

  /// The passages of the last scan as "a-b a-c", in the order of the file.
  [[nodiscard]] std::string passages() const {
    std::string pairs;
    for (const std::string& one : lines_of(read("out/passages.jsonl"))) {
      pairs += (pairs.empty() ? "" : " ") + id_of(field(one, "a")) + "-" + id_of(field(one, "b"));
    }
    std::erase(pairs, '"');
    return pairs;
  }

  /// The pairs of documents, likewise.
  [[nodiscard]] std::string documents() const {
    std::string pairs;
    for (const std::string& one : lines_of(read("out/documents.jsonl"))) {
      pairs += (pairs.empty() ? "" : " ") + field(one, "a") + "-" + field(one, "b");
    }
    std::erase(pairs, '"');
    return pairs;
  }

  [[nodiscard]] std::string count(const std::string& name) const { return field(read("out/summary.json"), name); }

  void expect_refused(const std::string& arguments, int code, const std::string& words) const {
    const Names before = names_in(".");
    const Outcome outcome = run("scan " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_EQ(names_in("."), before) << arguments;
  }
};

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
  const std::size_t size = (kMill + " One of them fell into the").size();
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
  write("docs.jsonl", line("a", "We saw it. They ran. It was late. A dog barked all the way home.") +
                          line("b", "We saw it. They ran. It was late. Nobody believed a word of the story."));
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
    lines += line("d" + std::to_string(i), "Story " + number + " begins. It has a second sentence of its own number " +
                                               number + ". It ends in the usual way for " + number + ". " +
                                               (i % 3 == 0 ? kMill : kLock) + " Then comes the end of story " +
                                               std::to_string(i / 2) + ".");
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
    if (i % 100 == 0) book += "\\n\\n" + kMill;
  }
  lines += line("book", book);
  for (int i = 0; i < 400; ++i) {
    lines += line("d" + std::to_string(i), "Story " + std::to_string(i) + " begins here. " + kMill + " " + kLock +
                                               " It was " + std::to_string(i % 90) + " o'clock. " +
                                               book.substr(i * 300, 900));
  }
  lines += line("copy", book) + line("other", book.substr(0, book.size() / 2));
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
  write("near.jsonl",
        line("a", kMill + " " + late + "from Utrecht.") + line("b", kLock + " " + kMill + " " + late + "of Utrecht."));
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

TEST_F(Scan, ListedPairs) {
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
      outcome.err.find("2 records could not be used; the first: unknown.tsv, line 1: \"nobody\" is no document here"),
      std::string::npos)
      << outcome.err;
  EXPECT_NE(read("rejects.jsonl").find("only one"), std::string::npos);

  write("none.tsv", "x\ty\n");
  expect_refused("docs.jsonl --pairs none.tsv -o out2", 1, "no row names two documents");
  expect_refused("docs.jsonl --pairs missing.tsv -o out2", 1, "missing.tsv");
}

TEST_F(Scan, AgainstAReference) {
  write("archive.jsonl", line("old", kLock + " " + kMill) + line("older", kMill + " That is all."));
  static_cast<void>(scan("docs.jsonl --against archive.jsonl"));
  EXPECT_EQ(passages(), "old-a old-b old-c older-a older-b older-c") << "neither a-b nor old-older";
  EXPECT_EQ(count("documents"), "4") << "the inputs";
  static_cast<void>(scan("docs.jsonl --against archive.jsonl --pairs-up-to 2"));
  EXPECT_EQ(passages(), "");
  EXPECT_NE(read("out/families.jsonl"), "");
}

TEST_F(Scan, AReferenceMayBeAPipe) {
  write("archive.jsonl", line("old", kLock + " " + kMill + " One of them fell into the cellar and died."));
  ASSERT_EQ(shell("mkfifo pipe").code, 0);
  static_cast<void>(scan("docs.jsonl --against pipe", "cat archive.jsonl > pipe &"));
  EXPECT_EQ(passages(), "old-a old-b old-c");
}

TEST_F(Scan, WithinADocument) {
  write("one.jsonl", line("a", kMill + " Then it all came again. " + kMill));
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
  for (int i = 0; i < 25; ++i) lines += line(std::to_string(i), kMill + " This is copy " + std::to_string(i) + ".");
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
  for (int i = 0; i < 30; ++i) lines += line(std::to_string(i), "A single sentence stands here.");
  write("many.jsonl", lines);
  static_cast<void>(scan("many.jsonl"));
  EXPECT_EQ(read("out/documents.jsonl"), "");
  EXPECT_EQ(count("identical_without_pairs"), "1");
  EXPECT_EQ(field(read("out/families.jsonl"), "documents"), "30") << "their pairs are not listed, so this says it";
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

TEST_F(Scan, EmptyInputs) {
  write("empty.jsonl", "");
  static_cast<void>(scan("empty.jsonl"));
  EXPECT_EQ(count("documents"), "0");
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), "");

  write("wordless.jsonl", line("a", "") + line("b", "* * *") + line("c", "") + line("d", "...") + line("e", "* * *"));
  static_cast<void>(scan("wordless.jsonl --min-sentences 1"));
  EXPECT_EQ(documents(), "b-e") << "the same marks, while nothing is nothing";
  EXPECT_EQ(run("scan wordless.jsonl").code, 0);
}

TEST_F(Scan, CompressedInputAndStandardInput) {
  static_cast<void>(scan("docs.jsonl"));
  const std::string expected = read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl");
  ASSERT_EQ(shell("gzip -k docs.jsonl").code, 0);
  static_cast<void>(scan("docs.jsonl.gz"));
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), expected);
  static_cast<void>(scan("-", "cat docs.jsonl |"));
  EXPECT_EQ(read("out/passages.jsonl") + read("out/documents.jsonl") + read("out/families.jsonl"), expected);
  EXPECT_EQ(run("scan -", "cat docs.jsonl |").code, 0) << "the summary alone needs one reading";
}

TEST_F(Scan, PartsAreNamed) {
  const auto page = [](const std::string& id, const std::string& title, const std::string& body) {
    return R"({"id":")" + id + R"(","title":")" + title + R"(","body":")" + body + "\"}\n";
  };
  write("pages.jsonl", page("a", "", "Before it. " + kMill) + page("b", kMill, "A quite different thing.") +
                           page("c", "", "And a third one. It is short."));
  static_cast<void>(scan("pages.jsonl --text-field title --text-field body"));
  EXPECT_EQ(passages(), "a-b");
  EXPECT_EQ(documents(), "a-b") << "that a and c have no title is nothing that they share";
  const std::string one = read("out/passages.jsonl");
  EXPECT_EQ(field(field(one, "a"), "part"), "\"body\"");
  EXPECT_EQ(field(field(one, "a"), "sentences"), "[1,4]");
  EXPECT_EQ(field(field(one, "b"), "part"), "\"title\"");
}

TEST_F(Scan, APairOfDocumentsIsOneRecordHoweverManyPartsItShares) {
  const std::string body = kLock + " It was a long time ago.";
  std::string lines;
  for (const std::string id : {"a", "b", "c"}) {
    lines += R"({"id":")" + id + R"(","title":")" + kMill + R"(","body":")" + body + "\"}\n";
  }
  write("pages.jsonl", lines);
  static_cast<void>(scan("pages.jsonl --text-field title --text-field body"));
  EXPECT_EQ(documents(), "a-b a-c b-c");
  EXPECT_EQ(passages(), "a-b a-b a-c a-c b-c b-c");
  EXPECT_EQ(field(lines_of(read("out/documents.jsonl")).front(), "similarity"), "1");
}

TEST_F(Scan, RepeatedIdsAreToldApartByTheirPlace) {
  write("twice.jsonl", line("a", kMill + " One.") + line("a", kMill + " Two."));
  static_cast<void>(scan("twice.jsonl"));
  EXPECT_EQ(field(field(read("out/passages.jsonl"), "b"), "place"), "\"twice.jsonl, line 2\"")
      << read("out/passages.jsonl");
}

TEST_F(Scan, ChineseTextsInFamiliesAreWhole) {
  const std::string shared = "老磨坊在河湾边上。水轮三十年没有转过了。孩子们常常比谁敢从窗户爬进去。";
  write("zh.jsonl", line("a", "那天天气很阴沉。" + shared + "后来有一个孩子掉进了地窖里。") +
                        line("b", shared + "后来有一个孩子摔断了胳膊。"));
  static_cast<void>(scan("zh.jsonl"));
  EXPECT_EQ(passages(), "a-b");
  EXPECT_TRUE(field(read("out/families.jsonl"), "text").starts_with("\"老磨坊在河湾边上。水轮三十年没有"));
  const std::string end = std::to_string((shared + "后来有一个孩子").size());
  EXPECT_EQ(field(field(read("out/passages.jsonl"), "b"), "bytes"), "[0," + end + "]");
}

}  // namespace
}  // namespace cento
