// `cento eval` as a user runs it, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::field;
using testing::Outcome;

constexpr std::string_view kGoldPairs =
    "a_id\tb_id\tlabel\tkind\n"
    "a\tb\t1\tnear\n"
    "c\td\t1\tnear\n"
    "e\tf\t0\tfar\n"
    "g\th\t0\tfar\n";

constexpr std::string_view kFoundPairs =
    "{\"a\":\"b\",\"b\":\"a\",\"similarity\":0.9}\n"
    "{\"a\":\"e\",\"b\":\"f\",\"similarity\":0.8}\n"
    "{\"a\":\"c\",\"b\":\"d\",\"similarity\":0.7}\n"
    "{\"a\":\"y\",\"b\":\"z\",\"similarity\":0.95}\n";

class Eval : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("pairs.tsv", kGoldPairs);
    write("found.jsonl", kFoundPairs);
  }

  /// The statistics of a run.
  [[nodiscard]] std::string stats(const std::string& arguments) const {
    const Outcome outcome = run("eval " + arguments + " --stats-json stats.json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read("stats.json");
  }
};

TEST_F(Eval, ShowsATableOfPairs) {
  const Outcome outcome = run("eval pairs.tsv found.jsonl --threshold 0.75");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find("95 %")),
            "Pairs, found with a score of 0.75 or more\n"
            "kind  pairs  positive  tp  fp  fn       P       R      F1  best F1      at\n"
            "all       4         2   1   1   1  0.5000  0.5000  0.5000   0.8000  0.7000\n"
            "far       2         0   0   1   0  0.0000       –  0.0000        –       –\n"
            "near      4         2   1   1   1  0.5000  0.5000  0.5000   0.8000  0.7000\n");
  EXPECT_NE(outcome.out.find("1 found pair is not in the gold file, 1 of them at the threshold or above: not judged"),
            std::string::npos);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Eval, WritesTheNumbersForPrograms) {
  const std::string reported = stats("pairs.tsv found.jsonl --threshold 0.75");
  EXPECT_EQ(field(reported, "command"), "\"eval\"");
  EXPECT_EQ(field(reported, "judged"), "\"pairs\"");
  EXPECT_EQ(field(reported, "precision"), "0.5");
  EXPECT_EQ(field(reported, "recall"), "0.5");
  EXPECT_EQ(field(reported, "f1"), "0.5");
  EXPECT_EQ(field(field(reported, "all"), "best_f1"), "0.8");
  EXPECT_EQ(field(field(field(reported, "kinds"), "far"), "recall"), "null");
  EXPECT_EQ(field(reported, "unlisted"), R"({"predicted":1,"at_threshold":1,"judged":false})");
  EXPECT_EQ(field(reported, "map"), "null");
  EXPECT_EQ(field(field(reported, "options"), "threshold"), "0.75");
}

TEST_F(Eval, JudgesUnlistedPairsWrongWhereTheListIsClosed) {
  EXPECT_EQ(field(field(stats("pairs.tsv found.jsonl --threshold 0.75 --closed"), "all"), "fp"), "2");
}

TEST_F(Eval, JudgesQuestionsByTheirIdAndRanksThoseOfAQuery) {
  write("questions.jsonl",
        "{\"id\":\"1\",\"a\":\"how?\",\"b\":\"how so?\",\"label\":1,\"query\":\"q\"}\n"
        "{\"id\":\"2\",\"a\":\"how?\",\"b\":\"why?\",\"label\":0,\"query\":\"q\"}\n");
  write("scores.tsv", "1\t0.2\n2\t0.6\n3\t1\n");
  const std::string reported = stats("questions.jsonl scores.tsv --threshold 0.1");
  EXPECT_EQ(field(reported, "precision"), "0.5");
  EXPECT_EQ(field(reported, "map"), "0.5");
  EXPECT_EQ(field(reported, "queries"), "1");
}

TEST_F(Eval, JudgesClusters) {
  write("gold.tsv", "id\tcluster\n1\tA\n2\tA\n3\tA\n4\tB\n5\tB\n");
  write("clusters.jsonl",
        "{\"id\":\"1\",\"cluster\":\"1\",\"kept\":true}\n{\"id\":\"2\",\"cluster\":\"1\"}\n"
        "{\"id\":\"9\",\"cluster\":\"1\"}\n");
  const Outcome outcome = run("eval gold.tsv clusters.jsonl");
  EXPECT_EQ(outcome.out,
            "5 items in 2 gold clusters, found in 4 clusters\n"
            "measure        P       R      F1\n"
            "B-cubed   1.0000  0.5333  0.6957\n"
            "pairwise  1.0000  0.2500  0.4000\n"
            "adjusted Rand index: 0.2857\n"
            "3 items are in no found cluster: each treated as a cluster of its own\n"
            "1 found item is not in the gold file: left out\n");
  const std::string reported = stats("gold.tsv clusters.jsonl");
  EXPECT_EQ(field(reported, "precision"), "1") << "B-cubed";
  EXPECT_EQ(field(field(reported, "pairwise"), "recall"), "0.25");
  EXPECT_EQ(field(reported, "unknown"), "1");
}

