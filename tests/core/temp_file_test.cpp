#include "core/spill/temp_file.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "file_size_limit.hpp"

namespace cento {
namespace {

using testing::TempFolder;

std::string read_at(const TempFile& file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '?');
  bytes.resize(file.read(offset, std::as_writable_bytes(std::span(bytes))));
  return bytes;
}

std::uint64_t append(TempFile& file, std::string_view bytes) {
  return file.append(std::as_bytes(std::span(bytes)));
}

TEST(TempFile, GivesBackWhatWasAppended) {
  const TempFolder folder;
  TempFile file(folder.path());
  EXPECT_EQ(file.size(), 0U);
  EXPECT_EQ(append(file, "first"), 0U);
  EXPECT_EQ(append(file, ""), 5U);
  EXPECT_EQ(append(file, "second"), 5U);
  EXPECT_EQ(file.size(), 11U);
  EXPECT_EQ(read_at(file, 0, 5), "first");
  EXPECT_EQ(read_at(file, 3, 5), "stsec");
  EXPECT_EQ(read_at(file, 5, 100), "second") << "fewer bytes at the end";
  EXPECT_EQ(read_at(file, 11, 1), "");
}

TEST(TempFile, HasNoNameInItsFolder) {
  const TempFolder folder;
  TempFile file(folder.path());
  append(file, "bytes");
  EXPECT_EQ(folder.size(), 0U);
}

TEST(TempFile, LooksAtItsFolderOnlyWhenItIsWritten) {
  TempFile file("/nowhere/at/all");
  EXPECT_EQ(file.size(), 0U);
  try {
    append(file, "x");
    FAIL() << "the folder does not exist";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "Cannot make a temporary file in /nowhere/at/all: No such file or directory. Choose another folder with "
              "`temp_dir`.");
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
          offsets[thread].push_back(append(file, bytes));
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

TEST(TempFile, SaysWhenThereIsNoRoom) {
  const TempFolder folder;
  TempFile file(folder.path());
  append(file, "kept");
  const std::string large(1 << 16, 'x');
  std::string sentence;
  {
    const testing::FileSizeLimit limit(1000);
    try {
      append(file, large);
    } catch (const Error& error) {
      sentence = error.what();
    }
  }
  EXPECT_TRUE(sentence.starts_with("Cannot write a temporary file in " + folder.path() + ": ")) << sentence;
  EXPECT_EQ(read_at(file, 0, 4), "kept");
}

}  // namespace
}  // namespace cento
