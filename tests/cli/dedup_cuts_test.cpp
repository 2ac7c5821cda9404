// `cento dedup --level passage|sentence` as a user runs it, on small files written here: what is not cut stays byte for
// byte.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

const std::string kNoonFerry = "The ferry leaves at noon.";
const std::string kDawnBread = "Bread is baked before dawn.";
const std::string kBees = "The bees came back in May.";
const std::string kTram = "Trams run until midnight.";

class DedupCuts : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", kFirst + "\n" + kSecond + kThird);
  }

  /// Runs it with these arguments and returns the output file.
  [[nodiscard]] std::string cleaned(const std::string& arguments, const std::string& output,
                                    const std::string& before = "") const {
    const Outcome outcome = run("dedup " + arguments + " -o " + output, before);
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
    return read(output);
  }

  const std::string kFirst =
      "{\"id\":\"a\", \"text\":\"" + kNoonFerry + " " + kDawnBread + "\\n" + kBees + "\", \"n\":1.50 }\r\n";
  /// The same three among others, with escapes; "Yes." is too short to be cut alone.
  const std::string kSecond = R"({"text":"Yes.\n\nThe ferry le\u0061ves at noon.\tBREAD is baked before dawn. )" +
                              kBees + R"(\n\nSo it is.","id":"b"})" + "\n";
  const std::string kSecondCut = R"({"text":"Yes.\n\nSo it is.","id":"b"})"
                                 "\n";
  const std::string kThird = "{\"id\":\"c\",\"text\":\"Yes. " + kBees + " " + kTram + "\"}";
  const std::string kThirdCut = "{\"id\":\"c\",\"text\":\"Yes. " + kTram + "\"}";
};

TEST_F(DedupCuts, CutsPassagesOfJsonLines) {
  EXPECT_EQ(cleaned("docs.jsonl --level passage", "clean.jsonl"), kFirst + "\n" + kSecondCut + kThird);
  EXPECT_EQ(cleaned("clean.jsonl --level passage", "again.jsonl"), read("clean.jsonl")) << "nothing is left to cut";
}

TEST_F(DedupCuts, CutsSentencesOfJsonLines) {
  EXPECT_EQ(cleaned("docs.jsonl --level sentence", "clean.jsonl"), kFirst + "\n" + kSecondCut + kThirdCut);
  EXPECT_EQ(cleaned("docs.jsonl --level sentence --min-tokens 1", "all.jsonl"),
            kFirst + "\n" + kSecondCut + "{\"id\":\"c\",\"text\":\"" + kTram + "\"}");
}

TEST_F(DedupCuts, TellsEachCut) {
  static_cast<void>(cleaned("docs.jsonl --level passage --audit cuts.jsonl --stats-json stats.json", "clean.jsonl"));
  EXPECT_EQ(read("cuts.jsonl"), R"({"id":"b","sentences":[1,4],"bytes":[6,88],)"
                                R"("kept":{"id":"a","sentences":[0,3],"bytes":[0,80]},"reason":"passage"})"
                                "\n");
  const std::string stats = read("stats.json");
  const std::vector<std::pair<std::string_view, std::string_view>> expected = {
      {"command", "\"dedup\""},  {"documents", "3"},     {"sentences", "11"},    {"cuts", "1"}, {"cut_sentences", "3"},
      {"cut_bytes", "82"},       {"cut_documents", "1"}, {"cut_reference", "0"}, {"kept", "3"}, {"removed", "0"},
      {"emptied_documents", "0"}};
  for (const auto& [key, value] : expected) EXPECT_EQ(field(stats, key), value) << key;
  EXPECT_EQ(field(field(stats, "options"), "level"), "\"passage\"");
}

TEST_F(DedupCuts, NamesPartsAndPlacesWhereNeeded) {
  write("two.jsonl", "{\"id\":\"x\",\"t\":\"" + kNoonFerry + "\",\"b\":\"No.\"}\n{\"id\":\"x\",\"t\":\"Hm.\",\"b\":\"" +
                         kNoonFerry + "\"}\n");
  static_cast<void>(cleaned("two.jsonl --text-field t --text-field b --level sentence --audit cuts.jsonl", "o.jsonl"));
  EXPECT_EQ(read("cuts.jsonl"),
            R"({"id":"x","place":"two.jsonl, line 2","part":"b","sentences":[0,1],"bytes":[0,25],)"
            R"("kept":{"id":"x","place":"two.jsonl, line 1","part":"t","sentences":[0,1],"bytes":[0,25]},)"
            R"("reason":"sentence"})"
            "\n");
  EXPECT_EQ(read("o.jsonl"),
            "{\"id\":\"x\",\"t\":\"" + kNoonFerry + "\",\"b\":\"No.\"}\n{\"id\":\"x\",\"t\":\"Hm.\",\"b\":\"\"}\n");
}

TEST_F(DedupCuts, ReadsCompressedFilesAndPipes) {
  ASSERT_EQ(shell("gzip -k docs.jsonl").code, 0);
  EXPECT_EQ(cleaned("docs.jsonl.gz --level passage", "clean.jsonl"), kFirst + "\n" + kSecondCut + kThird);
  static_cast<void>(cleaned("docs.jsonl --level passage", "clean.jsonl.gz"));
  EXPECT_EQ(shell("gzip -dc clean.jsonl.gz").out, kFirst + "\n" + kSecondCut + kThird);
  EXPECT_EQ(run("dedup - -o - --quiet --level sentence", "cat docs.jsonl |").out,
            kFirst + "\n" + kSecondCut + kThirdCut);
}

