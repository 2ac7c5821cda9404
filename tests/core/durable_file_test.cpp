#include "core/files/durable_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "file_size_limit.hpp"

namespace cento {
namespace {

using testing::TempFolder;

std::span<const std::byte> bytes_in(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(DurableFile, AppearsWhenPublished) {
  const TempFolder folder;
  const std::string large(3'000'000, 'x');
  DurableFile file(folder / "out");
  file.write(bytes_in("head "));
  file.write(bytes_in(large));
  file.write(bytes_in(" end"));
  file.write_at_start(bytes_in("HEAD"));
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
    file.write(bytes_in("new"));
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

TEST(DurableFile, LeavesNothingWhenThereIsNoRoom) {
  const TempFolder folder;
  {
    const testing::FileSizeLimit limit(1'000'000);
    DurableFile file(folder / "out");
    EXPECT_THROW(file.write(bytes_in(std::string(2'000'000, 'x'))), Error);
  }
  {
    const testing::FileSizeLimit limit(1000);
    DurableFile file(folder / "out");
    file.write(bytes_in(std::string(2000, 'x')));
    EXPECT_THROW(file.publish(), Error);
  }
  EXPECT_EQ(folder.size(), 0U);
}

}  // namespace
}  // namespace cento
