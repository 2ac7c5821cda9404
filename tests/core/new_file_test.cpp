#include "core/files/new_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

#include "../temp_folder.hpp"
#include "core/files/leftovers.hpp"

namespace cento {
namespace {

using testing::TempFolder;

class NewFiles : public ::testing::TestWithParam<NewFile::Until> {};

void write_to(const NewFile& file, const std::string& text) {
  ASSERT_EQ(::write(file.descriptor(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  ::stat(path.c_str(), &status);
  return status.st_mode & 07777;
}

/// Runs `work` in a separate process, which is killed at its end.
template <typename Work>
void run_and_kill(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_P(NewFiles, AppearWhenPublished) {
  const TempFolder folder;
  for (const std::string text : {"first", "second"}) {
    NewFile file(folder / "out", GetParam());
    write_to(file, text);
    file.publish();
    EXPECT_EQ(folder.read("out"), text);
    EXPECT_EQ(folder.size(), 1U);
  }
}

TEST_P(NewFiles, AreGoneOtherwise) {
  const TempFolder folder;
  folder.write("out", "old");
  write_to(NewFile(folder / "out", GetParam()), "new");
  EXPECT_EQ(folder.read("out"), "old");
  EXPECT_EQ(folder.size(), 1U);
}

TEST_P(NewFiles, TakeOverThePermissionsOfTheFileTheyReplace) {
  const TempFolder folder;
  for (const mode_t mode : {0600U, 0640U, 0664U}) {
    folder.write("out", "old");
    ::chmod((folder / "out").c_str(), mode);
    NewFile(folder / "out", GetParam()).publish();
    EXPECT_EQ(mode_of(folder / "out"), mode);
  }
}

TEST_P(NewFiles, TakeOverTheOwnerWhereThatIsAllowed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may change the owner of files";
  const TempFolder folder;
  folder.write("out", "old");
  ASSERT_EQ(::chown((folder / "out").c_str(), 12, 34), 0);
  NewFile(folder / "out", GetParam()).publish();
  struct stat status {};
  ::stat((folder / "out").c_str(), &status);
  EXPECT_EQ(status.st_uid, 12U);
  EXPECT_EQ(status.st_gid, 34U);
}

TEST_P(NewFiles, LeaveLinksAlone) {
  const TempFolder folder;
  std::filesystem::create_symlink("not there yet", folder / "link");
  for (int i = 0; i < 2; ++i) {
    NewFile file(folder / "link", GetParam());
    write_to(file, "text");
    file.publish();
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(folder.read("not there yet"), "text");
  }
}

TEST_P(NewFiles, NeedAFolder) {
  const TempFolder folder;
  EXPECT_THROW(NewFile(folder / "none/out", GetParam()), std::system_error);
}

TEST_P(NewFiles, LeaveNothingForGoodWhenKilled) {
  const TempFolder folder;
  run_and_kill([&] { write_to(*new NewFile(folder / "out", GetParam()), "half"); });
  const bool has_no_name = GetParam() == NewFile::Until::published_without_name;
  EXPECT_EQ(folder.size(), has_no_name ? 0U : 1U);
  NewFile(folder / "out", GetParam()).publish();
  EXPECT_EQ(folder.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Both, NewFiles,
                         ::testing::Values(NewFile::Until::published_without_name,
                                           NewFile::Until::published_with_name));

TEST(Leftovers, OfProcessesThatAreGoneAreRemoved) {
  const TempFolder folder;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  const std::string dead = ".tmp-" + std::to_string(child) + "-0123abcd";
  folder.write("out" + dead, "");
  folder.write("out.d" + dead + "/deep/file", "");
  const std::string alive = "out.tmp-" + std::to_string(::getppid()) + "-0123abcd";
  for (const std::string& kept : std::initializer_list<std::string>{alive, "out" + dead + "0", "out.tmp-x-0123abcd",
                                                                    "other" + dead, "out.tmp-notes"}) {
    folder.write(kept, "");
  }
  remove_leftovers(folder / "out");
  remove_leftovers(folder / "out.d");
  EXPECT_FALSE(std::filesystem::exists(folder / ("out" + dead)));
  EXPECT_FALSE(std::filesystem::exists(folder / ("out.d" + dead)));
  EXPECT_EQ(folder.size(), 5U);
}

TEST(Leftovers, OfAProcessThatNobodyAskedAboutAreRemoved) {
  const TempFolder folder;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  folder.write("out.tmp-" + std::to_string(child) + "-0123abcd", "");
  remove_leftovers(folder / "out");
  EXPECT_EQ(folder.size(), 0U);
  ::waitpid(child, nullptr, 0);
}

TEST(Leftovers, AreNoneWhileSomebodyHoldsThem) {
  const TempFolder folder;
  const NewFile file(folder / "out", NewFile::Until::published_with_name);
  // As seen from another container, where the process number is meaningless.
  run_and_kill([&] {
    for (const auto& entry : std::filesystem::directory_iterator(folder / ".")) {
      const std::string name = folder / "out.tmp-999999999-0123abcd";
      std::filesystem::create_hard_link(entry.path(), name);
    }
    remove_leftovers(folder / "out");
  });
  EXPECT_TRUE(std::filesystem::exists(folder / "out.tmp-999999999-0123abcd"));
}

}  // namespace
}  // namespace cento
