// `cento tune` and `cento eval --options` as a user runs them, on questions written here.

#include <fmt/format.h>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

/// Duplicates share the object, the others the action.
std::string labelled_lines(bool with_parts) {
  constexpr std::array<std::string_view, 6> kThings = {"rope", "anchor", "sail", "mast", "oar", "tiller"};
  constexpr std::array<std::string_view, 4> kDeeds = {"mend", "paint", "buy", "clean"};
  const auto side = [with_parts](const std::string& title, std::string_view body) {
    if (!with_parts) return fmt::format("\"{}\"", title);
    return fmt::format(R"({{"title":"{}","body":"{}"}})", title, body);
  };
  std::string lines;
  int number = 0;
  for (std::size_t i = 0; i < kThings.size(); ++i) {
    for (const std::string_view deed : kDeeds) {
      const std::string_view other = kThings[(i + 1) % kThings.size()];
      const std::string asked = fmt::format("How do I {} a {}?", deed, kThings[i]);
      lines += fmt::format("{{\"id\":\"p{}\",\"a\":{},\"b\":{},\"label\":1}}\n", ++number, side(asked, "It is old."),
                           side(fmt::format("Best way to {} the {}", deed, kThings[i]), "Mine is old."));
      lines += fmt::format("{{\"id\":\"n{}\",\"a\":{},\"b\":{},\"label\":0}}\n", ++number, side(asked, "It is old."),
                           side(fmt::format("How do I {} a {}?", deed, other), "No matter."));
    }
  }
  return lines;
}

class Tune : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("labelled.jsonl", labelled_lines(false));
  }

  [[nodiscard]] Outcome tune(const std::string& arguments) const { return run("tune --starts 3 " + arguments); }
};

