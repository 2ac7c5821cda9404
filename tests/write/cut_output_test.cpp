// Collections written without stretches of their texts: all other bytes are kept.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "write/clean/clean_output.hpp"

namespace cento {
namespace {

/// Words that are cut wherever they occur.
const std::vector<std::string> kCut = {"CUT ", "中文"};

struct CutSettings {
  ReadOptions reading = {};
  bool as_json_lines = false;
  Emptied emptied = Emptied::stay;
};

void add_cuts(DocId number, const Document& document, TextCuts& cuts) {
  for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
    const std::string_view text = document.parts[part].text;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t size = 0;
      for (const std::string& word : kCut) size = text.substr(at).starts_with(word) ? word.size() : size;
      if (size > 0) {
        cuts.add(number, {part, {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + size)}});
      }
      at += std::max<std::size_t>(1, size);
    }
  }
}

CleanCounts cut_all(const std::vector<std::string>& inputs, const std::string& output,
                    const CutSettings& settings = {}) {
  ReporterOptions reporting;
  reporting.quiet = true;
  Reporter reporter(reporting);
  InputList list(inputs, reporter);
  list.keep_pipes(1000, {});
  CleanOutput out(list, settings.reading, {output, settings.as_json_lines, 1000, {}});
  TextCuts cuts(100, {});
  DocId documents = 0;
  TakeOnly step([&](DocumentBatch& batch) {
    for (const Document& document : batch.documents) add_cuts(documents++, document, cuts);
    out.note(batch);
  });
  ReadProgress progress;
  read_collection(list, settings.reading, 2, reporter, progress, step);
  const CleanCounts counts = out.write_cut(cuts, settings.emptied, 2);
  out.publish();
  return counts;
}

class CutOutput : public ::testing::Test {
 protected:
  /// The result for a file with these bytes.
  std::string cut(const std::string& name, const std::string& bytes, const CutSettings& settings = {}) {
    folder_.write(name, bytes);
    counts_ = cut_all({folder_ / name}, (folder_ / "out"), settings);
    return folder_.read("out");
  }

  testing::TempFolder folder_;
  CleanCounts counts_;
};

TEST_F(CutOutput, KeepsAllElseOfJsonLines) {
  EXPECT_EQ(cut("in.jsonl",
                "{ \"id\" : 1,\t\"text\":\"One. CUT Two.\\nCUT Three\", \"x\":\"CUT \" }\r\n\n"
                "{\"text\":\"no\"}\n{\"meta\":{\"k\":\"CUT \"},\"text\":\"a\\u4e2d\\u6587b\\u0043UT c\"}"),
            "{ \"id\" : 1,\t\"text\":\"One. Two.\\nThree\", \"x\":\"CUT \" }\r\n\n"
            "{\"text\":\"no\"}\n{\"meta\":{\"k\":\"CUT \"},\"text\":\"abc\"}");
  EXPECT_EQ(counts_.kept, 3U);
}

TEST_F(CutOutput, CutsSeveralFieldsInAnyOrder) {
  CutSettings settings;
  settings.reading.text_fields = {"body", "meta.title"};
  EXPECT_EQ(cut("in.jsonl", "{\"meta\":{\"title\":\"CUT T\"},\"other\":\"CUT O\",\"body\":\"B CUT \"}\n", settings),
            "{\"meta\":{\"title\":\"T\"},\"other\":\"CUT O\",\"body\":\"B \"}\n");
}

TEST_F(CutOutput, KeepsWhatIsNotSoundInJsonLines) {
  EXPECT_EQ(cut("in.jsonl", "{\"text\":\"\xff\\ud800 \x01 CUT b\tCUT c\",\"n\":NaN}\n"),
            "{\"text\":\"\xff\\ud800 \x01 b\tc\",\"n\":NaN}\n");
}

TEST_F(CutOutput, CutsAnObjectOverManyLines) {
  EXPECT_EQ(cut("in.json", "{\n  \"text\": \"a CUT b\",\n  \"id\": 7\n}\n"),
            "{\n  \"text\": \"a b\",\n  \"id\": 7\n}\n");
}

TEST_F(CutOutput, CutsPlainText) {
  EXPECT_EQ(cut("in.txt", "\xef\xbb\xbfOne CUT two\r\n中文三\n"), "\xef\xbb\xbfOne two\r\n三\n");
  CutSettings lines;
  lines.reading.split = "lines";
  EXPECT_EQ(cut("in.txt", "CUT one\n\n  CUT two\r\nthree\n", lines), "one\n\n  two\r\nthree\n");
  CutSettings paragraphs;
  paragraphs.reading.split = "paragraphs";
  EXPECT_EQ(cut("in.txt", "CUT one\nCUT two\n\n\nthree CUT ", paragraphs), "one\ntwo\n\n\nthree ");
  CutSettings pattern;
  pattern.reading.split = "=+";
  EXPECT_EQ(cut("in.txt", "CUT one\n===\ntwo CUT two", pattern), "one\n===\ntwo two");
}

TEST_F(CutOutput, CutsTextOfOtherCharsets) {
  const std::string latin = "caf\xe9 CUT d\xe9j\xe0 vu, tr\xe8s cher, bien s\xfbr, \xe0 bient\xf4t\n";
  CutSettings settings;
  settings.reading.charset = "windows-1252";
  EXPECT_EQ(cut("in.txt", latin, settings), "caf\xe9 d\xe9j\xe0 vu, tr\xe8s cher, bien s\xfbr, \xe0 bient\xf4t\n");
  const std::string wide(
      "\xff\xfe"
      "a\0C\0U\0T\0 \0b\0",
      14);
  EXPECT_EQ(cut("in.txt", wide), std::string("\xff\xfe"
                                             "a\0b\0",
                                             6));
}

