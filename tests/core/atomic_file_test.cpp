#include "core/files/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>

#include "../temp_folder.hpp"

namespace cento {
namespace {

using testing::TempFolder;

std::string message_of_creating(const std::string& name) {
  try {
    const AtomicFile file(name);
  } catch (const Error& error) {
    return error.what();
  }
  return "created";
}

TEST(AtomicFile, AppearsWhenPublished) {
  const TempFolder folder;
  AtomicFile file(folder / "out.txt");
  file.write("one ");
  file.write(std::string(1'000'000, 'x'));
  EXPECT_FALSE(std::filesystem::exists(folder / "out.txt"));
  file.publish();
  EXPECT_EQ(folder.read("out.txt"), "one " + std::string(1'000'000, 'x'));
  EXPECT_EQ(folder.size(), 1U);
}

TEST(AtomicFile, LeavesNothingWhenNotPublished) {
  const TempFolder folder;
  folder.write("out.txt", "old");
  {
    AtomicFile file(folder / "out.txt");
    file.write("new");
    EXPECT_EQ(folder.size(), 1U) << "it has no name yet";
  }
  EXPECT_EQ(folder.read("out.txt"), "old");
  EXPECT_EQ(folder.size(), 1U);
}

TEST(AtomicFile, ReplacesAFile) {
  const TempFolder folder;
  folder.write("out.txt", "old");
  AtomicFile file(folder / "out.txt");
  file.write("new");
  file.publish();
  EXPECT_EQ(folder.read("out.txt"), "new");
}

TEST(AtomicFile, FollowsLinks) {
  const TempFolder folder;
  folder.write("real/out.txt", "old");
  std::filesystem::create_symlink(folder / "real/out.txt", folder / "link");
  AtomicFile file(folder / "link");
  file.write("new");
  file.publish();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(folder.read("real/out.txt"), "new");
}

TEST(AtomicFile, HonoursTheUmask) {
  const TempFolder folder;
  const mode_t before = ::umask(027);
  AtomicFile file(folder / "out.txt");
  file.publish();
  ::umask(before);
  EXPECT_EQ(std::filesystem::status(folder / "out.txt").permissions(), std::filesystem::perms(0640));
}

TEST(AtomicFile, CompressesByItsName) {
  const TempFolder folder;
  const std::string text(700'000, 'y');
  for (const std::string name : {"out.gz", "out.zst"}) {
    AtomicFile file(folder / name);
    for (std::size_t at = 0; at < text.size(); at += 7000) file.write(std::string_view(text).substr(at, 7000));
    file.publish();
  }
  std::string unpacked(text.size() + 1, '\0');
  gzFile gz = ::gzopen((folder / "out.gz").c_str(), "rb");
  EXPECT_EQ(::gzread(gz, unpacked.data(), static_cast<unsigned>(unpacked.size())), 700'000);
  ::gzclose(gz);
  EXPECT_EQ(unpacked.substr(0, text.size()), text);
  const std::string packed = folder.read("out.zst");
  EXPECT_LT(packed.size(), 2000U);
  EXPECT_EQ(ZSTD_decompress(unpacked.data(), unpacked.size(), packed.data(), packed.size()), text.size());
  EXPECT_EQ(unpacked.substr(0, text.size()), text);
}

TEST(AtomicFile, CompressesInPiecesThatStandAlone) {
  const TempFolder folder;
  AtomicFile file(folder / "plain name", Compression::gzip);
  for (const std::string text : {"first", "second"}) {
    file.write(text);
    file.end_member();
  }
  file.publish();
  const std::string packed = folder.read("plain name");
  const std::size_t second = packed.find("\x1f\x8b", 2);
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(packed.find("\x1f\x8b", second + 2), std::string::npos);
  folder.write("second.gz", packed.substr(second));
  std::array<char, 16> unpacked{};
  gzFile gz = ::gzopen((folder / "second.gz").c_str(), "rb");
  EXPECT_EQ(::gzread(gz, unpacked.data(), unpacked.size()), 6);
  ::gzclose(gz);
  EXPECT_STREQ(unpacked.data(), "second");
}

TEST(AtomicFile, WritesDevicesInPlace) {
  AtomicFile file("/dev/null");
  file.write("gone");
  file.publish();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, HandsOnWhatIsWaitedForAtTheOtherEndOfAPipe) {
  const TempFolder folder;
  const std::string name = folder / "pipe";
  ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
  const int reader = ::open(name.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  AtomicFile file(name);
  file.write("a line\n");
  file.flush();
  std::array<char, 16> got{};
  EXPECT_EQ(::read(reader, got.data(), got.size()), 7);
  ::close(reader);
}

TEST(AtomicFile, SaysWhyItCannotBeCreated) {
  const TempFolder folder;
  EXPECT_EQ(message_of_creating(folder / "none/out.txt"),
            "cannot write " + (folder / "none/out.txt") + ": there is no folder " + (folder / "none"));
  EXPECT_EQ(message_of_creating(folder.path()), "cannot write " + folder.path() + ": Is a directory");
}

TEST(AtomicFile, SaysWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  AtomicFile file("/dev/full");
  file.write("text");
  try {
    file.publish();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cannot write /dev/full: No space left on device");
  }
}

TEST(AtomicFile, TellsAClosedPipeFromOtherErrors) {
  const TempFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ::signal(SIGPIPE, SIG_IGN);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  AtomicFile file(pipe);
  ::close(reader);
  file.write("text");
  EXPECT_THROW(file.publish(), OutputClosed);
}

/// Runs `work` in a separate process; returns the signal that ended it, or 0.
template <typename Work>
int signal_that_ended(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(AtomicFile, IsRemovedBeforeTheProgramIsEnded) {
  const TempFolder folder;
  signal_that_ended([&] {
    AtomicFile published(folder / "published");
    published.publish();
    AtomicFile one(folder / "one");
    AtomicFile two(folder / "two");
    one.write(std::string(1'000'000, 'x'));
    remove_unpublished_files();
  });
  EXPECT_EQ(folder.size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(folder / "published"));
}

TEST(AtomicFile, IsRemovedWhenAPageOfAMappedFileIsGone) {
  const TempFolder folder;
  const std::string mapped = folder.write("mapped", std::string(100'000, 'x'));
  const pid_t child = ::fork();
  if (child == 0) {
    fail_on_lost_pages();
    const int errors = ::open((folder / "errors").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(errors, STDERR_FILENO);
    AtomicFile file(folder / "out");
    const int bytes = ::open(mapped.c_str(), O_RDONLY);
    const auto* page = static_cast<const char*>(::mmap(nullptr, 100'000, PROT_READ, MAP_SHARED, bytes, 0));
    std::filesystem::resize_file(mapped, 0);
    ::_exit(page[50'000] == 'x' ? 10 : 11);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(folder.read("errors").find("truncated"), std::string::npos);
  EXPECT_EQ(folder.size(), 2U);  // the other two files
}

TEST(AtomicFile, DashIsStandardOutput) {
  const TempFolder folder;
  signal_that_ended([&] {
    const int out = ::open((folder / "captured").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(out, STDOUT_FILENO);
    AtomicFile file("-");
    file.write("to standard output");
    file.publish();
  });
  EXPECT_EQ(folder.read("captured"), "to standard output");
}

}  // namespace
}  // namespace cento
