// `cento pairs`, `dedup` and `stats` on difficult collections and with failures during the run.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;
using Names = std::vector<std::string>;

class Duplicates : public testing::ProgramTest {
 protected:
  /// A collection of some megabytes: a third of the documents resemble an earlier one, some are identical to it.
  void write_large(const std::string& name, int documents) const {
    std::string lines;
    std::uint32_t random = 7;
    const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 16; };
    std::vector<std::vector<std::uint32_t>> texts;
    for (int i = 0; i < documents; ++i) {
      std::vector<std::uint32_t> words(40 + next() % 100);
      for (std::uint32_t& word : words) word = next() % 5000;
      if (i % 3 == 2) {
        words = texts[next() % texts.size()];
        for (std::uint32_t changes = next() % 6; changes > 0; --changes) words[next() % words.size()] = next() % 5000;
      }
      lines += "{\"id\":\"d" + std::to_string(i) + "\",\"text\":\"";
      for (const std::uint32_t word : words) lines += " w" + std::to_string(word);
      lines += "\"}\n";
      texts.push_back(words);
    }
    write(name, lines);
  }

  /// A sentence on standard error (after remarks, if the run got that far), nothing else, and no new file.
  void expect_refused(const std::string& arguments, int code, const std::string& words) const {
    const Names before = names_in(".");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_TRUE(outcome.err.starts_with("cento: ")) << outcome.err;
    const std::size_t last_line = outcome.err.rfind('\n', outcome.err.size() - 2) + 1;
    EXPECT_TRUE(code != 2 || last_line == 0) << outcome.err;
    EXPECT_NE(outcome.err.find(words, last_line), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_EQ(names_in("."), before) << arguments;
  }
};

TEST_F(Duplicates, EmptyDocumentsStay) {
  const std::string lines =
      "{\"id\":1,\"text\":\"\"}\n{\"id\":2,\"text\":\" ... \"}\n{\"id\":3,\"text\":\"\"}\n{\"id\":4,\"text\":\"x\"}\n";
  write("empty.jsonl", lines);
  for (const std::string method : {"shingle:5", "ndd", "exact", "minhash", "simhash", "imatch", "winnow:5:4"}) {
    const Outcome outcome = run("dedup empty.jsonl -o clean.jsonl --stats-json stats.json --method " + method);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read("clean.jsonl"), lines) << method;
    EXPECT_EQ(field(read("stats.json"), "without_features"), "3") << method;
    EXPECT_NE(outcome.err.find("3 documents have nothing to compare"), std::string::npos) << outcome.err;
  }
}

TEST_F(Duplicates, NoDocumentsAtAllGiveNothing) {
  write("none.jsonl", "");
  const Outcome pairs = run("pairs none.jsonl -o found.tsv --clusters clusters.jsonl");
  EXPECT_EQ(pairs.code, 0) << pairs.err;
  EXPECT_EQ(count_lines(read("found.tsv")), 1U) << "the header";
  EXPECT_EQ(read("clusters.jsonl"), "");
  EXPECT_EQ(run("dedup none.jsonl -o clean.jsonl").code, 0);
  EXPECT_EQ(read("clean.jsonl"), "");
  EXPECT_EQ(run("stats none.jsonl -o none.stats").code, 0);
}

TEST_F(Duplicates, ShortDocumentsAreComparedWhole) {
  write("short.jsonl",
        "{\"id\":1,\"text\":\"Good day\"}\n{\"id\":2,\"text\":\"good day!\"}\n{\"id\":3,\"text\":\"good\"}\n"
        "{\"id\":4,\"text\":\"good day to you\"}\n");
  for (const std::string method : {"shingle:5", "ndd", "exact", "minhash", "simhash", "winnow:5:4"}) {
    EXPECT_EQ(run("pairs short.jsonl --as tsv --threshold 0.1 --method " + method).out,
              "a\tb\tsimilarity\tcontained_a\tcontained_b\n1\t2\t1\t1\t1\n")
        << method;
  }
}