TEST_F(CutOutput, CutsRows) {
  EXPECT_EQ(cut("in.csv", "id,text,x\r\n1,\"CUT a \"\"b\"\", CUT c\r\nd\",CUT \r\n2,CUT e,\"f\"\r\n"),
            "id,text,x\r\n1,\"a \"\"b\"\", c\r\nd\",CUT \r\n2,e,\"f\"\r\n");
  EXPECT_EQ(cut("in.tsv", "id\ttext\n1\tone CUT two\n"), "id\ttext\n1\tone two\n");
}

TEST_F(CutOutput, RefusesRowsThatWouldBeReadOtherwise) {
  EXPECT_THROW(cut("in.csv", "id,text\n1,CUT \"a\" b\n"), Error);
  EXPECT_THROW(cut("in.tsv", "id\ttext\n1\t\"a\"CUT \n"), Error);
  EXPECT_THROW(cut("in.csv", "text\na\n\rCUT \n"), Error);
  EXPECT_THROW(cut("in.csv", "id,text\n1,a\rCUT \n"), Error);
}

TEST_F(CutOutput, RefusesToJoinHalvesOfACharacter) {
  EXPECT_THROW(cut("in.jsonl", "{\"text\":\"a \\ud83dCUT \\ude00 b\"}\n"), Error);
  EXPECT_THROW(cut("in.jsonl",
                   "{\"text\":\"a \xe4"
                   "CUT \xb8\xad b\"}\n"),
               Error);
  EXPECT_EQ(cut("in.jsonl", "{\"text\":\"a \\ud83dCUT b\"}\n"), "{\"text\":\"a \\ud83db\"}\n");
}

TEST_F(CutOutput, RefusesTextsThatAreNotInTheirRecord) {
  EXPECT_THROW(cut("in.html", "<html><body>a CUT b</body></html>"), Error);
  EXPECT_THROW(cut("in.jsonl", "{\"text\":[\"a CUT b\",\"c\"]}\n"), Error);
  EXPECT_THROW(cut("in.jsonl", "{\"html\":\"<p>a CUT b\"}\n"), Error);
  EXPECT_EQ(cut("in.html", "<html><body>nothing to do</body></html>"), "<html><body>nothing to do</body></html>");
}

TEST_F(CutOutput, CutsEverythingThatBecomesJsonLines) {
  CutSettings settings;
  settings.as_json_lines = true;
  const std::string line = cut("in.html", "<html><body>a CUT b</body></html>", settings);
  EXPECT_NE(line.find("\"text\":\"a b\""), std::string::npos) << line;
  EXPECT_EQ(cut("in.jsonl", "{\"id\":\"1\",\"text\":[\"a CUT b\",\"c\"],\"x\":1}\n", settings),
            "{\"id\":\"1\",\"text\":\"a b\\n\\nc\",\"x\":1}\n");
}

TEST_F(CutOutput, KeepsOrDropsWhatIsEmptied) {
  const std::string lines = "{\"text\":\"CUT CUT \",\"id\":1}\n{\"text\":\"\",\"id\":2}\n{\"text\":\"c\",\"id\":3}\n";
  EXPECT_EQ(cut("in.jsonl", lines), "{\"text\":\"\",\"id\":1}\n{\"text\":\"\",\"id\":2}\n{\"text\":\"c\",\"id\":3}\n");
  CutSettings settings;
  settings.emptied = Emptied::go;
  EXPECT_EQ(cut("in.jsonl", lines, settings), "{\"text\":\"\",\"id\":2}\n{\"text\":\"c\",\"id\":3}\n");
  EXPECT_EQ(counts_.kept, 2U);
  EXPECT_EQ(counts_.removed, 1U);
  settings.as_json_lines = true;
  EXPECT_EQ(cut("in.jsonl", lines, settings), "{\"id\":\"2\",\"text\":\"\"}\n{\"id\":\"3\",\"text\":\"c\"}\n");
}

TEST_F(CutOutput, CutsAFolder) {
  folder_.write("in/a.txt", "one CUT two");
  folder_.write("in/b/c.txt", "three");
  folder_.write("in/d.jsonl", "{\"text\":\"CUT x\"}\n");
  cut_all({folder_ / "in"}, (folder_ / "result/"));
  EXPECT_EQ(folder_.read("result/a.txt"), "one two");
  EXPECT_EQ(folder_.read("result/b/c.txt"), "three");
  EXPECT_EQ(folder_.read("result/d.jsonl"), "{\"text\":\"x\"}\n");
}

TEST_F(CutOutput, AppendsInputs) {
  folder_.write("a.jsonl", "{\"text\":\"CUT x\"}");
  folder_.write("b.jsonl", "{\"text\":\"yCUT \"}\n");
  cut_all({(folder_ / "a.jsonl"), (folder_ / "b.jsonl")}, (folder_ / "out"));
  EXPECT_EQ(folder_.read("out"), "{\"text\":\"x\"}\n{\"text\":\"y\"}\n");
}

}  // namespace
}  // namespace cento
