// `cento threads` as a user runs it, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::Outcome;

constexpr std::string_view kThreads =
    "{\"id\":\"old\",\"date\":\"2020-01-01\",\"answers\":1,\"title\":\"How do I mend a kite string?\","
    "\"body\":\"It broke in the middle.\",\"answer\":\"Tie both ends with a fisherman's knot and wet it.\"}\n"
    "{\"id\":\"new\",\"date\":\"2021-01-01\",\"answers\":7,\"title\":\"How do I mend the string of a kite?\","
    "\"body\":\"It broke in the middle.\",\"answer\":\"Tie both ends with a fisherman's knot and wet it.\"}\n"
    "{\"id\":\"other\",\"date\":\"2019-01-01\",\"title\":\"Where do swallows sleep?\"}\n"
    "{\"id\":\"empty\",\"title\":\"???\"}\n";

class ThreadsCommand : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("threads.jsonl", kThreads);
  }

  [[nodiscard]] std::string pairs_by(const std::string& options, int code = 0) const {
    const Outcome outcome = run("threads threads.jsonl --quiet --as tsv " + options);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    std::string pairs;
    for (std::size_t line = outcome.out.find('\n') + 1; line < outcome.out.size();
         line = outcome.out.find('\n', line) + 1) {
      const std::string_view row = std::string_view(outcome.out).substr(line);
      const std::size_t b = row.find('\t') + 1;
      pairs += std::string(pairs.empty() ? "" : " ") + std::string(row.substr(0, row.find('\t', b)));
    }
    return pairs;
  }
};

TEST_F(ThreadsCommand, TellsPairsWithTheSimilarityOfEachPart) {
  const Outcome outcome = run("threads threads.jsonl --compare title=words --number-guard 0 -o -");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  // The titles share seven of their nine distinct words.
  EXPECT_EQ(outcome.out,
            "{\"a\":\"old\",\"b\":\"new\",\"similarity\":0.911111,\"parts\":{\"title\":0.777778,\"description\":1,"
            "\"answer\":1}}\n");
  EXPECT_NE(outcome.err.find("1 thread has nothing to compare"), std::string::npos) << outcome.err;
}

TEST_F(ThreadsCommand, GivesTheSameByTermAndByDocument) {
  const std::string by_document = run("threads threads.jsonl --threshold 0.05 --by document").out;
  EXPECT_NE(by_document, "");
  EXPECT_EQ(run("threads threads.jsonl --threshold 0.05 --by term").out, by_document);
}

TEST_F(ThreadsCommand, TheOldestStandsForAClusterUnlessToldOtherwise) {
  ASSERT_EQ(run("threads threads.jsonl --clusters c.jsonl -o p.jsonl").code, 0);
  EXPECT_NE(read("c.jsonl").find("{\"id\":\"new\",\"cluster\":\"old\",\"kept\":false"), std::string::npos);
  ASSERT_EQ(run("threads threads.jsonl --clusters c.jsonl -o p.jsonl --keep answered").code, 0);
  EXPECT_NE(read("c.jsonl").find("{\"id\":\"old\",\"cluster\":\"new\",\"kept\":false"), std::string::npos);
}

TEST_F(ThreadsCommand, ScoresFromOutsideJoinIn) {
  write("scores.tsv", "a\tb\tscore\nother\told\t1\nnew\told\t0\nnobody\told\t1\n");
  EXPECT_EQ(pairs_by("--scores scores.tsv --scores-weight 5", 3), "old\tother");
  const Outcome outcome = run("threads threads.jsonl --scores scores.tsv");
  EXPECT_NE(outcome.err.find("line 4: there is no document \"nobody\""), std::string::npos) << outcome.err;
}

TEST_F(ThreadsCommand, PartsAndHowTheyAreComparedAreOptions) {
  EXPECT_EQ(pairs_by("--parts body=1 --threshold 1", 3), "old\tnew");
  EXPECT_EQ(pairs_by("--parts title=1 --compare title=shingle:9 --threshold 1"), "");
  EXPECT_EQ(pairs_by("--parts title=1 --compare title=imatch:0:1 --threshold 1"), "");
}

TEST_F(ThreadsCommand, SaysInOneSentenceWhatIsWrong) {
  for (const auto& [options, words] : std::vector<std::pair<std::string, std::string>>{
           {"--parts title", "must have the form NAME="},
           {"--parts title=much", "the weight of title must be a number such as 0.4, not \"much\""},
           {"--compare poem=words", "no compared part is named \"poem\""},
           {"--compare title=rhyme", "there is no such kind"},
           {"--options missing.json", "missing.json: cannot be opened"},
           {"--threshold 0", "threshold"},
           {"--keep tallest", "tallest"}}) {
    const Outcome outcome = run("threads threads.jsonl " + options);
    EXPECT_NE(outcome.code, 0) << options;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << options << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace cento
