// `cento dedup` as a user runs it, on small files written here: what is kept is copied byte for byte.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;
using Names = std::vector<std::string>;

const std::string kFerry = "The ferry leaves the northern pier at noon on most days of the week";
const std::string kMillBread = "Bread is baked before dawn in the old mill by the river";

/// Odd spacing and escapes, which a copy must keep. c is a, d nearly so; b is unrelated.
const std::string kLineA = "{\"id\":\"a\", \"text\":\"" + kFerry + ".\", \"date\":\"2020-01-02\",\"score\":3}\r\n";
const std::string kLineB =
    "{ \"text\": \"Br\\u0065ad is baked before dawn in the old mill by the river.\",\"id\" :\"b\"}\n";
const std::string kLineC = "{\"id\":\"c\",\"text\":\"" + kFerry + "!\",\"date\":\"2021-01-02\",\"score\":1}\n";
const std::string kLineD = "{\"id\":\"d\",\"text\":\"" + kFerry + ", says she.\",\"date\":\"2019-05-06\",\"score\":9}";

class Dedup : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("docs.jsonl", kLineA + "\n" + kLineB + kLineC + kLineD);
  }

  /// Runs it with these arguments and returns the output file.
  [[nodiscard]] std::string cleaned(const std::string& arguments, const std::string& output,
                                    const std::string& before = "") const {
    const Outcome outcome = run("dedup " + arguments + " -o " + output, before);
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
    return read(output);
  }
};

TEST_F(Dedup, CopiesJsonLines) {
  EXPECT_EQ(cleaned("docs.jsonl", "clean.jsonl"), kLineA + "\n" + kLineB);
  EXPECT_EQ(run("dedup docs.jsonl -o - --quiet").out, kLineA + "\n" + kLineB);
  EXPECT_EQ(cleaned("clean.jsonl", "again.jsonl"), read("clean.jsonl")) << "nothing is left to remove";
}

TEST_F(Dedup, CompressesAsTheNameOfTheOutputSays) {
  ASSERT_EQ(shell("gzip -k docs.jsonl && zstd -q docs.jsonl").code, 0);
  EXPECT_EQ(cleaned("docs.jsonl.gz", "clean.jsonl"), kLineA + "\n" + kLineB);
  static_cast<void>(cleaned("docs.jsonl.zst", "clean.jsonl.gz"));
  EXPECT_EQ(shell("gzip -dc clean.jsonl.gz").out, kLineA + "\n" + kLineB);
  static_cast<void>(cleaned("docs.jsonl", "clean.jsonl.zst"));
  EXPECT_EQ(shell("zstd -dcq clean.jsonl.zst").out, kLineA + "\n" + kLineB);
}

TEST_F(Dedup, ReadsStandardInput) {
  EXPECT_EQ(cleaned("-", "clean.jsonl", "cat docs.jsonl |"), kLineA + "\n" + kLineB);
  EXPECT_EQ(run("dedup - -o - --quiet --method imatch:0:1", "cat docs.jsonl |").out, kLineA + "\n" + kLineB + kLineD);
}

TEST_F(Dedup, CopiesTables) {
  write("docs.csv", "id,text,\"note\"\r\n1,\"" + kFerry + "\",\"x, y\"\r\n2,\"" + kMillBread + "\",\r\n3,\"" + kFerry +
                        "!\",\"a \"\"word\"\"\r\nmore\"\r\n4,another line,z\r\n");
  EXPECT_EQ(cleaned("docs.csv", "clean.csv"),
            "id,text,\"note\"\r\n1,\"" + kFerry + "\",\"x, y\"\r\n2,\"" + kMillBread + "\",\r\n4,another line,z\r\n");
}

TEST_F(Dedup, CopiesLinesOfText) {
  write("docs.txt", kFerry + "\n" + kMillBread + "  \n\n" + kFerry + ".\nlast");
  EXPECT_EQ(cleaned("docs.txt --split lines", "clean.txt"), kFerry + "\n" + kMillBread + "  \n\nlast");
}

std::string warc_record(const std::string& type, const std::string& id, const std::string& payload) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: " + id + "\r\nContent-Type: text/plain\r\n" +
         "WARC-Target-URI: http://x.example/" + id +
         "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: " + std::to_string(payload.size()) + "\r\n\r\n" +
         payload + "\r\n\r\n";
}

