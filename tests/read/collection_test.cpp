#include "read/collection.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "cento/error.hpp"
#include "compressed.hpp"
#include "read/table/tables.hpp"

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

  /// Records what it is given.
  struct NotingStep {
    Result& result;
    Reporter& reporter;

    static std::vector<std::string> work(DocumentBatch& batch) {
      std::vector<std::string> texts;
      for (const Document& document : batch.documents) texts.emplace_back(document.parts[0].text);
      return texts;
    }
    void take(DocumentBatch& batch, const std::vector<std::string>& texts) {
      for (const Document& document : batch.documents) result.ids.emplace_back(document.id);
      result.worked.insert(result.worked.end(), texts.begin(), texts.end());
    }
    void table(const Format& /*format*/, Input& in) { result.rows += read_qrels(in, reporter).size(); }
  };

  static Result read(const std::vector<std::string>& inputs, std::size_t threads, const ReadOptions& options = {}) {
    ReporterOptions reporting;
    reporting.quiet = true;
    Reporter reporter(reporting);
    ReadProgress progress;
    Result result;
    NotingStep step{result, reporter};
    const InputList list(inputs, reporter);
    read_collection(list, options, threads, reporter, progress, step);
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

/// Lines that continue from one member to the next, as pigz and bgzip cut them.
TEST_F(Collection, RejectsWhatReachesIntoADamagedMember) {
  std::string lost = testing::gzip(" from the second member\nlost, too\nthe third line");
  lost[lost.size() - 8] = static_cast<char>(lost[lost.size() - 8] ^ 1);
  const std::string bytes = testing::gzip("a whole line\nthe first line") + lost + testing::gzip(" ends here\nwhole\n");
  ReadOptions options;
  options.split = "lines";
  for (const std::size_t threads : {1U, 3U}) {
    const Result result = read({write("lines.txt.gz", bytes)}, threads, options);
    EXPECT_EQ(result.worked, (std::vector<std::string>{"a whole line", "whole"}));
    EXPECT_EQ(result.rejected, 2U) << "the line that was joined from two, and the file";
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
  EXPECT_EQ(read({folder_}, 1).rejected, 1U) << "the folder yields one";
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
  TakeOnly step([](DocumentBatch&) { throw Error("enough"); });
  const InputList list({file}, reporter);
  EXPECT_THROW(read_collection(list, {}, 4, reporter, progress, step), Error);
  EXPECT_THROW(read_collection(list, {}, 1, reporter, progress, step), Error);
}

TEST_F(Collection, RefusesAFormatThatDoesNotExist) {
  ReadOptions options;
  options.format = "docx";
  const std::string file = write("a.txt", "text");
  EXPECT_THROW(read({file}, 1, options), UsageError);
}

/// `count` JSON lines, each with a text of `bytes` bytes.
std::string lines_of(std::size_t count, std::size_t bytes) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::string(bytes, 'x') + "\"}\n";
  }
  return lines;
}

TEST_F(Collection, LargeBlocksGoAloneWhenMemoryIsShort) {
  constexpr std::size_t kLarge = std::size_t{3} << 20;
  constexpr std::size_t kDocuments = 12;
  const std::string file = write("large.jsonl", lines_of(kDocuments, kLarge));
  ReporterOptions reporting;
  reporting.quiet = true;
  Reporter reporter(reporting);
  ReadProgress progress;
  ReadOptions options;
  options.memory_bytes = std::uint64_t{32} << 20;
  std::atomic<int> on_their_way = 0;
  std::atomic<int> most = 0;
  std::size_t taken = 0;
  const auto work = [&](DocumentBatch&) {
    most = std::max(most.load(), ++on_their_way);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 0;
  };
  const auto take = [&](DocumentBatch& batch, int) {
    taken += batch.documents.size();
    --on_their_way;
  };
  const InputList list({file}, reporter);
  read_collection(list, options, 4, reporter, progress, WorkAndTake{work, take});
  EXPECT_EQ(taken, kDocuments);
  EXPECT_EQ(most, 1) << "two such texts and their results do not fit";
}

TEST_F(Collection, LittleMemoryChangesNothingButTheTime) {
  const std::string file = write("some.jsonl", lines_of(300, 5000));
  ReadOptions little;
  little.memory_bytes = std::uint64_t{1} << 20;
  const Result expected = read({file}, 1);
  const Result found = read({file}, 4, little);
  EXPECT_EQ(found.ids, expected.ids);
  EXPECT_EQ(found.worked, expected.worked);
}

}  // namespace
}  // namespace cento
