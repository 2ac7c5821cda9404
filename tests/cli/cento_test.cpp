// Runs the program as a user would, on small files written here.

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

class Cento : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("two.jsonl",
          "{\"id\":\"a\",\"text\":\"First sentence here. A second one.\",\"lang\":\"en\"}\n"
          "{\"id\":\"b\",\"text\":\"Another\\ntext.\",\"title\":\"Named\"}\n");
  }
};

TEST_F(Cento, ShowsTexts) {
  const Outcome outcome = run("show two.jsonl");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "── a  (two.jsonl, line 1)\nFirst sentence here. A second one.\n\n"
            "── b  (two.jsonl, line 2)  Named\nAnother\ntext.\n\n");
  EXPECT_NE(outcome.err.find("2 documents, 3 sentences, 8 tokens, 47 B of text"), std::string::npos) << outcome.err;
}

TEST_F(Cento, ShowsSentences) {
  EXPECT_EQ(run("show two.jsonl --as sentences --quiet").out,
            "── a  (two.jsonl, line 1)\n0\t[0,20)\tFirst sentence here.\n1\t[21,34)\tA second one.\n"
            "── b  (two.jsonl, line 2)  Named\n0\t[0,13)\tAnother text.\n");
}

TEST_F(Cento, ShowsTokens) {
  const Outcome outcome = run("show two.jsonl --as tokens --id b");
  EXPECT_EQ(count_lines(outcome.out), 3U);
  EXPECT_NE(outcome.out.find("\n0\t7\t"), std::string::npos);
  EXPECT_NE(outcome.out.find("\tAnother\n8\t12\t"), std::string::npos);
  EXPECT_NE(outcome.out.find("\ttext\n"), std::string::npos);
}

TEST_F(Cento, ShowsJson) {
  const Outcome outcome = run("show two.jsonl --as json --limit 1");
  EXPECT_EQ(
      outcome.out,
      "{\"id\":\"a\",\"file\":\"two.jsonl\",\"line\":1,\"byte\":0,\"charset\":\"UTF-8\",\"metadata\":{\"lang\":\"en\"},"
      "\"parts\":[{\"name\":\"text\",\"text\":\"First sentence here. A second one.\","
      "\"sentences\":[[0,20],[21,34]],\"tokens\":6}]}\n");
  EXPECT_NE(outcome.err.find("stopped at --limit 1"), std::string::npos);
}

TEST_F(Cento, ShowsNothingButTheSummary) {
  const Outcome outcome = run("show two.jsonl --as none");
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("2 documents"), std::string::npos);
  EXPECT_EQ(run("show two.jsonl --as none --quiet").err, "");
}

TEST_F(Cento, ShowsOneDocumentOrPart) {
  write("parts.jsonl", "{\"id\":\"p\",\"title\":\"T\",\"body\":\"B\"}\n{\"id\":\"q\",\"body\":\"C\"}\n");
  EXPECT_EQ(run("show parts.jsonl --text-field title,body --part title --quiet").out,
            "── p  (parts.jsonl, line 1)\n[title]\nT\n\n");
  EXPECT_EQ(count_lines(run("show two.jsonl --as json --id b").out), 1U);
  const Outcome missing = run("show two.jsonl --id nobody --quiet");
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "cento: no document has the id \"nobody\"\n");
}

TEST_F(Cento, ShowsTables) {
  write("x.run", "301 Q0 FT-1 1 12.5 tag\n301 Q0 FT-2 2 11 tag\n302 Q0 FT-1 1 3 tag\n");
  write("x.qrels", "301 0 FT-1 1\n");
  EXPECT_EQ(run("show x.run --limit 2 --quiet").out,
            "topic\tdocument\trank\tscore\ttag\n301\tFT-1\t1\t12.5\ttag\n301\tFT-2\t2\t11\ttag\n");
  EXPECT_EQ(run("show x.qrels --as json").out, "{\"topic\":\"301\",\"document\":\"FT-1\",\"grade\":1}\n");
  EXPECT_NE(run("show x.run --as none").err.find("3 rows, 2 topics"), std::string::npos);
}

TEST_F(Cento, ReadsStandardInputFoldersGlobsAndCompression) {
  EXPECT_EQ(count_lines(run("show - --as json", "cat two.jsonl |").out), 2U);
  EXPECT_EQ(
      shell("gzip -k two.jsonl && mkdir in && zstd -q two.jsonl -o in/z.jsonl.zst && cp two.jsonl in/a.jsonl").code, 0);
  EXPECT_EQ(count_lines(run("show two.jsonl.gz --as json").out), 2U);
  EXPECT_EQ(count_lines(run("show in --as json").out), 4U);
  EXPECT_EQ(count_lines(run("show 'in/*.zst' --as json").out), 2U);
}

