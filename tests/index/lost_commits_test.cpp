// Losses in a catalog's log are noticed, however its index is opened, and nothing is changed unasked.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "cento/error.hpp"
#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"
#include "index/new_index.hpp"
#include "index/store/catalog_log.hpp"
#include "index/store/commit_count.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

namespace fs = std::filesystem;
using namespace testing;

constexpr std::size_t kFrameBytes = 24 + 8192;
constexpr std::size_t kHeadBytes = 32;
constexpr unsigned kCommits = 12;

/// An index with a log, which can be restored after each damage.
class LostCommits : public ::testing::Test {
 protected:
  void SetUp() override {
    create_index(temporary_ / "good", IndexOptions(), {});
    leave_log(temporary_ / "good");
    put_back();
    size_ = fs::file_size(log());
    ASSERT_GT(size_, kHeadBytes + 2 * kCommits * kFrameBytes);
  }

  /// Lets another process commit documents one by one and end without closing the index, as a killed one does.
  static void leave_log(const std::string& folder) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto* writer = new IndexWriter(folder, line_digesters(), {});  // NOLINT: never closed
      for (unsigned i = 0; i < kCommits; ++i) {
        add_each(*writer, {{"id" + std::to_string(i), "Line " + std::to_string(i) + "\nShared."}});
        writer->commit();
      }
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }

  void put_back() const {
    fs::remove_all(folder());
    fs::copy(temporary_ / "good", folder());
  }

  void flip(const std::string& path, std::uint64_t at) const {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(file.get() ^ 0x20);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
  }

  [[nodiscard]] std::string folder() const { return temporary_ / "index"; }
  [[nodiscard]] std::string log() const { return folder() + "/catalog.sqlite-wal"; }
  [[nodiscard]] std::uint64_t documents() const { return open_index(folder(), line_digesters())->documents(); }

  void expect_refused(const std::string& what) const {
    const std::string bytes = temporary_.read("index/catalog.sqlite-wal");
    const auto complain = [&](const auto& work) { return complaint_of(work); };
    for (const std::string& complaint :
         {complain([&] { (void)documents(); }), complain([&] { (void)verify_index(folder(), line_digesters()); }),
          complain([&] { IndexWriter(folder(), line_digesters(), {}); }),
          complain([&] { (void)index_sizes(folder(), line_digesters()); }),
          complain([&] { back_up_index(folder(), temporary_ / "copy"); })}) {
      EXPECT_NE(complaint.find(what), std::string::npos) << complaint;
      EXPECT_NE(complaint.find("--keep-what-is-left"), std::string::npos) << complaint;
    }
    EXPECT_EQ(temporary_.read("index/catalog.sqlite-wal"), bytes) << "the log is as it was";
    EXPECT_FALSE(fs::exists(temporary_ / "copy"));
  }

  TempFolder temporary_;
  std::uint64_t size_ = 0;
};

TEST_F(LostCommits, AreNoneInAWholeLog) {
  EXPECT_FALSE(find_log_damage(log()));
  EXPECT_EQ(documents(), kCommits);
  EXPECT_EQ(read_commit_count(folder()), kCommits);
}

TEST_F(LostCommits, OfADamagedFrameAreCounted) {
  flip(log(), kHeadBytes + 5000);
  const auto damage = find_log_damage(log());
  ASSERT_TRUE(damage);
  EXPECT_EQ(damage->byte, kHeadBytes);
  EXPECT_EQ(damage->commits, kCommits);
  expect_refused("is damaged at byte 32: 12 commits are lost");
}

TEST_F(LostCommits, OfADamagedHeadAreCounted) {
  for (const std::uint64_t at : {0, 9, 17, 31}) {
    flip(log(), at);
    expect_refused("is damaged at byte 0: 12 commits are lost");
    put_back();
  }
}

TEST_F(LostCommits, OfTheLastCommitAreKnownFromTheCount) {
  flip(log(), size_ - 1);
  EXPECT_FALSE(find_log_damage(log())) << "it may have been torn by a power cut";
  expect_refused("has lost the contents of its log: 1 commit is lost");
}

TEST_F(LostCommits, OfALogThatIsGoneAreKnownFromTheCount) {
  fs::resize_file(log(), 0);
  expect_refused("12 commits are lost");
  fs::remove(log());
  EXPECT_NE(complaint_of([&] { (void)documents(); }).find("12 commits are lost"), std::string::npos);
}

TEST_F(LostCommits, AreNoneWhenTheLastOneIsTorn) {
  // A power cut tears what was not acknowledged: the count does not include it yet.
  write_commit_count(folder(), kCommits - 1);
  fs::resize_file(log(), size_ - 100);
  EXPECT_FALSE(find_log_damage(log()));
  EXPECT_EQ(documents(), kCommits - 1);
  IndexWriter writer(folder(), line_digesters(), {});
  add_each(writer, {{"new", "Goes on."}});
  writer.commit();
  EXPECT_EQ(documents(), kCommits);
  EXPECT_EQ(read_commit_count(folder()), kCommits);
}

TEST_F(LostCommits, AreNoticedAtEveryByteOfTheLog) {
  std::size_t refused = 0;
  for (std::uint64_t at = 5; at < size_; at += size_ / 90) {
    flip(log(), at);
    std::uint64_t found = 0;
    const std::string complaint = complaint_of([&] { found = documents(); });
    EXPECT_TRUE(!complaint.empty() || found == kCommits) << at;
    refused += complaint.empty() ? 0U : 1U;
    put_back();
  }
  EXPECT_GT(refused, 80U);
}

TEST_F(LostCommits, AreNotMadeByTheLogsIndex) {
  const std::string index = folder() + "/catalog.sqlite-shm";
  for (std::uint64_t at = 3; at < fs::file_size(index); at += 331) {
    flip(index, at);
    ASSERT_EQ(documents(), kCommits) << at;
    put_back();
  }
}

TEST_F(LostCommits, AreGivenUpWhenTheUserSaysSo) {
  flip(log(), size_ / 2);
  WriterOptions options;
  options.for_rebuild = true;
  options.keep_what_is_left = true;
  {
    IndexWriter writer(folder(), line_digesters(), options);
    writer.rebuild(nullptr, nullptr);
  }
  const std::uint64_t left = documents();
  EXPECT_GT(left, 0U);
  EXPECT_LT(left, kCommits);
  const IndexFaults faults = verify_index(folder(), line_digesters());
  EXPECT_EQ(faults.catalog, std::vector<std::string>{});
  EXPECT_EQ(faults.segments, std::vector<std::string>{});
  EXPECT_EQ(faults.documents, left);
}

TEST_F(LostCommits, AreNotKnownWithoutTheCountWhichVerifyTells) {
  const std::string count = folder() + "/commits";
  flip(count, 9);
  EXPECT_FALSE(read_commit_count(folder()));
  EXPECT_EQ(documents(), kCommits);
  const IndexFaults faults = verify_index(folder(), line_digesters());
  ASSERT_EQ(faults.segments.size(), 1U);
  EXPECT_NE(faults.segments.front().find(count + " is missing or damaged"), std::string::npos);
  { IndexWriter writer(folder(), line_digesters(), {}); }
  EXPECT_EQ(read_commit_count(folder()), kCommits);
}

}  // namespace
}  // namespace cento
