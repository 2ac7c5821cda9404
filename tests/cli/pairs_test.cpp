// `cento pairs` and `cento stats` as a user runs them, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

/// a and c have the same words, d differs in one; b is unrelated.
constexpr std::string_view kDocuments =
    "{\"id\":\"a\",\"text\":\"The ferry leaves the northern pier at noon on most days of the week.\"}\n"
    "{\"id\":\"b\",\"text\":\"Bread is baked before dawn in the old mill by the river.\"}\n"
    "{\"id\":\"c\",\"text\":\"The ferry leaves the northern pier at noon on most days of the WEEK!\"}\n"
    "{\"id\":\"d\",\"text\":\"The ferry leaves the northern pier at noon on most days of the month.\"}\n";

// Ten shingles of five words each, nine of them shared.
constexpr std::string_view kLines =
    "{\"a\":\"a\",\"b\":\"c\",\"similarity\":1,\"contained_a\":1,\"contained_b\":1}\n"
    "{\"a\":\"a\",\"b\":\"d\",\"similarity\":0.818182,\"contained_a\":0.9,\"contained_b\":0.9}\n"
    "{\"a\":\"c\",\"b\":\"d\",\"similarity\":0.818182,\"contained_a\":0.9,\"contained_b\":0.9}\n";

constexpr std::string_view kTable =
    "a\tb\tsimilarity\tcontained_a\tcontained_b\n"
    "a\tc\t1\t1\t1\n"
    "a\td\t0.818182\t0.9\t0.9\n"
    "c\td\t0.818182\t0.9\t0.9\n";

class Pairs : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", kDocuments);
  }

  /// The pairs that a method finds, as "a-c a-d".
  [[nodiscard]] std::string pairs_by(const std::string& options) const {
    const Outcome outcome = run("pairs docs.jsonl --as tsv " + options);
    EXPECT_EQ(outcome.code, 0) << options << ": " << outcome.err;
    std::string pairs;
    for (std::size_t line = outcome.out.find('\n') + 1; line < outcome.out.size();
         line = outcome.out.find('\n', line) + 1) {
      pairs += std::string(pairs.empty() ? "" : " ") + outcome.out[line] + "-" + outcome.out[line + 2];
    }
    return pairs;
  }
};

TEST_F(Pairs, AreJsonLines) {
  EXPECT_EQ(run("pairs docs.jsonl").out, kLines);
  EXPECT_EQ(run("pairs docs.jsonl -o found.jsonl").out, "");
  EXPECT_EQ(read("found.jsonl"), kLines);
}

TEST_F(Pairs, AreTablesByTheNameOfTheOutputOrOnRequest) {
  EXPECT_EQ(run("pairs docs.jsonl --as tsv").out, kTable);
  ASSERT_EQ(run("pairs docs.jsonl -o found.tsv").code, 0);
  EXPECT_EQ(read("found.tsv"), kTable);
  ASSERT_EQ(run("pairs docs.jsonl -o found.tsv --as jsonl").code, 0);
  EXPECT_EQ(read("found.tsv"), kLines);
  write("old.tsv.d/keep", "");
  ASSERT_EQ(run("pairs docs.jsonl -o old.tsv.d/found").code, 0);
  EXPECT_EQ(read("old.tsv.d/found"), kLines) << "the name of a folder does not matter";
}

TEST_F(Pairs, AreCompressedByTheNameOfTheOutput) {
  ASSERT_EQ(run("pairs docs.jsonl -o found.tsv.gz").code, 0);
  EXPECT_EQ(shell("gzip -dc found.tsv.gz").out, kTable);
  ASSERT_EQ(run("pairs docs.jsonl -o found.jsonl.zst").code, 0);
  EXPECT_EQ(shell("zstd -dcq found.jsonl.zst").out, kLines);
}

TEST_F(Pairs, ComeFromStandardInputAndSeveralFiles) {
  EXPECT_EQ(run("pairs -", "cat docs.jsonl |").out, kLines);
  ASSERT_EQ(shell("head -n 2 docs.jsonl | gzip >1.jsonl.gz && tail -n 2 docs.jsonl >2.jsonl").code, 0);
  EXPECT_EQ(run("pairs 1.jsonl.gz 2.jsonl").out, kLines);
}

TEST_F(Pairs, TellWhoBelongsTogether) {
  ASSERT_EQ(run("pairs docs.jsonl -o found.tsv --clusters clusters.jsonl").code, 0);
  EXPECT_EQ(read("clusters.jsonl"),
            "{\"id\":\"a\",\"cluster\":\"a\",\"kept\":true,\"because\":null,\"similarity\":1}\n"
            "{\"id\":\"c\",\"cluster\":\"a\",\"kept\":false,\"because\":\"a\",\"similarity\":1}\n"
            "{\"id\":\"d\",\"cluster\":\"a\",\"kept\":false,\"because\":\"a\",\"similarity\":0.818182}\n");
  EXPECT_EQ(read("found.tsv"), kTable);
}