TEST_F(Dedup, CopiesWebArchives) {
  const std::string info = warc_record("warcinfo", "<i>", "software: none");
  const std::string first = warc_record("conversion", "<1>", kFerry);
  const std::string other = warc_record("conversion", "<2>", kMillBread);
  write("docs.warc", info + first + other + warc_record("conversion", "<3>", kFerry + "!"));
  EXPECT_EQ(cleaned("docs.warc", "clean.warc"), info + first + other);
  static_cast<void>(cleaned("docs.warc", "clean.warc.gz"));
  EXPECT_EQ(shell("gzip -dc clean.warc.gz").out, info + first + other);
  ASSERT_EQ(shell("gzip -k docs.warc").code, 0);
  EXPECT_EQ(cleaned("docs.warc.gz", "unpacked.warc"), info + first + other);
}

TEST_F(Dedup, CopiesAFolderOfFiles) {
  write("in/1.txt", kFerry);
  write("in/2.txt", kMillBread + "\n");
  write("in/more/3.txt", kFerry + "\n");
  write("in/docs.jsonl", read("docs.jsonl"));
  ASSERT_EQ(shell("gzip in/docs.jsonl").code, 0);
  ASSERT_EQ(run("dedup in -o out/ --audit audit.jsonl").code, 0);
  EXPECT_EQ(names_in("out"), (Names{"1.txt", "2.txt", "docs.jsonl.gz"}));
  EXPECT_EQ(read("out/1.txt"), kFerry);
  EXPECT_EQ(read("out/2.txt"), kMillBread + "\n");
  EXPECT_EQ(shell("gzip -dc out/docs.jsonl.gz").out, "\n") << "all of it is in the two texts";
  EXPECT_EQ(count_lines(read("audit.jsonl")), 5U);
}

TEST_F(Dedup, ConvertsOnRequest) {
  EXPECT_EQ(cleaned("docs.jsonl --as-jsonl", "clean.jsonl"), "{\"id\":\"a\",\"text\":\"" + kFerry +
                                                                 ".\",\"date\":\"2020-01-02\",\"score\":3}\n" +
                                                                 "{\"id\":\"b\",\"text\":\"" + kMillBread + ".\"}\n");
}

TEST_F(Dedup, KeepsWhomTheRuleSays) {
  const std::vector<std::pair<std::string, std::string>> rules = {
      {"first", kLineA + "\n" + kLineB},           {"longest", "\n" + kLineB + kLineD},
      {"newest", "\n" + kLineB + kLineC},          {"oldest", "\n" + kLineB + kLineD},
      {"field:score", "\n" + kLineB + kLineD},     {"field:score:max", "\n" + kLineB + kLineD},
      {"field:score:min", "\n" + kLineB + kLineC}, {"field:id:max", "\n" + kLineB + kLineD}};
  for (const auto& [rule, expected] : rules) {
    EXPECT_EQ(cleaned("docs.jsonl --threshold 0.7 --keep " + rule, "clean.jsonl"), expected) << rule;
  }
  EXPECT_NE(run("dedup docs.jsonl -o clean.jsonl --keep newest").err.find("1 document has no value for --keep newest"),
            std::string::npos);
}

TEST_F(Dedup, AuditsEachRemoval) {
  static_cast<void>(cleaned("docs.jsonl --audit audit.jsonl", "clean.jsonl"));
  EXPECT_EQ(read("audit.jsonl"),
            "{\"id\":\"c\",\"place\":\"docs.jsonl, line 4\",\"kept\":\"a\",\"kept_place\":\"docs.jsonl, line 1\","
            "\"similarity\":1,\"contained\":1,\"contained_by\":1,\"reason\":\"same words\"}\n"
            "{\"id\":\"d\",\"place\":\"docs.jsonl, line 5\",\"kept\":\"a\",\"kept_place\":\"docs.jsonl, line 1\","
            "\"similarity\":0.833333,\"contained\":0.833333,\"contained_by\":1,\"reason\":\"near-duplicate\"}\n");
}

TEST_F(Dedup, SaysIdenticalOnlyOfIdenticalTexts) {
  const auto line = [](const std::string& id, const std::string& text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  };
  write("copies.jsonl", line("a", kFerry) + line("b", kFerry) + line("c", kFerry + "!") + line("d", kFerry + "!"));
  const auto reasons = [&](const std::string& options) {
    static_cast<void>(cleaned("copies.jsonl --audit audit.jsonl " + options, "clean.jsonl"));
    const std::string audit = read("audit.jsonl");
    std::string all;
    for (std::size_t at = 0; (at = audit.find("\"reason\":", at)) != std::string::npos; ++at) {
      all += audit.substr(at + 9, audit.find('}', at) - at - 9);
    }
    return all;
  };
  EXPECT_EQ(reasons(""), "\"identical\"\"same words\"\"same words\"");
  EXPECT_EQ(reasons("--method exact"), "\"identical\"\"same words\"\"same words\"");
  EXPECT_EQ(reasons("--method imatch:0:1"), "\"identical\"\"same features\"\"same features\"");
}