TEST_F(Cento, GivesTheSameForAnyNumberOfThreads) {
  std::string many;
  for (int i = 0; i < 20000; ++i) {
    many += "{\"id\":" + std::to_string(i) + ",\"text\":\"Sentence number " + std::to_string(i) +
            ". And some more words to fill the line, so that there are several blocks.\"}\n";
  }
  write("many.jsonl", many);
  const Outcome one = run("show many.jsonl --as sentences --threads 1");
  const Outcome three = run("show many.jsonl --as sentences --threads 3");
  EXPECT_EQ(run("show many.jsonl --as none --quiet --threads 64").err, "") << "more threads than cores are fine";
  EXPECT_EQ(count_lines(one.out), 60000U);
  EXPECT_EQ(one.out, three.out);
  EXPECT_EQ(run("show many.jsonl --as json --limit 777 --threads 3").out,
            run("show many.jsonl --as json --limit 777 --threads 1").out);
}

TEST_F(Cento, EndsQuietlyWhenThePipeIsClosed) {
  std::string many;
  for (int i = 0; i < 50000; ++i)
    many += "{\"id\":" + std::to_string(i) + ",\"text\":\"Some words to fill the pipe.\"}\n";
  write("many.jsonl", many);
  write("pipe.sh", "{ '" CENTO_PROGRAM "' show many.jsonl --quiet; echo code $? >&2; } | head -n 1\n");
  const Outcome outcome = run("--version >version; sh pipe.sh");
  EXPECT_EQ(outcome.out, "── 0  (many.jsonl, line 1)\n");
  EXPECT_EQ(outcome.err, "code 0\n");
}

TEST_F(Cento, ConvertsAndReadsAgainTheSame) {
  write("mixed/page.html", "<html><head><title>T</title></head><body><p>One &amp; two.</p></body></html>");
  write("mixed/plain.txt", "Plain words.\nAnd more.\n");
  write("mixed/table.csv", "id,text,lang\n7,\"Quoted, text\",en\n");
  write("mixed/two.jsonl", read("two.jsonl"));
  const Outcome first = run("convert mixed -o once.jsonl.zst");
  ASSERT_EQ(first.code, 0) << first.err;
  ASSERT_EQ(run("convert once.jsonl.zst -o twice.jsonl").code, 0);
  const std::string lines = read("twice.jsonl");
  EXPECT_EQ(count_lines(lines), 5U);
  EXPECT_EQ(run("convert once.jsonl.zst").out, lines);
  EXPECT_EQ(run("convert mixed").out, lines);
  EXPECT_NE(lines.find("{\"id\":\"b\",\"text\":\"Another\\ntext.\",\"title\":\"Named\"}\n"), std::string::npos)
      << lines;
}

TEST_F(Cento, SaysHowToReadPartsAgain) {
  write("parts.jsonl", "{\"id\":\"p\",\"title\":\"T\",\"body\":\"B\"}\n");
  const Outcome outcome = run("convert parts.jsonl --text-field title,body -o out.jsonl");
  EXPECT_EQ(read("out.jsonl"), "{\"id\":\"p\",\"title\":\"T\",\"body\":\"B\"}\n");
  EXPECT_NE(outcome.err.find("--text-field body,title"), std::string::npos);
}

TEST_F(Cento, KeepsBadRecords) {
  write("bad.jsonl", "{\"id\":1,\"text\":\"x\"}\nnot json\n{\"id\":2}\n");
  const Outcome outcome = run("show bad.jsonl --rejects rejects.jsonl");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("cento: bad.jsonl, line 2: the line is not a JSON object"), std::string::npos);
  EXPECT_NE(outcome.err.find("2 bad records"), std::string::npos);
  const std::string rejects = read("rejects.jsonl");
  EXPECT_EQ(count_lines(rejects), 2U);
  EXPECT_NE(rejects.find("not json"), std::string::npos);
}

TEST_F(Cento, StopsAtABadRecordWhenStrict) {
  write("bad.jsonl", "{\"id\":1,\"text\":\"x\"}\nnot json\n");
  const Outcome outcome = run("convert bad.jsonl --strict -o out.jsonl");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("bad.jsonl, line 2"), std::string::npos);
  EXPECT_FALSE(exists("out.jsonl"));
}

