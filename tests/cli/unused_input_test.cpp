#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "run_program.hpp"

namespace cento {
namespace {

using testing::count_lines;
using testing::field;
using testing::Outcome;

constexpr std::string_view kOne = "{\"id\":\"one\",\"text\":\"The ferry leaves at nine. Nobody is aboard.\"}\n";
constexpr std::string_view kTwo = "{\"id\":\"two\",\"text\":\"A kettle sings in the kitchen. It is raining.\"}\n";

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

/// Input that cannot be used: exit code 3, or 1 if something that was named yields nothing at all.
class UnusedInputs : public testing::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("in/one.jsonl", kOne);
    write("two.jsonl", kTwo);
    std::filesystem::create_directories(folder_ / "empty");
  }

  /// Runs `convert ARGUMENTS -o out.jsonl --quiet`: a run that completes without one file.
  void expect_file_lost(const std::string& arguments, const std::string& first) const {
    const Outcome outcome = run("convert " + arguments + " -o out.jsonl --quiet");
    EXPECT_EQ(outcome.code, 3) << arguments << ": " << outcome.err;
    EXPECT_EQ(count_lines(outcome.err), 1U) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("cento: 1 file could not be used: " + first)) << outcome.err;
    const Outcome strict = run("convert " + arguments + " -o strict.jsonl --quiet --strict");
    EXPECT_EQ(strict.code, 1) << arguments << ": " << strict.err;
    EXPECT_TRUE(strict.err.starts_with("cento: " + first)) << strict.err;
    EXPECT_FALSE(exists("strict.jsonl"));
  }

  void expect_failure(const std::string& arguments, const std::string& sentence) const {
    const Outcome outcome = run("convert " + arguments + " -o out.jsonl --quiet");
    EXPECT_EQ(outcome.code, 1) << arguments << ": " << outcome.err;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
    EXPECT_FALSE(exists("out.jsonl")) << arguments;
  }

  /// Flips a bit of a file; a negative place counts from its end.
  void flip(const std::string& name, std::ptrdiff_t at) const {
    std::string bytes = read(name);
    char& byte = bytes[at < 0 ? bytes.size() - static_cast<std::size_t>(-at) : static_cast<std::size_t>(at)];
    byte = static_cast<char>(byte ^ 1);
    write(name, bytes);
  }

  /// More documents than the reader holds back, so that some are used before the checksum is known.
  [[nodiscard]] static std::string many_documents() {
    std::string lines;
    unsigned seed = 7;
    for (int i = 0; lines.size() < 6'000'000; ++i) {
      lines += "{\"id\":\"d" + std::to_string(i) + "\",\"text\":\"";
      for (int word = 0; word < 40; ++word) {
        seed = seed * 1103515245 + 12345;
        lines += "word" + std::to_string(seed >> 18) + " ";
      }
      lines += "end.\"}\n";
    }
    return lines;
  }
};

TEST_F(UnusedInputs, NoneIsExitCodeZero) {
  const Outcome outcome = run("convert in two.jsonl -o out.jsonl --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(UnusedInputs, RecordsAreCountedInTheLastLine) {
  write("bad.jsonl", std::string(kOne) + "{\"id\":\"x\"}\nno json\n");
  const Outcome outcome = run("convert bad.jsonl -o out.jsonl --quiet");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(count_lines(outcome.err), 1U) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("cento: 2 records could not be used; the first: bad.jsonl, line 2: "))
      << outcome.err;
  EXPECT_EQ(count_lines(read("out.jsonl")), 1U);
  const Outcome loud = run("convert bad.jsonl -o out.jsonl");
  EXPECT_EQ(last_line(loud.err) + "\n", outcome.err);
}

TEST_F(UnusedInputs, EveryCommandSaysSo) {
  write("bad.jsonl", std::string(kOne) + std::string(kTwo) + "no json\n");
  write("pairs.tsv", "a_id\tb_id\tlabel\none\ttwo\t1\none\tthree\t0\nbroken\n");
  write("found.tsv", "a_id\tb_id\tscore\none\ttwo\t0.9\n");
  ASSERT_EQ(run("index add known two.jsonl --quiet").code, 0);
  for (const std::string arguments :
       {"show bad.jsonl --as none", "convert bad.jsonl -o c.jsonl", "scan bad.jsonl",
        "scan two.jsonl --against bad.jsonl", "scan bad.jsonl --method blog", "scan bad.jsonl --method substring",
        "pairs bad.jsonl -o p.tsv", "dedup bad.jsonl -o d.jsonl", "dedup two.jsonl --against bad.jsonl -o d.jsonl",
        "dedup bad.jsonl --level sentence -o d.jsonl", "stats bad.jsonl -o s.stats", "index add archive bad.jsonl",
        "query known bad.jsonl", "query known bad.jsonl --add", "eval pairs.tsv found.tsv", "study ndd bad.jsonl"}) {
    const Outcome outcome = run(arguments + " --quiet");
    EXPECT_EQ(outcome.code, 3) << arguments << ": " << outcome.err;
    EXPECT_TRUE(last_line(outcome.err).starts_with("cento: 1 record could not be used: ")) << outcome.err;
  }
  const Outcome compared = run("compare bad.jsonl#two two.jsonl");
  EXPECT_EQ(compared.code, 3) << compared.err;
}