TEST_F(Tune, WritesOptionsThatEvalTakes) {
  const Outcome outcome = tune("labelled.jsonl -o options.json --curve curve.svg --stats-json stats.json --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("Held-out labels, judged by what was learned from the others\n"), 0U);
  EXPECT_NE(outcome.out.find("95 % confidence: P "), std::string::npos);
  const std::string stats = read("stats.json");
  EXPECT_EQ(field(stats, "command"), "\"tune\"");
  EXPECT_EQ(field(stats, "pairs"), "48");
  EXPECT_GT(std::stod(field(stats, "f1")), 0.8);
  EXPECT_NE(field(stats, "f1_interval"), "");
  EXPECT_EQ(read("curve.svg").find("<svg "), 0U);
  const Outcome judged =
      run("eval labelled.jsonl --options options.json -o scores.tsv --stats-json judged.json --quiet");
  ASSERT_EQ(judged.code, 0) << judged.err;
  const std::string scores = read("scores.tsv");
  EXPECT_EQ(scores.find("id\tscore\np1\t"), 0U);
  EXPECT_EQ(count_lines(scores), 49U);
  EXPECT_EQ(field(read("judged.json"), "f1"), field(stats, "trained_f1"));
  EXPECT_EQ(field(read("judged.json"), "threshold"), field(read("options.json"), "threshold"));
  const Outcome again = run("eval labelled.jsonl scores.tsv --threshold " + field(read("options.json"), "threshold"));
  EXPECT_EQ(again.out, judged.out);
}

TEST_F(Tune, GivesTheSameOnAnyNumberOfThreads) {
  const Outcome one = tune("labelled.jsonl -o one.json --threads 1 --quiet");
  const Outcome three = tune("labelled.jsonl -o three.json --threads 3 --quiet");
  EXPECT_EQ(one.out, three.out);
  EXPECT_EQ(read("one.json"), read("three.json"));
}

TEST_F(Tune, ComparesThePartsThatItIsTold) {
  write("parts.jsonl", labelled_lines(true));
  ASSERT_EQ(tune("parts.jsonl -o all.json --quiet").code, 0);
  ASSERT_EQ(tune("parts.jsonl --parts title --compare words*idf,order -o title.json --quiet").code, 0);
  const std::string title = field(read("title.json"), "parts");
  EXPECT_NE(title.find("\"part\":\"title\""), std::string::npos) << title;
  EXPECT_EQ(title.find("\"part\":\"body\""), std::string::npos) << title;
  EXPECT_EQ(title.find("grams"), std::string::npos) << title;
}

TEST_F(Tune, TakesDocumentsWithATableOfPairs) {
  write("docs/threads.jsonl",
        "{\"id\":\"a\",\"text\":\"How do I mend a rope?\"}\n{\"id\":\"b\",\"text\":\"What mends a rope?\"}\n"
        "{\"id\":\"c\",\"text\":\"Who sells tar?\"}\n{\"id\":\"d\",\"text\":\"Where is tar for sale, and who sells "
        "it?\"}\n");
  write("docs/pairs.tsv", "a_id\tb_id\tlabel\na\tb\t1\nc\td\t1\na\tc\t0\nb\td\t0\na\tnobody\t1\nb\ta\t0\n");
  for (const std::string arguments :
       {"docs/threads.jsonl --pairs docs/pairs.tsv", "docs", "docs/threads.jsonl docs/pairs.tsv"}) {
    const Outcome outcome = tune(arguments + " -o options.json --stats-json stats.json");
    ASSERT_EQ(outcome.code, 3) << arguments << outcome.err;
    EXPECT_NE(outcome.err.find("docs/pairs.tsv, line 6: \"nobody\" is not a document of the inputs"), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("line 7: \"a\", \"b\" is in line 2 with another label, which is used"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(field(read("stats.json"), "pairs"), "4");
  }
  const Outcome judged = run("eval docs --options options.json -o scores.tsv --quiet");
  ASSERT_EQ(judged.code, 3) << judged.err;
  EXPECT_EQ(read("scores.tsv").find("a_id\tb_id\tscore\na\tb\t"), 0U);
}

TEST_F(Tune, WeighsScoresFromOutside) {
  std::string scores = "id\tscore\n";
  for (int number = 1; number < 48; number += 2) scores += fmt::format("p{}\t0.9\nn{}\t0.1\n", number, number + 1);
  write("scores.tsv", scores);
  const Outcome outcome = tune("labelled.jsonl --compare words --scores scores.tsv -o options.json --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_GT(std::stod(field(read("options.json"), "outside_weight")), 0.3);
  const Outcome judged =
      run("eval labelled.jsonl --options options.json --scores scores.tsv --stats-json judged.json --quiet");
  ASSERT_EQ(judged.code, 0) << judged.err;
  EXPECT_GT(std::stod(field(read("judged.json"), "f1")), 0.95);
}

TEST_F(Tune, LeavesBadLinesOutAndTellsThem) {
  write("bad.jsonl", labelled_lines(false) + "{\"id\":\"x\",\"a\":\"only one\",\"label\":1}\nnot json\n");
  const Outcome outcome = tune("bad.jsonl --stats-json stats.json");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("bad.jsonl, line 49: there is no text b"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("bad.jsonl, line 50: "), std::string::npos) << outcome.err;
  EXPECT_EQ(field(read("stats.json"), "rejected"), "2");
}

TEST_F(Tune, SaysInOneSentenceWhatCannotBeLearnedFrom) {
  write("empty.jsonl", "");
  write("ones.jsonl",
        "{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\",\"label\":1}\n{\"id\":\"2\",\"a\":\"x\",\"b\":\"z\",\"label\":1}\n");
  Outcome outcome = tune("empty.jsonl -o options.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "cento: empty.jsonl: no labelled pair can be used\n");
  outcome = tune("ones.jsonl -o options.json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "cento: ones.jsonl: all labels are 1; label duplicates 1 and other pairs 0\n");
  EXPECT_FALSE(exists("options.json"));
}

TEST_F(Tune, RefusesWrongUsage) {
  for (const std::string arguments :
       {"labelled.jsonl -o -", "labelled.jsonl --folds 1", "labelled.jsonl --compare nonsense",
        "labelled.jsonl --compare words*x", "labelled.jsonl -o x --curve x", ""}) {
    EXPECT_EQ(tune(arguments).code, 2) << arguments;
  }
  EXPECT_EQ(run("eval labelled.jsonl").code, 2);
  EXPECT_EQ(run("eval labelled.jsonl --scores x").code, 2);
  write("options.json", "{\"parts\":[]}");
  EXPECT_EQ(run("eval labelled.jsonl --options options.json").code, 1);
  EXPECT_EQ(run("eval labelled.jsonl labelled.jsonl --options options.json").code, 2);
  EXPECT_EQ(run("eval labelled.jsonl --options missing.json").code, 1);
}

}  // namespace
}  // namespace cento