TEST_F(DedupCuts, CutsAFolderOfTexts) {
  write("in/1.txt", kNoonFerry + " " + kDawnBread + "\n" + kBees + "\n");
  write("in/2.txt", "A title\n\n" + kNoonFerry + "\n" + kDawnBread + "\n" + kBees + "\n\nThe end.\n");
  write("in/more/3.txt", kNoonFerry + " " + kDawnBread + " " + kBees);
  write("in/docs.jsonl", read("docs.jsonl"));
  ASSERT_EQ(shell("gzip in/docs.jsonl").code, 0);
  ASSERT_EQ(run("dedup in -o out/ --level passage").code, 0);
  EXPECT_EQ(read("out/1.txt"), kNoonFerry + " " + kDawnBread + "\n" + kBees + "\n");
  EXPECT_EQ(read("out/2.txt"), "A title\n\nThe end.\n");
  EXPECT_TRUE(exists("out/more/3.txt"));
  EXPECT_EQ(read("out/more/3.txt"), "");
  EXPECT_EQ(shell("gzip -dc out/docs.jsonl.gz").out,
            "{\"id\":\"a\", \"text\":\"\", \"n\":1.50 }\r\n\n" + kSecondCut + kThird);
}

TEST_F(DedupCuts, DropsWhatIsEmptiedIfAsked) {
  write("in/1.txt", kNoonFerry + " " + kDawnBread + " " + kBees);
  write("in/2.txt", kNoonFerry + " " + kDawnBread + " " + kBees + "\n");
  write("in/3.txt", kTram);
  const Outcome kept = run("dedup in -o kept/ --level passage");
  EXPECT_NE(kept.err.find("1 document was left without text (--drop-emptied removes such documents)"),
            std::string::npos)
      << kept.err;
  EXPECT_EQ(names_in("kept").size(), 3U);
  const Outcome dropped = run("dedup in -o dropped/ --level passage --drop-emptied");
  EXPECT_NE(dropped.err.find("1 document was left without text and removed"), std::string::npos) << dropped.err;
  EXPECT_EQ(names_in("dropped"), (std::vector<std::string>{"1.txt", "3.txt"}));
}

TEST_F(DedupCuts, CutsWhatAReferenceHolds) {
  write("old.jsonl", "{\"id\":\"old\",\"text\":\"" + kTram + " " + kTram + "\"}\n");
  EXPECT_EQ(cleaned("docs.jsonl --level sentence --against old.jsonl --audit cuts.jsonl --stats-json stats.json",
                    "clean.jsonl"),
            kFirst + "\n" + kSecondCut + "{\"id\":\"c\",\"text\":\"Yes.\"}");
  EXPECT_EQ(field(read("stats.json"), "cut_reference"), "1");
  EXPECT_EQ(field(read("stats.json"), "documents"), "3");
  EXPECT_NE(read("cuts.jsonl").find("\"kept\":{\"id\":\"old\",\"sentences\":[0,1]"), std::string::npos);
}

TEST_F(DedupCuts, ConvertsWhatCannotBeCutInPlace) {
  write("1.html", "<html><body><p>" + kNoonFerry + "</p><p>" + kNoonFerry + "</p><p>Done.</p>");
  const Outcome refused = run("dedup 1.html -o clean.html --level sentence");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("--as-jsonl"), std::string::npos) << refused.err;
  EXPECT_FALSE(exists("clean.html"));
  EXPECT_EQ(cleaned("1.html --level sentence --as-jsonl", "clean.jsonl"),
            "{\"id\":\"1.html\",\"text\":\"" + kNoonFerry + "\\n\\nDone.\"}\n");
}

TEST_F(DedupCuts, RefusesOptionsOfAnotherLevel) {
  EXPECT_EQ(run("dedup docs.jsonl -o x --level passage --method ndd").code, 2);
  EXPECT_EQ(run("dedup docs.jsonl -o x --level sentence --keep longest").code, 2);
  EXPECT_EQ(run("dedup docs.jsonl -o x --level sentence --min-sentences 2").code, 2);
  EXPECT_EQ(run("dedup docs.jsonl -o x --min-tokens 2").code, 2);
  EXPECT_EQ(run("dedup docs.jsonl -o x --level word").code, 2);
  EXPECT_EQ(run("dedup docs.jsonl -o x --level passage --min-sentences 0").code, 2);
}

TEST_F(DedupCuts, DoesNotDependOnThreadsOrMemory) {
  std::string lines;
  for (int i = 0; i < 400; ++i) {
    lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"";
    for (int s = 0; s < 12; ++s) lines += "This is sentence " + std::to_string((i * 7 + s * s) % 90) + ". ";
    lines += "\"}\n";
  }
  write("many.jsonl", lines);
  for (const std::string level : {"passage", "sentence"}) {
    const std::string arguments = "many.jsonl --level " + level + " --audit ";
    const std::string one = cleaned(arguments + "one.jsonl --threads 1", "one");
    EXPECT_LT(one.size(), lines.size());
    EXPECT_EQ(count_lines(one), 400U);
    EXPECT_EQ(cleaned(arguments + "two.jsonl --threads 2 --memory 32M", "two"), one);
    EXPECT_EQ(read("one.jsonl"), read("two.jsonl"));
  }
}

}  // namespace
}  // namespace cento