TEST_F(UnusedInputs, FilesThatCannotBeReadAreCounted) {
  std::filesystem::create_symlink("gone.jsonl", folder_ / "in/dangling.jsonl");
  expect_file_lost("in", "in/dangling.jsonl: the link is broken");
  std::filesystem::remove(folder_ / "in/dangling.jsonl");
  std::filesystem::create_symlink("/proc/self/mem", folder_ / "in/zero.jsonl");  // gives EIO
  expect_file_lost("in", "in/zero.jsonl, byte 0: cannot be read further: Input/output error");
}

TEST_F(UnusedInputs, FilesThatEndEarlyAreCounted) {
  for (const std::string name : {"cut.jsonl.gz", "cut.jsonl.zst"}) {
    const std::filesystem::path path = folder_ / "in" / name;
    write("many.jsonl", many_documents());
    ASSERT_EQ(run("convert many.jsonl -o in/" + name + " --quiet").code, 0);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    const Outcome outcome = run("convert in/" + name + " -o out.jsonl --quiet --rejects rejects.jsonl --stats-json s");
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_NE(read("rejects.jsonl").find("data ends early"), std::string::npos) << read("rejects.jsonl");
    EXPECT_GT(count_lines(read("out.jsonl")), 1000U) << "what came before is used";
    EXPECT_NE(read("rejects.jsonl").find("\"kind\":\"file\""), std::string::npos) << read("rejects.jsonl");
    EXPECT_EQ(field(read("s"), "rejected_files"), "1");
    EXPECT_EQ(run("convert in/" + name + " -o strict.jsonl --quiet --strict").code, 1);
    std::filesystem::remove(path);
  }
}

