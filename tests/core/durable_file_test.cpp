#include "core/durable_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>

#include "../temp_folder.hpp"
#include "core/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(DurableFile, AppearsWhenPublished) {
  const TempFolder folder;
  const std::string large(3'000'000, 'x');
  DurableFile file(folder / "out");
  file.write(bytes_of("head "));
  file.write(bytes_of(large));
  file.write(bytes_of(" end"));
  file.write_at_start(bytes_of("HEAD"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  file.publish();
  EXPECT_EQ(folder.read("out"), "HEAD " + large + " end");
  EXPECT_EQ(folder.size(), 1U);
}

TEST(DurableFile, LeavesNothingWhenNotPublished) {
  const TempFolder folder;
  folder.write("out", "old");
  {
    DurableFile file(folder / "out");
    file.write(bytes_of("new"));
    EXPECT_EQ(folder.size(), 1U) << "it has no name yet";
  }
  EXPECT_EQ(folder.read("out"), "old");
  EXPECT_EQ(folder.size(), 1U);
}

TEST(DurableFile, SaysWhyItCannotBeCreated) {
  const TempFolder folder;
  try {
    const DurableFile file(folder / "none/out");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), "cannot write " + (folder / "none/out") + ": No such file or directory");
  }
}

/// Files may have this size at most while the object lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(DurableFile, LeavesNothingWhenThereIsNoRoom) {
  const TempFolder folder;
  {
    const FileSizeLimit limit(1'000'000);
    DurableFile file(folder / "out");
    EXPECT_THROW(file.write(bytes_of(std::string(2'000'000, 'x'))), Error);
  }
  {
    const FileSizeLimit limit(1000);
    DurableFile file(folder / "out");
    file.write(bytes_of(std::string(2000, 'x')));
    EXPECT_THROW(file.publish(), Error);
  }
  EXPECT_EQ(folder.size(), 0U);
}

}  // namespace
}  // namespace cento
