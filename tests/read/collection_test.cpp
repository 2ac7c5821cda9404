#include "read/collection.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compressed.hpp"
#include "core/error.hpp"
#include "read/tables.hpp"

namespace cento {
namespace {

/// A folder of files for one test.
class Collection : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / (std::string("cento_collection_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  struct Result {
    std::vector<std::string> ids;
    std::vector<std::string> worked;  // what `work` made, in the order `take` saw it
    std::size_t rows = 0;
    std::uint64_t rejected = 0;
    std::map<std::string, std::uint64_t> counts;
  };

  static Result read(const std::vector<std::string>& inputs, std::size_t threads, const ReadOptions& options = {}) {
    ReporterOptions reporting;
    reporting.quiet = true;
    Reporter reporter(reporting);
    ReadProgress progress;
    Result result;
    BatchSteps steps;
    steps.work = [](DocumentBatch& batch) -> std::shared_ptr<void> {
      auto texts = std::make_shared<std::vector<std::string>>();
      for (const Document& document : batch.documents) texts->emplace_back(document.parts[0].text);
      return texts;
    };
    steps.take = [&](DocumentBatch& batch, void* made) {
      for (const Document& document : batch.documents) result.ids.emplace_back(document.id);
      for (const std::string& text : *static_cast<std::vector<std::string>*>(made)) result.worked.push_back(text);
    };
    steps.table = [&](const Format&, Input& in) { result.rows += read_qrels(in, reporter).size(); };
    const InputList list(inputs, reporter);
    read_collection(list, options, threads, reporter, progress, steps);
    EXPECT_EQ(progress.documents, result.ids.size());
    result.rejected = reporter.rejected();
    result.counts = reporter.counts();
    return result;
  }

  std::filesystem::path folder_;
};

TEST_F(Collection, KeepsTheOrderOfTheInputWhateverTheNumberOfThreads) {
  std::string lines;
  for (int i = 0; i < 20000; ++i) {
    lines += R"({"id":")" + std::to_string(i) + R"(","text":")" + std::string(200 + i % 97, 'x') + "\"}\n";
    if (i % 1000 == 7) lines += "not JSON\n";
  }
  write("a.jsonl", lines);
  write("b.txt", "A plain text.");
  const Result one = read({folder_}, 1);
  const Result four = read({folder_}, 4);
  ASSERT_EQ(one.ids.size(), 20001U);
  EXPECT_EQ(one.ids[12345], "12345");
  EXPECT_EQ(one.rejected, 20U);
  EXPECT_EQ(one.ids, four.ids);
  EXPECT_EQ(one.worked, four.worked);
  EXPECT_EQ(one.rejected, four.rejected);
}

TEST_F(Collection, PassesOverWhatIsOfNoKnownFormatInAFolderButSaysSoOfAFileThatWasNamed) {
  const std::string image = write("image.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0", 20));
  write("note.txt", "A note.");
  EXPECT_EQ(read({folder_}, 1).counts.at("files of no known format"), 1U);
  EXPECT_EQ(read({folder_}, 1).rejected, 0U);
  EXPECT_THROW(read({image, folder_ / "note.txt"}, 1), Error);
}

TEST_F(Collection, ReadsTheRestWhenAFileIsDamaged) {
  write("broken.jsonl.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03 nothing of gzip", 26));
  write("sound.jsonl", R"({"id":"1","text":"Sound."})");
  const Result result = read({folder_}, 2);
  EXPECT_EQ(result.ids, std::vector<std::string>{"1"});
  EXPECT_EQ(result.rejected, 1U);
}

/// Lines that go on from one member to the next, as pigz and bgzip cut them.
TEST_F(Collection, RejectsWhatReachesIntoADamagedMember) {
  std::string lost = testing::gzip(" from the second member\nlost, too\nthe third line");
  lost[lost.size() - 8] = static_cast<char>(lost[lost.size() - 8] ^ 1);
  const std::string bytes = testing::gzip("a whole line\nthe first line") + lost + testing::gzip(" ends here\nwhole\n");
  ReadOptions options;
  options.split = "lines";
  for (const std::size_t threads : {1U, 3U}) {
    const Result result = read({write("lines.txt.gz", bytes)}, threads, options);
    EXPECT_EQ(result.worked, (std::vector<std::string>{"a whole line", "whole"}));
    EXPECT_EQ(result.rejected, 2U) << "the line that was put together of two, and the file";
  }
}

TEST_F(Collection, RejectsTheTextOfAFileThatEndsEarly) {
  const std::string packed = testing::gzip("A text that goes on for a while, and then some more of it.");
  write("cut.txt.gz", packed.substr(0, packed.size() - 12));
  write("whole.txt", "A whole text.");
  const Result result = read({folder_}, 1);
  EXPECT_EQ(result.worked, std::vector<std::string>{"A whole text."});
  EXPECT_EQ(result.rejected, 2U);
}

TEST_F(Collection, FailsWhenSomethingNamedGivesNoDocument) {
  const std::string sound = write("sound.jsonl", R"({"id":"1","text":"Sound."})");
  const std::string other = write("other.jsonl", "{\"id\":\"2\",\"txt\":\"Unsound.\"}\n");
  for (const std::size_t threads : {1U, 3U}) {
    EXPECT_THROW(read({sound, other}, threads), Error);
    EXPECT_THROW(read({other, sound}, threads), Error);
  }
  EXPECT_EQ(read({folder_}, 1).rejected, 1U) << "the folder gives one";
}

TEST_F(Collection, HandsTablesOver) {
  const std::string qrels = write("qrels.txt", "701 0 GX000-00-1 0\n701 0 GX000-00-2 1\n");
  EXPECT_EQ(read({qrels}, 2).rows, 2U);
}

TEST_F(Collection, CountsEmptyFiles) {
  write("empty.txt", "");
  EXPECT_EQ(read({folder_}, 1).counts.at("empty files"), 1U);
}

TEST_F(Collection, StopsWhenAStepThrows) {
  std::string lines;
  for (int i = 0; i < 20000; ++i) lines += R"({"text":")" + std::string(300, 'x') + "\"}\n";
  const std::string file = write("a.jsonl", lines);
  Reporter reporter;
  ReadProgress progress;
  BatchSteps steps;
  steps.take = [](DocumentBatch&, void*) { throw Error("enough"); };
  const InputList list({file}, reporter);
  EXPECT_THROW(read_collection(list, {}, 4, reporter, progress, steps), Error);
  EXPECT_THROW(read_collection(list, {}, 1, reporter, progress, steps), Error);
}

TEST_F(Collection, RefusesAFormatThatDoesNotExist) {
  ReadOptions options;
  options.format = "docx";
  const std::string file = write("a.txt", "text");
  EXPECT_THROW(read({file}, 1, options), UsageError);
}

}  // namespace
}  // namespace cento