TEST_F(UnusedInputs, ANamedInputWithoutDocumentsIsAFailure) {
  write("many.jsonl", std::string(kOne) + std::string(kTwo));
  expect_failure("many.jsonl --text-field nothing", "many.jsonl yields no documents: many.jsonl, line 1: ");
  EXPECT_EQ(run("convert many.jsonl -o out.jsonl --text-field nothing --rejects rejects.jsonl --quiet").code, 1);
  EXPECT_EQ(count_lines(read("rejects.jsonl")), 2U) << "which says why";
  EXPECT_FALSE(exists("out.jsonl"));
  expect_failure("two.jsonl missing.jsonl", "missing.jsonl: there is no such file");
  expect_failure("two.jsonl 'no*match'", "no*match: no file matches this pattern");
  expect_failure("two.jsonl empty", "empty: there is no file to read in this folder");
  expect_failure("two.jsonl /proc/self/mem", "/proc/self/mem yields no documents: ");
  write("pictures/a.png", std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0", 20));
  write("pictures/b.png", std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0", 20));
  expect_failure("two.jsonl pictures", "pictures yields no documents: unknown format");
  write("a.qrels", "701 0 GX000-00-1 0\n701 0 GX000-00-2 1\n");
  expect_failure("two.jsonl a.qrels", "a.qrels yields no documents: it is a table (TREC relevance judgements)");
  EXPECT_EQ(run("dedup two.jsonl --against pictures -o out.jsonl --quiet").code, 1);
  EXPECT_EQ(run("scan two.jsonl --against missing.jsonl --quiet").code, 1);
}

TEST_F(UnusedInputs, AnEmptyFileIsNone) {
  write("nothing.jsonl", "");
  write("blank.jsonl", "\n\n");
  write("header.csv", "id,text\n");
  for (const std::string name : {"nothing.jsonl", "blank.jsonl", "header.csv", "-"}) {
    const Outcome outcome = run("convert " + name + " -o out.jsonl --quiet < nothing.jsonl");
    EXPECT_EQ(outcome.code, 0) << name << ": " << outcome.err;
  }
  write("mixed/a.png", std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0", 20));
  write("mixed/b.jsonl", kOne);
  EXPECT_EQ(run("convert mixed -o out.jsonl --quiet").code, 0) << "a picture among texts is not a loss";
}

/// The second reading of a file is compared with the first. The named pipe is opened after the file was read, and then
/// the file gets another line.
TEST_F(UnusedInputs, ASecondReadingThatDiffersIsAFailure) {
  write("in/one.jsonl", std::string(kOne) + std::string(kTwo));
  write("more.txt", "The ferry leaves at nine. Nobody is aboard.");
  const Outcome outcome = shell("mkfifo pipe && { '" CENTO_PROGRAM
                                "' scan in/one.jsonl pipe --method blog --quiet & "
                                "exec 3>pipe && echo '{\"text\":\"It was not there before.\"}' >> in/one.jsonl && cat "
                                "more.txt >&3 && exec 3>&- ; "
                                "wait $!; }");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.err.find("two readings of the input differ"), std::string::npos) << outcome.err;
}

TEST_F(UnusedInputs, NothingComesFromASmallMemberWithAWrongChecksum) {
  ASSERT_EQ(run("convert in/one.jsonl -o in/one.jsonl.gz --quiet").code, 0);
  ASSERT_EQ(run("convert two.jsonl -o two.jsonl.gz --quiet").code, 0);
  for (const std::ptrdiff_t at : {-8, -4, 30}) {  // of the checksum, the length, the data
    const std::string sound = read("in/one.jsonl.gz");
    flip("in/one.jsonl.gz", at);
    write("both.jsonl.gz", read("in/one.jsonl.gz") + read("two.jsonl.gz"));
    write("in/one.jsonl.gz", sound);
    const Outcome outcome = run("convert both.jsonl.gz --quiet");
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_EQ(outcome.out, kTwo) << "flipped at " << at;
  }
}

TEST_F(UnusedInputs, NothingComesFromALargeMemberWithAWrongChecksum) {
  write("many.jsonl", many_documents());
  for (const std::string name : {"many.jsonl.gz", "many.jsonl.zst"}) {
    ASSERT_EQ(run("convert many.jsonl -o in/" + name + " --quiet").code, 0);
    flip("in/" + name, name.ends_with("gz") ? -8 : -1);
    const std::vector<std::string> commands = {"convert in -o out.jsonl", "dedup in -o out.jsonl --as-jsonl",
                                               "dedup in/one.jsonl in/" + name + " -o out.jsonl"};
    for (const std::string& arguments : commands) {
      const Outcome outcome = run(arguments + " --quiet");
      const bool is_named = arguments.ends_with(name + " -o out.jsonl");
      EXPECT_EQ(outcome.code, is_named ? 1 : 3) << arguments << ": " << outcome.err;
      EXPECT_NE(outcome.err.find("checksum"), std::string::npos) << outcome.err;
      if (!is_named) {
        EXPECT_EQ(count_lines(read("out.jsonl")), 1U) << arguments;
      }
      std::filesystem::remove(folder_ / "out.jsonl");
    }
    ASSERT_EQ(run("index add archive in --quiet").code, 3);
    EXPECT_NE(run("query archive in/one.jsonl").err.find("1 document"), std::string::npos);
    EXPECT_EQ(count_lines(run("query archive two.jsonl --quiet").out), 1U);
    const Outcome streamed = run("convert in > out.jsonl --quiet");
    EXPECT_EQ(streamed.code, 1) << "what was written cannot be taken back";
    EXPECT_NE(streamed.err.find("cannot be trusted"), std::string::npos) << streamed.err;
    const Outcome piped = run("convert - -o out.jsonl --quiet", "cat in/" + name + " |");
    EXPECT_EQ(piped.code, 1) << piped.err;
    EXPECT_NE(piped.err.find("standard input yields no documents: "), std::string::npos) << piped.err;
    std::filesystem::remove_all(folder_ / "archive");
    std::filesystem::remove(folder_ / "in" / name);
  }
}

/// A line in UTF-16: little-endian or big-endian.
std::string wide(std::string_view ascii, bool is_big) {
  std::string out = is_big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : ascii) {
    if (is_big) out.push_back('\0');
    out.push_back(c);
    if (!is_big) out.push_back('\0');
  }
  return out;
}

TEST_F(UnusedInputs, ADamagedFirstLineDoesNotTurnJsonLinesIntoPlainText) {
  write("torn.jsonl", "xt\":\"the end of a line\"}\n{\"id\":\"b\",\"text\":\"a whole line\"}\n");
  const Outcome outcome = run("show torn.jsonl");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("1 record could not be used: torn.jsonl, line 1: "), std::string::npos);
  EXPECT_EQ(outcome.out.find("the end of a line"), std::string::npos);
  EXPECT_NE(outcome.out.find("a whole line"), std::string::npos);
  write("notes.json", "These are notes.\n");
  EXPECT_EQ(run("show notes.json").code, 1);
  write("page.warc", "Not an archive at all.\n");
  EXPECT_EQ(run("show page.warc").code, 1);
  EXPECT_EQ(run("show notes.json --format text").code, 0);
}

TEST_F(UnusedInputs, Utf16JsonLinesAreConverted) {
  for (const bool is_big : {false, true}) {
    write("wide.jsonl", wide(std::string(kOne) + std::string(kTwo) + std::string(kOne), is_big));
    const Outcome outcome = run("convert wide.jsonl --quiet");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(count_lines(outcome.out), 3U) << outcome.out;
    EXPECT_NE(outcome.out.find("A kettle sings in the kitchen."), std::string::npos);
    ASSERT_EQ(run("dedup wide.jsonl -o clean.jsonl --quiet").code, 0);
    EXPECT_EQ(read("clean.jsonl"), wide(std::string(kOne) + std::string(kTwo), is_big)) << "copied byte for byte";
    write("wide.csv", wide("id,text\nx,The ferry leaves at nine.\n", is_big));
    EXPECT_NE(run("convert wide.csv --quiet").out.find("The ferry leaves at nine."), std::string::npos);
  }
}

}  // namespace
}  // namespace cento