TEST_F(Duplicates, RepeatedIdsAreKeptApartAndReported) {
  write("1.jsonl", "{\"id\":\"x\",\"text\":\"one and the same text\"}\n{\"id\":\"y\",\"text\":\"quite another\"}\n");
  write("2.jsonl", "{\"id\":\"x\",\"text\":\"one and the same text\"}\n{\"id\":\"x\",\"text\":\"a third one\"}\n");
  const Outcome outcome = run("pairs 1.jsonl 2.jsonl --clusters clusters.jsonl --stats-json stats.json");
  EXPECT_EQ(outcome.out,
            "{\"a\":\"x\",\"a_place\":\"1.jsonl, line 1\",\"b\":\"x\",\"b_place\":\"2.jsonl, line 1\","
            "\"similarity\":1,\"contained_a\":1,\"contained_b\":1}\n");
  EXPECT_EQ(count_lines(read("clusters.jsonl")), 2U);
  EXPECT_NE(read("clusters.jsonl").find("\"cluster\":\"x\",\"cluster_place\":\"1.jsonl, line 1\""), std::string::npos);
  EXPECT_NE(outcome.err.find("1 id is used by several documents (3 in all, \"x\" for example)"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(field(read("stats.json"), "repeated_ids"), "1");
  EXPECT_EQ(run("pairs 1.jsonl 2.jsonl --as tsv").out,
            "a\tb\tsimilarity\tcontained_a\tcontained_b\ta_place\tb_place\n"
            "x\tx\t1\t1\t1\t1.jsonl, line 1\t2.jsonl, line 1\n");
  ASSERT_EQ(run("dedup 1.jsonl 2.jsonl -o clean.jsonl").code, 0);
  EXPECT_EQ(read("clean.jsonl"), read("1.jsonl") + "{\"id\":\"x\",\"text\":\"a third one\"}\n");
}

TEST_F(Duplicates, AHundredThousandIdenticalDocumentsAreNotSquared) {
  constexpr std::size_t kDocuments = 100'000;
  std::string lines;
  for (std::size_t i = 0; i < kDocuments; ++i) {
    lines +=
        "{\"id\":" + std::to_string(i) + ",\"text\":\"The same notice was posted on every door of the street.\"}\n";
  }
  write("same.jsonl", lines);
  const Outcome pairs = run("pairs same.jsonl -o found.tsv --clusters clusters.jsonl --stats-json stats.json");
  ASSERT_EQ(pairs.code, 0) << pairs.err;
  EXPECT_EQ(count_lines(read("found.tsv")), kDocuments) << "a header, and each with the first";
  EXPECT_EQ(count_lines(read("clusters.jsonl")), kDocuments);
  EXPECT_EQ(field(read("stats.json"), "pairs_left_out"), std::to_string((kDocuments - 1) * (kDocuments - 2) / 2));
  EXPECT_NE(pairs.err.find("more between copies of the same document were left out"), std::string::npos) << pairs.err;
  ASSERT_EQ(run("dedup same.jsonl -o clean.jsonl --audit audit.jsonl --quiet").code, 0);
  EXPECT_EQ(count_lines(read("clean.jsonl")), 1U);
  EXPECT_EQ(count_lines(read("audit.jsonl")), kDocuments - 1);
}

TEST_F(Duplicates, WrongOptionsAreRefused) {
  write("docs.jsonl", "{\"id\":1,\"text\":\"x\"}\n");
  for (const std::string command : {"pairs docs.jsonl -o found.tsv ", "dedup docs.jsonl -o clean.jsonl "}) {
    for (const std::string value : {"0", "-0.5", "1.01", "nan", "inf", "much"}) {
      expect_refused(command + "--threshold " + value, 2, "--threshold");
    }
    expect_refused(command + "--method nonsense", 2, "\"nonsense\"");
    expect_refused(command + "--method shingle:0", 2, "shingle:0");
    expect_refused(command + "--method minhash:0", 2, "minhash:0");
    expect_refused(command + "--method minhash --features nonsense", 2, "\"nonsense\"");
    expect_refused(command + "--method minhash --recall 1", 2, "--recall");
    expect_refused(command + "--method simhash --distance 32", 2, "--distance");
    expect_refused(command + "--sample 33", 2, "--sample");
    expect_refused(command + "--sample -1", 2, "--sample");
    expect_refused(command + "--sct -1", 2, "--sct");
    expect_refused(command + "--keep best", 2, "--keep");
  }
  expect_refused("dedup docs.jsonl", 2, "--output");
  expect_refused("stats docs.jsonl", 2, "--output");
  expect_refused("dedup docs.jsonl -o clean.jsonl --warn-share 2", 2, "--warn-share");
  expect_refused("pairs docs.jsonl --as pictures", 2, "--as");
}

TEST_F(Duplicates, OneFileIsNotTwoOutputs) {
  write("docs.jsonl", "{\"id\":1,\"text\":\"x\"}\n");
  expect_refused("pairs docs.jsonl -o same --clusters same", 2, "--output and --clusters both write to same");
  expect_refused("pairs docs.jsonl --clusters -", 2, "both write to -");
  expect_refused("dedup docs.jsonl -o same --audit same", 2, "--output and --audit");
  expect_refused("dedup docs.jsonl -o clean.jsonl --audit same --stats-json same", 2, "--audit and --stats-json");
}

TEST_F(Duplicates, NothingIsWrittenWhenAnOutputCannotBe) {
  write("docs.jsonl", "{\"id\":1,\"text\":\"x\"}\n");
  expect_refused("pairs docs.jsonl -o nowhere/found.tsv", 1, "there is no folder nowhere");
  expect_refused("pairs docs.jsonl -o found.tsv --clusters nowhere/c.jsonl", 1, "nowhere/c.jsonl");
  expect_refused("pairs docs.jsonl -o found.tsv --stats-json nowhere/s.json", 1, "nowhere/s.json");
  expect_refused("dedup docs.jsonl -o clean.jsonl --audit nowhere/a.jsonl", 1, "nowhere/a.jsonl");
  expect_refused("dedup docs.jsonl -o clean.jsonl --stats-json nowhere/s.json", 1, "nowhere/s.json");
  expect_refused("dedup docs.jsonl -o clean.jsonl --against missing.jsonl", 1, "missing.jsonl");
  expect_refused("dedup docs.jsonl -o nowhere/clean.jsonl", 1, "nowhere");
  expect_refused("stats docs.jsonl -o nowhere/x.stats", 1, "nowhere");
  expect_refused("pairs missing.jsonl -o found.tsv", 1, "missing.jsonl");
}

TEST_F(Duplicates, NothingIsWrittenWhenABadRecordEndsTheRun) {
  write("bad.jsonl", "{\"id\":1,\"text\":\"x\"}\nnot json\n");
  for (const std::string arguments :
       {"pairs bad.jsonl --strict -o found.tsv --clusters c.jsonl", "pairs bad.jsonl --strict -o f.tsv --method imatch",
        "dedup bad.jsonl --strict -o clean.jsonl --audit a.jsonl", "dedup bad.jsonl --strict -o out/",
        "stats bad.jsonl --strict -o x.stats"}) {
    expect_refused(arguments, 1, "bad.jsonl, line 2");
  }
}

TEST_F(Duplicates, AMissingTemporaryFolderIsToldWhenItIsNeeded) {
  write_large("large.jsonl", 22000);
  for (const std::string method : {"shingle:5", "ndd", "minhash"}) {
    expect_refused(
        "pairs large.jsonl -o found.tsv --clusters c.jsonl --threads 2 --memory 32M --temp-dir nowhere --method " +
            method,
        1, "temporary file in nowhere");
  }
  expect_refused("dedup large.jsonl -o clean.jsonl --audit a.jsonl --threads 2 --memory 32M --temp-dir nowhere", 1,
                 "temporary file in nowhere");
  expect_refused("stats large.jsonl -o x.stats --features shingle:5 --threads 2 --memory 32M --temp-dir nowhere", 1,
                 "temporary file in nowhere");
}

TEST_F(Duplicates, AFullTemporaryFolderOrDiskIsToldAndLeavesNothing) {
  write_large("large.jsonl", 22000);
  const Names before = names_in(".");
  const auto expect_told = [&](const std::string& arguments, const std::string& words) {
    const Outcome outcome = shell("ulimit -f 100; '" CENTO_PROGRAM "' " + arguments);  // no file over 50 or 100 KB
    EXPECT_EQ(outcome.code, 1) << arguments << ": " << outcome.err;
    EXPECT_EQ(count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_EQ(names_in("."), before) << arguments;
  };
  expect_told("pairs large.jsonl -o found.tsv --threads 2 --memory 32M --temp-dir .",
              "Cannot write a temporary file in .");
  expect_told("dedup large.jsonl -o clean.jsonl --threads 2 --memory 32M --temp-dir .",
              "Cannot write a temporary file in .");
  expect_told("dedup large.jsonl -o clean.jsonl", "cannot write clean.jsonl");
  expect_told("dedup large.jsonl -o clean/", "/large.jsonl: File too large");
}

TEST_F(Duplicates, ResultsDependNeitherOnThreadsNorOnMemory) {
  for (const std::string method : {"shingle:5", "ndd", "minhash", "simhash", "exact", "imatch", "shingle:3 --sct 50"}) {
    // More than the least memory holds; the methods' own tests do that with less.
    write_large("large.jsonl", method == "shingle:5" ? 22000 : 6000);
    std::vector<std::string> first;
    for (const std::string running :
         {"--threads 1 --memory 1G", "--threads 2 --memory 1G", "--threads 3 --memory 34M"}) {
      const std::string options = " large.jsonl --quiet --stats-json stats.json " + running + " --method " + method;
      ASSERT_EQ(run("pairs -o found.tsv --clusters clusters.jsonl" + options).code, 0) << options;
      ASSERT_EQ(run("dedup -o clean.jsonl --audit audit.jsonl" + options).code, 0) << options;
      const std::vector<std::string> results = {read("found.tsv"), read("clusters.jsonl"), read("clean.jsonl"),
                                                read("audit.jsonl")};
      if (first.empty()) first = results;
      EXPECT_TRUE(results == first) << options;
      const bool has_spilled = field(read("stats.json"), "spilled_bytes") != "0";
      EXPECT_TRUE(method != "shingle:5" || has_spilled == running.ends_with("34M")) << options;
    }
    EXPECT_GT(count_lines(first.front()), 100U) << method;
  }
}

TEST_F(Duplicates, AnInterruptedRunLeavesNothing) {
  write_large("large.jsonl", 3000);
  ASSERT_EQ(shell("mkfifo pipe").code, 0);
  const Names before = names_in(".");
  const Outcome outcome = shell(
      "{ cat large.jsonl; exec sleep 60; } >pipe & writer=$!\n"
      "'" CENTO_PROGRAM
      "' dedup pipe -o clean.jsonl --audit audit.jsonl --quiet & cento=$!\n"
      "sleep 1; kill -TERM $cento; wait $cento; echo code $?; kill $writer");
  EXPECT_EQ(outcome.out, "code 143\n") << outcome.err;
  EXPECT_EQ(names_in("."), before);
}

}  // namespace
}  // namespace cento