TEST_F(Cento, FailsWithoutInput) {
  const Outcome outcome = run("show missing.jsonl");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("missing.jsonl"), std::string::npos);
  const Outcome partly = run("show missing.jsonl two.jsonl --as json");
  EXPECT_EQ(partly.code, 1);
  EXPECT_EQ(partly.out, "");
}

TEST_F(Cento, RefusesWrongUsage) {
  for (const std::string arguments :
       {"", "nonsense", "show", "show two.jsonl --nonsense", "show two.jsonl --as pictures",
        "show two.jsonl --format pictures", "show two.jsonl --memory much", "show two.jsonl --charset klingon",
        "show two.jsonl --limit 0", "show two.jsonl --threads 0", "completion fish", "study", "study ndd",
        "study two.jsonl", "study ndd two.jsonl --least 0.7", "study ndd two.jsonl --features no"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("cento: ")) << outcome.err;
    EXPECT_NE(outcome.err.find("--help"), std::string::npos) << outcome.err;
  }
}

TEST_F(Cento, NamesACommandThatDoesNotExist) {
  EXPECT_EQ(run("shw two.jsonl").err,
            "cento: cento has no command \"shw\"; did you mean \"show\"? (see: cento --help)\n");
}

TEST_F(Cento, NamesTheFirstFilesOfAFolderThatItSkips) {
  write("mixed/two.jsonl", read("two.jsonl"));
  for (int i = 0; i < 7; ++i)
    write("mixed/picture" + std::to_string(i) + ".png", "\x89PNG\r\n\x1a\n not a text \x01\x02");
  const Outcome outcome = run("show mixed --as none --threads 1");
  EXPECT_EQ(count_lines(outcome.out), 0U);
  EXPECT_NE(outcome.err.find("cento: mixed/picture0.png: skipped: unknown format\n"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("cento: mixed/picture4.png: skipped: unknown format\n"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("picture5"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("7 files of no known format"), std::string::npos) << outcome.err;
  EXPECT_EQ(run("show mixed --as none --quiet").err, "");
}

TEST_F(Cento, WritesStatistics) {
  write("bad.jsonl", read("two.jsonl") + "{}\n");
  ASSERT_EQ(run("show bad.jsonl --as none --stats-json stats.json --memory 1G --threads 2 --quiet").code, 3);
  const std::string stats = read("stats.json");
  EXPECT_EQ(field(stats, "documents"), "2");
  EXPECT_EQ(field(stats, "parts"), "2");
  EXPECT_EQ(field(stats, "sentences"), "3");
  EXPECT_EQ(field(stats, "tokens"), "8");
  EXPECT_EQ(field(stats, "text_bytes"), "47");
  EXPECT_EQ(field(stats, "input_bytes"), std::to_string(read("bad.jsonl").size()));
  EXPECT_EQ(field(stats, "rejected"), "1");
  EXPECT_EQ(field(stats, "files"), "1");
  EXPECT_EQ(field(stats, "counts"), "{}");
  for (const std::string_view key : {"seconds", "peak_memory_bytes", "version", "kernel"})
    EXPECT_NE(field(stats, key), "") << key;
  EXPECT_EQ(field(field(stats, "options"), "memory"), "1073741824");
  EXPECT_EQ(field(field(stats, "options"), "threads"), "2");
  EXPECT_EQ(field(field(stats, "options"), "inputs"), "[\"bad.jsonl\"]");
}

TEST_F(Cento, TeachesItsCommands) {
  const std::string all = run("--help").out;
  for (const std::string command : {"show", "convert", "compare", "study", "formats", "completion"}) {
    EXPECT_NE(all.find("\n  " + command + " "), std::string::npos) << command;
    const Outcome help = run(command + " --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos) << command;
    EXPECT_NE(help.out.find("cento " + command), std::string::npos) << command;
  }
  const std::string show = run("show --help").out;
  for (const std::string_view option : {"--as", "--limit", "--id", "--part", "--output", "--format", "--text-field",
                                        "--id-field", "--split", "--charset", "--max-document", "--threads", "--memory",
                                        "--temp-dir", "--rejects", "--strict", "--quiet", "--stats-json"}) {
    EXPECT_NE(show.find(option), std::string::npos) << option;
  }
  EXPECT_TRUE(run("--version").out.starts_with("cento "));
}

TEST_F(Cento, StudiesNearDuplicates) {
  write("three.jsonl",
        "{\"id\":\"a\",\"text\":\"one two three four five\"}\n"
        "{\"id\":\"b\",\"text\":\"one two three four six\"}\n"
        "{\"id\":\"c\",\"text\":\"seven eight\"}\n");
  const std::string command = "study ndd three.jsonl --features shingle:1 ";
  const Outcome outcome = run(command + "-o tables --stats-json stats.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string_view title : {"Table 3.1: ", "Table 3.2: ", "Table 3.3: ", "Table 3.4: "})
    EXPECT_NE(outcome.out.find(title), std::string::npos) << title;
  EXPECT_NE(outcome.out.find("\nRR ≥ 0.7   0.00%"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nRR ≥ 0.6  66.67%"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("RR ≥ 0.1 in either run"), std::string::npos) << outcome.err;
  EXPECT_TRUE(read("tables/table_3_1.csv").starts_with("rr,1,0.5,0.25,0.125,"));
  EXPECT_TRUE(read("tables/table_3_2.csv").starts_with("kept,average_error,correlation,recall,precision,pairs,"));
  EXPECT_NE(read("tables/table_3_3.csv").find("\n0.6,0.666667,0.666667,"), std::string::npos);
  EXPECT_NE(read("tables/table_3_4.csv").find("\n100,0.000000,,1.000000,1.000000,1,12,0.000000\n"), std::string::npos)
      << read("tables/table_3_4.csv");
  EXPECT_EQ(field(field(read("stats.json"), "options"), "features"), "\"shingle:1\"");

  const Outcome again = run(command + "-o tables");
  EXPECT_EQ(again.code, 2) << "the tables exist";
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(run(command + "--quiet").err, "");
}

TEST_F(Cento, StudiesReusedSentences) {
  write("three.jsonl",
        "{\"id\":\"a\",\"text\":\"One two three four five.\"}\n"
        "{\"id\":\"b\",\"text\":\"Five four three two one. Only here.\"}\n"
        "{\"id\":\"c\",\"text\":\"Seven eight nine ten.\"}\n");
  const Outcome outcome = run("study qsign three.jsonl -o tables --stats-json stats.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string_view title : {"Table 2: ", "Figure 6: ", "Figure 7: ", "Figure 8: ", "Figure 9: "})
    EXPECT_NE(outcome.out.find(title), std::string::npos) << title;
  EXPECT_NE(outcome.err.find("asked about 3 sentences of 3 documents"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("lists of words find all"), std::string::npos) << outcome.err;
  EXPECT_NE(read("tables/table_2_m64.csv").find("\n0.9-1,2,1.000000,"), std::string::npos)
      << read("tables/table_2_m64.csv");
  EXPECT_EQ(field(field(read("stats.json"), "options"), "queries"), "30");
  EXPECT_EQ(run("study qsign three.jsonl --threshold 0.2").code, 2);
}

TEST_F(Cento, PointsToTheHelpOfAnInnerCommand) {
  const Outcome outcome = run("study ndd two.jsonl --least 0.7");
  EXPECT_NE(outcome.err.find("(see: cento study ndd --help)"), std::string::npos) << outcome.err;
}

TEST_F(Cento, ListsFormats) {
  const std::string list = run("formats").out;
  for (const std::string_view name : {"warc", "jsonl", "csv", "text", "qrels"}) {
    EXPECT_NE(list.find("\n" + std::string(name) + " "), std::string::npos) << name;
  }
}

TEST_F(Cento, CompletesItself) {
  write("complete.sh", "source <('" CENTO_PROGRAM
                       "' completion bash)\n"
                       "complete_words() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _cento; echo "
                       "\"${COMPREPLY[*]}\"; }\n"
                       "complete_words cento con\n"
                       "complete_words cento show --st\n"
                       "complete_words cento show --as t\n"
                       "complete_words cento completion z\n"
                       "complete_words cento study n\n"
                       "complete_words cento study ndd --lea\n"
                       "complete_words cento study ndd two\n"
                       "complete_words cento show two\n");
  const Outcome outcome = run("--version >version; bash complete.sh");
  EXPECT_EQ(outcome.out, "convert\n--strict --stats-json\ntext tokens\nzsh\nndd\n--least\ntwo.jsonl\ntwo.jsonl\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(run("completion zsh").out.starts_with("#compdef cento\n"));
}

}  // namespace
}  // namespace cento
