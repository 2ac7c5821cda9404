#include "core/files/atomic_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "../temp_folder.hpp"
#include "core/files/atomic_file.hpp"

namespace cento {
namespace {

using testing::TempFolder;

void fill(const AtomicFolder& folder) {
  for (const std::string name : {"a.txt", "deep/er/b.txt", "deep/c.txt"}) {
    AtomicFile file(folder.path_of(name));
    file.write(name);
    file.publish();
  }
}

TEST(AtomicFolder, AppearsWhenPublished) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "empty");
  for (const std::string name : {"new", "empty", "slash/"}) {
    AtomicFolder out(folder / name);
    fill(out);
    EXPECT_FALSE(std::filesystem::exists(folder / (name + "/a.txt")));
    out.publish();
    EXPECT_EQ(folder.read(name + "/deep/er/b.txt"), "deep/er/b.txt");
    EXPECT_EQ(folder.read(name + "/a.txt"), "a.txt");
  }
  EXPECT_EQ(folder.size(), 3U);
  using Entries = std::filesystem::directory_iterator;
  EXPECT_EQ(std::distance(Entries(folder / "empty"), Entries()), 2);
}

TEST(AtomicFolder, LeavesNothingWhenNotPublished) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "empty");
  for (const std::string name : {"new", "empty"}) fill(AtomicFolder(folder / name));
  EXPECT_EQ(folder.size(), 1U);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "empty"));
}

TEST(AtomicFolder, TakesOnlyNewOrEmptyFolders) {
  const TempFolder folder;
  folder.write("full/file", "");
  EXPECT_THROW(AtomicFolder(folder / "full"), UsageError);
  EXPECT_THROW(AtomicFolder(folder / "full/file"), UsageError);
  EXPECT_THROW(AtomicFolder(folder / "none/new"), Error);
}

TEST(AtomicFolder, IsRemovedBeforeTheProgramIsEnded) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "empty");
  const pid_t child = ::fork();
  if (child == 0) {
    const AtomicFolder beside(folder / "new");
    const AtomicFolder inside(folder / "empty");
    fill(beside);
    fill(inside);
    for (int i = 0; i < 1000; ++i) AtomicFile(beside.path_of("deep/" + std::to_string(i))).publish();
    const AtomicFile open(inside.path_of("open.txt"));
    remove_unpublished_files();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(folder.size(), 1U);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "empty"));
}

}  // namespace
}  // namespace cento
