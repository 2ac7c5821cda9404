#include "core/temp_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "../temp_folder.hpp"
#include "core/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

std::string read_at(const TempFile& file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '?');
  bytes.resize(file.read(offset, bytes.data(), size));
  return bytes;
}

TEST(TempFile, GivesBackWhatWasAppended) {
  const TempFolder folder;
  TempFile file(folder.path());
  EXPECT_EQ(file.size(), 0U);
  EXPECT_EQ(file.append("first", 5), 0U);
  EXPECT_EQ(file.append("", 0), 5U);
  EXPECT_EQ(file.append("second", 6), 5U);
  EXPECT_EQ(file.size(), 11U);
  EXPECT_EQ(read_at(file, 0, 5), "first");
  EXPECT_EQ(read_at(file, 3, 5), "stsec");
  EXPECT_EQ(read_at(file, 5, 100), "second") << "fewer bytes at the end";
  EXPECT_EQ(read_at(file, 11, 1), "");
}

TEST(TempFile, HasNoNameInItsFolder) {
  const TempFolder folder;
  TempFile file(folder.path());
  file.append("bytes", 5);
  EXPECT_EQ(folder.size(), 0U);
}

TEST(TempFile, LooksAtItsFolderOnlyWhenItIsWritten) {
  TempFile file("/nowhere/at/all");
  EXPECT_EQ(file.size(), 0U);
  try {
    file.append("x", 1);
    FAIL() << "the folder does not exist";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "Cannot make a temporary file in /nowhere/at/all: No such file or directory. Name a folder with room by "
              "--temp-dir.");
  }
}

TEST(TempFile, TakesAppendsOfManyThreads) {
  const TempFolder folder;
  TempFile file(folder.path());
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kAppends = 500;
  std::vector<std::vector<std::uint64_t>> offsets(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < kAppends; ++i) {
          const std::string bytes(1 + i % 7, static_cast<char>('a' + thread));
          offsets[thread].push_back(file.append(bytes.data(), bytes.size()));
        }
      });
    }
  }
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    for (std::size_t i = 0; i < kAppends; ++i) {
      const std::string expected(1 + i % 7, static_cast<char>('a' + thread));
      ASSERT_EQ(read_at(file, offsets[thread][i], expected.size()), expected);
    }
  }
}

/// Lets files grow no larger than this as long as it lives; a write beyond fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

TEST(TempFile, SaysWhenThereIsNoRoom) {
  const TempFolder folder;
  TempFile file(folder.path());
  file.append("kept", 4);
  const std::string large(1 << 16, 'x');
  std::string sentence;
  {
    const FileSizeLimit limit(1000);
    try {
      file.append(large.data(), large.size());
    } catch (const Error& error) {
      sentence = error.what();
    }
  }
  EXPECT_TRUE(sentence.starts_with("Cannot write a temporary file in " + folder.path() + ": ")) << sentence;
  EXPECT_EQ(read_at(file, 0, 4), "kept");
}

}  // namespace
}  // namespace cento