TEST_F(Pairs, KeepWhomTheRuleSaysInClusters) {
  ASSERT_EQ(run("pairs docs.jsonl -o found.tsv --clusters clusters.jsonl --keep field:id:max").code, 0);
  EXPECT_TRUE(read("clusters.jsonl").starts_with("{\"id\":\"a\",\"cluster\":\"d\",\"kept\":false,\"because\":\"d\","));
}

TEST_F(Pairs, AreFoundByEveryMethod) {
  EXPECT_EQ(pairs_by("--method shingle:5"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method shingle:3"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method chars:8 --threshold 0.5"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method tokens"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method minhash"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method minhash:64 --features shingle:2 --recall 0.99"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method simhash --distance 31"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method exact"), "a-c");
  EXPECT_EQ(pairs_by("--method spot:the,on"), "a-c a-d c-d") << "a chain that the end cuts off does not count";
  EXPECT_EQ(pairs_by("--method spot:en --threshold 0.5"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method winnow:5:4 --threshold 0.5"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--method imatch:0:1"), "a-c");
  EXPECT_EQ(pairs_by("--method sorted:2"), "a-c");
  EXPECT_EQ(pairs_by("--method spot:3 --threshold 0.5"), "a-c a-d c-d");
}

TEST_F(Pairs, AreFoundByTheShinglesOfThePaper) {
  std::string shared;
  for (int i = 0; i < 60; ++i) shared += "word" + std::to_string(i) + " ";
  write("docs.jsonl", "{\"id\":\"a\",\"text\":\"" + shared + "ends here\"}\n{\"id\":\"b\",\"text\":\"" + shared +
                          "goes on elsewhere\"}\n{\"id\":\"c\",\"text\":\"something else\"}\n");
  EXPECT_EQ(pairs_by("--method ndd"), "a-b");
  EXPECT_EQ(pairs_by("--method ndd --threshold 0.99"), "");
  EXPECT_EQ(pairs_by("--method minhash --features ndd"), "a-b");
}

TEST_F(Pairs, ReachTheThresholdAndNotBelow) {
  EXPECT_EQ(pairs_by("--threshold 0.8181"), "a-c a-d c-d");
  EXPECT_EQ(pairs_by("--threshold 0.8182"), "a-c");
  EXPECT_EQ(pairs_by("--threshold 1"), "a-c");
}

TEST_F(Pairs, MaySampleFeaturesAndLeaveOutCommonOnes) {
  ASSERT_EQ(run("pairs docs.jsonl --sample 2 --stats-json sampled.json --quiet").code, 0);
  ASSERT_EQ(run("pairs docs.jsonl --stats-json all.json --quiet").code, 0);
  EXPECT_LT(std::stoi(field(read("sampled.json"), "features")), std::stoi(field(read("all.json"), "features")));
  const Outcome outcome = run("pairs docs.jsonl --sct 2 --stats-json sct.json");
  EXPECT_EQ(field(read("sct.json"), "sct_features"), "9") << "those that a, c and d have";
  EXPECT_NE(outcome.err.find("--sct left out 9 features"), std::string::npos) << outcome.err;
  EXPECT_EQ(count_lines(outcome.out), 1U) << "only the identical are left";
}

TEST_F(Pairs, OfManyCopiesAreListedWithTheFirst) {
  const Outcome outcome = run("pairs docs.jsonl --pairs-up-to 1 --stats-json stats.json");
  EXPECT_EQ(count_lines(outcome.out), 2U);
  EXPECT_NE(outcome.err.find("1 more between copies"), std::string::npos) << outcome.err;
  EXPECT_EQ(field(read("stats.json"), "pairs_left_out"), "1");
}

TEST_F(Pairs, PredictWhatMinHashWillFind) {
  const std::string remark = run("pairs docs.jsonl --method minhash").err;
  EXPECT_NE(remark.find(" bands of "), std::string::npos) << remark;
  EXPECT_NE(remark.find(" % at 0.8"), std::string::npos) << remark;
}

TEST_F(Pairs, EndWithWhatWasDone) {
  write("more.jsonl", std::string(kDocuments) + "not json\n");
  const Outcome outcome = run("pairs more.jsonl -o found.tsv --clusters c.jsonl --stats-json stats.json --threads 2");
  for (const std::string_view remark :
       {"4 documents", "1 bad record", "candidate pair", "3 pairs", "1 cluster;",
        "0 documents identical to an earlier one, 1 with the same words", " s, ", "at most"}) {
    EXPECT_NE(outcome.err.find(remark), std::string::npos) << remark << ": " << outcome.err;
  }
  const std::string stats = read("stats.json");
  const std::vector<std::pair<std::string_view, std::string_view>> expected = {{"command", "\"pairs\""},
                                                                               {"documents", "4"},
                                                                               {"rejected", "1"},
                                                                               {"candidate_pairs", "1"},
                                                                               {"verified_pairs", "1"},
                                                                               {"pairs", "3"},
                                                                               {"pairs_left_out", "0"},
                                                                               {"clusters", "1"},
                                                                               {"removable", "2"},
                                                                               {"identical_documents", "0"},
                                                                               {"same_words_documents", "1"},
                                                                               {"without_features", "0"},
                                                                               {"capped_features", "0"},
                                                                               {"capped_sets", "0"},
                                                                               {"sct_features", "0"},
                                                                               {"sct_occurrences", "0"},
                                                                               {"spilled_bytes", "0"},
                                                                               {"repeated_ids", "0"}};
  for (const auto& [key, value] : expected) EXPECT_EQ(field(stats, key), value) << key;
  for (const std::string_view key : {"seconds", "peak_memory_bytes", "version"})
    EXPECT_NE(field(stats, key), "") << key;
  const std::string options = field(stats, "options");
  EXPECT_EQ(field(options, "method"), "\"shingle:5\"");
  EXPECT_EQ(field(options, "threshold"), "0.8");
  EXPECT_EQ(field(options, "keep"), "\"first\"");
  EXPECT_EQ(field(options, "threads"), "2");
  for (const std::string_view key : {"features", "sample", "sct", "recall", "distance", "stats", "memory"}) {
    EXPECT_NE(field(options, key), "") << key;
  }
}

TEST_F(Pairs, EqualBruteForce) {
  std::string lines;
  unsigned random = 1;
  const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 16; };
  std::vector<std::string> texts;
  for (int i = 0; i < 400; ++i) {
    std::string text = texts.empty() || next() % 3 == 0 ? "" : texts[next() % texts.size()];
    for (unsigned more = text.empty() ? 3 + next() % 60 : next() % 6; more > 0; --more) {
      text += " w" + std::to_string(next() % 500);
    }
    texts.push_back(text);
    lines += "{\"id\":\"d" + std::to_string(i) + "\",\"text\":\"" + text + "\"}\n";
  }
  write("docs.jsonl", lines);
  const std::string by_words = shell("'" CENTO_ALL_PAIRS "' words:5 0.4 docs.jsonl").out;
  EXPECT_GT(count_lines(by_words), 300U);
  EXPECT_EQ(run("pairs docs.jsonl --as tsv --threshold 0.4 --pairs-up-to 1000").out, by_words);
  EXPECT_EQ(run("pairs docs.jsonl --as tsv --threshold 0.4 --pairs-up-to 1000 --method ndd").out,
            shell("'" CENTO_ALL_PAIRS "' chars:64 0.4 docs.jsonl").out);
}

TEST_F(Pairs, TakeSavedStatistics) {
  const Outcome outcome = run("stats docs.jsonl -o words.stats --features shingle:3 --stats-json stats.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("tokens: 23 distinct"), std::string::npos) << outcome.err;
  EXPECT_EQ(field(read("stats.json"), "distinct_tokens"), "23");
  EXPECT_EQ(field(read("stats.json"), "distinct_shingle:3"), "23");
  for (const std::string method : {"imatch:0:1", "sorted:2", "spot:3"}) {
    const Outcome own = run("pairs docs.jsonl --threshold 0.5 --method " + method);
    const Outcome saved = run("pairs docs.jsonl --threshold 0.5 --stats words.stats --method " + method);
    EXPECT_EQ(saved.out, own.out) << method;
    EXPECT_NE(own.err.find("a separate reading"), std::string::npos) << own.err;
    EXPECT_EQ(saved.err.find("a separate reading"), std::string::npos) << saved.err;
    EXPECT_EQ(run("pairs - --threshold 0.5 --method " + method, "cat docs.jsonl |").out, own.out)
        << "standard input is read twice: " << method;
  }
}

TEST_F(Pairs, SavedStatisticsOfAnotherCollectionChangeTheResult) {
  write("other.jsonl",
        "{\"id\":1,\"text\":\"week\"}\n{\"id\":2,\"text\":\"week month\"}\n{\"id\":3,\"text\":\"month\"}\n"
        "{\"id\":4,\"text\":\"month week\"}\n{\"id\":5,\"text\":\"week month\"}\n");
  ASSERT_EQ(run("stats other.jsonl -o other.stats.gz").code, 0);
  EXPECT_EQ(pairs_by("--method imatch:0.3:1 --stats other.stats.gz"), "a-c a-d c-d")
      << "week and month are too frequent there to count";
}

TEST_F(Pairs, StatisticsAreTheSameForAnyThreadsAndMemory) {
  ASSERT_EQ(run("stats docs.jsonl -o one.stats --threads 1 --features shingle:2").code, 0);
  ASSERT_EQ(run("stats docs.jsonl -o five.stats --threads 5 --memory 38M --features shingle:2").code, 0);
  EXPECT_EQ(read("one.stats"), read("five.stats"));
  EXPECT_NE(read("one.stats"), "");
}

TEST_F(Pairs, RefuseWhatIsNoStatistics) {
  const Outcome outcome = run("pairs docs.jsonl --method imatch --stats docs.jsonl -o found.tsv");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "cento: docs.jsonl is not a statistics file; `cento stats` makes one\n");
  EXPECT_EQ(run("stats docs.jsonl -o out.stats --features nonsense").code, 2);
  EXPECT_EQ(names_in("."), std::vector<std::string>{"docs.jsonl"});
}

}  // namespace
}  // namespace cento