TEST_F(Dedup, RemovesNobodyBecauseOfAChain) {
  // each shares four fifths of its words with the next, and less with the one after that
  write("chain.jsonl",
        "{\"id\":1,\"text\":\"a b c d e f g h i j\"}\n{\"id\":2,\"text\":\"b c d e f g h i j k\"}\n"
        "{\"id\":3,\"text\":\"c d e f g h i j k l\"}\n");
  EXPECT_EQ(cleaned("chain.jsonl --method shingle:1 --audit audit.jsonl", "clean.jsonl"),
            "{\"id\":1,\"text\":\"a b c d e f g h i j\"}\n{\"id\":3,\"text\":\"c d e f g h i j k l\"}\n");
  EXPECT_EQ(field(read("audit.jsonl"), "kept"), "\"1\"");
}

TEST_F(Dedup, RemovesWhatAReferenceHolds) {
  write("old.jsonl",
        "{\"id\":\"old\",\"text\":\"" + kMillBread + "\"}\n{\"id\":\"a\",\"text\":\"not among the others\"}\n");
  EXPECT_EQ(cleaned("docs.jsonl --against old.jsonl --audit audit.jsonl --stats-json stats.json", "clean.jsonl"),
            kLineA + "\n");
  EXPECT_TRUE(
      read("audit.jsonl")
          .starts_with(
              "{\"id\":\"b\",\"place\":\"docs.jsonl, line 3\",\"kept\":\"old\",\"kept_place\":\"old.jsonl, line 1\","))
      << read("audit.jsonl");
  const std::string stats = read("stats.json");
  EXPECT_EQ(field(stats, "documents"), "4") << "of the inputs";
  EXPECT_EQ(field(stats, "removed_reference"), "1");
  EXPECT_EQ(field(stats, "kept"), "1");
}

TEST_F(Dedup, ReferencesStayWhateverIsAmongThem) {
  write("new.jsonl", "{\"id\":\"n\",\"text\":\"nothing like it\"}\n");
  EXPECT_EQ(cleaned("new.jsonl --against docs.jsonl --audit audit.jsonl", "clean.jsonl"), read("new.jsonl"));
  EXPECT_EQ(read("audit.jsonl"), "") << "duplicates within the reference are ignored";
}

TEST_F(Dedup, WarnsWhenASourceWouldVanish) {
  std::string lines;
  for (int i = 0; i < 60; ++i) {
    const std::string text = "the text of number " + std::to_string(i) + " is like no other " + std::to_string(i * i);
    for (const std::string source : {"wire", "paper"}) {
      lines +=
          "{\"id\":\"" + source + std::to_string(i) + "\",\"source\":\"" + source + "\",\"text\":\"" + text + "\"}\n";
    }
  }
  write("news.jsonl", lines);
  const std::string messages = run("dedup news.jsonl -o clean.jsonl").err;
  EXPECT_NE(messages.find("warning: "), std::string::npos) << messages;
  EXPECT_NE(messages.find("paper"), std::string::npos) << messages;
  EXPECT_EQ(run("dedup news.jsonl -o clean.jsonl --warn-share 1").err.find("warning: "), std::string::npos);
  EXPECT_EQ(run("dedup docs.jsonl --method exact -o clean.jsonl").err.find("warning: "), std::string::npos);
}

TEST_F(Dedup, EndsWithWhatWasDone) {
  const Outcome outcome = run("dedup docs.jsonl -o clean.jsonl --stats-json stats.json");
  EXPECT_NE(
      outcome.err.find("2 documents kept, 2 removed (0 identical, 1 with the same words, 1 near-duplicate), 1 cluster"),
      std::string::npos)
      << outcome.err;
  const std::string stats = read("stats.json");
  const std::vector<std::pair<std::string_view, std::string_view>> expected = {{"command", "\"dedup\""},
                                                                               {"documents", "4"},
                                                                               {"kept", "2"},
                                                                               {"removed", "2"},
                                                                               {"removed_identical", "0"},
                                                                               {"removed_same_words", "1"},
                                                                               {"removed_near_duplicate", "1"},
                                                                               {"removed_reference", "0"},
                                                                               {"clusters", "1"},
                                                                               {"candidate_pairs", "1"}};
  for (const auto& [key, value] : expected) EXPECT_EQ(field(stats, key), value) << key;
}

}  // namespace
}  // namespace cento