TEST_F(Eval, JudgesPassagesWithAndWithoutAListOfPairs) {
  write("spans.tsv", "a_id\ta_begin\ta_end\tb_id\tb_begin\tb_end\tkind\nx\t0\t100\ty\t0\t100\tcopy\n");
  write("passages.jsonl",
        "{\"a\":{\"id\":\"y\",\"bytes\":[0,100]},\"b\":{\"id\":\"x\",\"bytes\":[50,150]},\"matched\":3}\n"
        "{\"a\":{\"id\":\"u\",\"bytes\":[0,10]},\"b\":{\"id\":\"v\",\"bytes\":[0,10]},\"matched\":3}\n");
  write("listed.tsv", "a_id\tb_id\tlabel\tkind\nx\ty\t1\tcopy\nx\tz\t0\tnone\n");
  EXPECT_EQ(field(stats("spans.tsv passages.jsonl"), "precision"), "0.375");
  const std::string reported = stats("spans.tsv passages.jsonl --pairs listed.tsv");
  EXPECT_EQ(field(reported, "plagdet"), "0.75");
  EXPECT_EQ(field(reported, "predicted_in_unlisted_pairs"), "1");
  EXPECT_EQ(field(field(reported, "without_gold"), "none"), R"({"pairs":1,"pairs_with_predictions":0,"predicted":0})");
  const Outcome outcome = run("eval spans.tsv passages.jsonl --pairs listed.tsv");
  EXPECT_NE(outcome.out.find("1 found span in pairs that --pairs does not list: not judged\n"), std::string::npos);
}

TEST_F(Eval, ReadsCompressedFilesAndStandardInput) {
  ASSERT_EQ(shell("gzip -k pairs.tsv && zstd -q found.jsonl").code, 0);
  const std::string plain = run("eval pairs.tsv found.jsonl").out;
  EXPECT_EQ(run("eval pairs.tsv.gz found.jsonl.zst").out, plain);
  EXPECT_EQ(run("eval pairs.tsv -", "cat found.jsonl |").out, plain);
  ASSERT_EQ(run("eval pairs.tsv found.jsonl -o reported.txt").code, 0);
  EXPECT_EQ(read("reported.txt"), plain);
}

TEST_F(Eval, TellsBadLinesAndGoesOn) {
  write("pairs.tsv", std::string(kGoldPairs) + "a\tb\t0\tnear\nbroken\n");
  const Outcome outcome = run("eval pairs.tsv found.jsonl --rejects bad.jsonl --stats-json stats.json");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("pairs.tsv, line 6: \"a\", \"b\" is in line 2 with another label, which is used"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("pairs.tsv, line 7: there is no b_id"), std::string::npos) << outcome.err;
  EXPECT_EQ(testing::count_lines(read("bad.jsonl")), 2U);
  EXPECT_EQ(field(read("stats.json"), "rejected"), "2");
  EXPECT_EQ(run("eval pairs.tsv found.jsonl --strict").code, 1);
}

TEST_F(Eval, SaysWhenAllLabelsAreTheSame) {
  write("pairs.tsv", "a_id\tb_id\tlabel\na\tb\t1\nc\td\t1\n");
  EXPECT_NE(run("eval pairs.tsv found.jsonl").err.find("all labels are 1, so precision says nothing"),
            std::string::npos);
}

TEST_F(Eval, JudgesNothingAsNothing) {
  write("empty.jsonl", "");
  const std::string reported = stats("pairs.tsv empty.jsonl");
  EXPECT_EQ(field(reported, "precision"), "null");
  EXPECT_EQ(field(reported, "recall"), "0");
}

TEST_F(Eval, RefusesWhatCannotBeJudged) {
  write("empty.tsv", "");
  write("gold.tsv", "id\tcluster\n1\tA\n");
  write("nothing.tsv", "a_id\tb_id\tlabel\n");
  EXPECT_NE(run("eval empty.tsv found.jsonl").err.find("the file is empty"), std::string::npos);
  EXPECT_NE(run("eval nothing.tsv found.jsonl").err.find("no line can be used"), std::string::npos);
  EXPECT_NE(run("eval gold.tsv found.jsonl").err.find("gold.tsv holds clusters and found.jsonl holds pairs"),
            std::string::npos);
  EXPECT_EQ(run("eval gold.tsv found.jsonl").code, 1);
  EXPECT_EQ(run("eval gold.tsv nowhere.jsonl").code, 1);
}

TEST_F(Eval, NeedsAListOfPairsWithPairs) {
  write("spans.tsv", "x\t0\t100\ty\t0\t100\n");
  write("list.tsv", "a_id\tb_id\n");
  EXPECT_NE(run("eval spans.tsv spans.tsv --pairs list.tsv").err.find("no line names a pair of documents"),
            std::string::npos);
  EXPECT_EQ(run("eval spans.tsv spans.tsv --pairs spans.tsv").code, 0);
}

TEST_F(Eval, TellsWrongUsage) {
  const Outcome alone = run("eval pairs.tsv");
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("a single file needs --options"), std::string::npos) << alone.err;
  EXPECT_EQ(run("eval - -").code, 2);
  EXPECT_EQ(run("eval pairs.tsv found.jsonl --threshold nan").code, 2);
  EXPECT_EQ(run("eval pairs.tsv found.jsonl --pairs pairs.tsv").code, 2);
  write("gold.tsv", "id\tcluster\n1\tA\n");
  EXPECT_NE(run("eval gold.tsv gold.tsv --closed").err.find("--closed is for pairs, but gold.tsv holds clusters"),
            std::string::npos);
  EXPECT_EQ(run("eval pairs.tsv found.jsonl -o x --stats-json x").code, 2);
}

}  // namespace
}  // namespace cento
