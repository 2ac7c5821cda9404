#include "core/files/file_identity.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "../temp_folder.hpp"

namespace cento {
namespace {

using testing::TempFolder;

bool are_same(const std::string& a, const std::string& b) {
  return FileIdentity(a).is_same_as(FileIdentity(b));
}

TEST(FileIdentity, KnowsAFileByAnyName) {
  const TempFolder folder;
  folder.write("deep/file", "text");
  folder.write("other", "text");
  std::filesystem::create_symlink(folder / "deep/file", folder / "link");
  std::filesystem::create_hard_link(folder / "deep/file", folder / "hard");
  EXPECT_TRUE(are_same(folder / "deep/file", folder / "link"));
  EXPECT_TRUE(are_same(folder / "hard", folder / "link"));
  EXPECT_TRUE(are_same(folder / "deep/../deep/./file", folder / "hard"));
  EXPECT_FALSE(are_same(folder / "other", folder / "link"));
  EXPECT_FALSE(are_same(folder / "other", folder / "none"));
}

TEST(FileIdentity, KnowsWhatIsNotThereByItsPath) {
  const TempFolder folder;
  folder.write("deep/file", "");
  std::filesystem::create_symlink("deep/new", folder / "link");
  EXPECT_TRUE(are_same(folder / "deep/new", folder / "deep/../deep/new"));
  EXPECT_TRUE(are_same(folder / "link", folder / "deep/new")) << "a dangling link";
  EXPECT_FALSE(are_same(folder / "deep/new", folder / "deep/newer"));
}

TEST(FileIdentity, KnowsWhatLiesInAFolder) {
  const TempFolder folder;
  folder.write("deep/er/file", "");
  std::filesystem::create_symlink(folder / "deep", folder / "link");
  const FileIdentity deep(folder / "deep");
  EXPECT_TRUE(FileIdentity(folder / "deep/er/file").is_in(deep));
  EXPECT_TRUE(FileIdentity(folder / "link/er/new").is_in(deep));
  EXPECT_TRUE(FileIdentity(folder / "deep/").is_in(deep));
  EXPECT_TRUE(FileIdentity(folder / "deep/file").is_in(FileIdentity(folder / "link/")));
  EXPECT_FALSE(FileIdentity(folder / "deeper").is_in(deep));
  EXPECT_FALSE(FileIdentity(folder / "new").is_in(deep));
}

TEST(FileIdentity, KnowsOpenFilesAndDevices) {
  const TempFolder folder;
  folder.write("file", "");
  const int descriptor = ::open((folder / "file").c_str(), O_RDONLY);
  EXPECT_TRUE(FileIdentity(descriptor).is_same_as(FileIdentity(folder / "file")));
  ::close(descriptor);
  EXPECT_TRUE(FileIdentity("/dev/null").is_pipe_or_device());
  EXPECT_FALSE(FileIdentity(folder / "file").is_pipe_or_device());
  EXPECT_TRUE(FileIdentity(folder / ".").is_folder());
}

}  // namespace
}  // namespace cento
