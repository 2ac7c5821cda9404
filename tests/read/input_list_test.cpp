#include "read/input/input_list.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "../temp_folder.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

class InputListTest : public ::testing::Test {
 protected:
  /// Names of the files that arguments mean, without the test's folder.
  std::vector<std::string> names(const std::vector<std::string>& arguments) {
    const InputList list(arguments, reporter_);
    std::vector<std::string> names;
    for (const InputFile& file : list.files()) names.push_back(short_name(file.name));
    return names;
  }

  /// "NAME: reason" of what was rejected.
  std::string rejected() {
    reporter_.finish();
    return folder_.read("rejects");
  }

  std::string short_name(const std::string& name) const {
    return name.starts_with(folder_.path()) ? name.substr(folder_.path().size() + 1) : name;
  }

  TempFolder folder_;
  Reporter reporter_{{folder_ / "rejects", false, true, 0}};
};

TEST_F(InputListTest, TakesFilesInTheOrderGiven) {
  const std::string b = folder_.write("b.txt", "bb");
  const std::string a = folder_.write("a.txt", "a");
  EXPECT_EQ(names({b, a, b}), (std::vector<std::string>{"b.txt", "a.txt", "b.txt"}));
  const InputList list({b, a}, reporter_);
  EXPECT_EQ(list.total_bytes(), 3U);
  EXPECT_EQ(list.files()[0].size_bytes, 2U);
  EXPECT_FALSE(list.files()[0].walked);
}

TEST_F(InputListTest, CountsEmptyFilesAsKnown) {
  const InputList list({folder_.write("empty", ""), folder_.write("a", "a")}, reporter_);
  EXPECT_EQ(list.total_bytes(), 1U);
}

TEST_F(InputListTest, WalksFoldersInByteOrder) {
  for (const std::string name : {"in/z.txt", "in/a/2.txt", "in/a/1.txt", "in/a.txt", "in/B.txt", "in/é.txt"}) {
    folder_.write(name, "x");
  }
  EXPECT_EQ(names({folder_ / "in"}),
            (std::vector<std::string>{"in/B.txt", "in/a.txt", "in/a/1.txt", "in/a/2.txt", "in/z.txt", "in/é.txt"}));
  EXPECT_TRUE(InputList({folder_ / "in"}, reporter_).files()[0].walked);
}

TEST_F(InputListTest, LeavesHiddenEntriesAndLinkedFoldersOut) {
  folder_.write("in/.git/config", "x");
  folder_.write("in/.hidden", "x");
  folder_.write("in/seen", "x");
  folder_.write("elsewhere/file", "x");
  std::filesystem::create_directory_symlink(folder_ / "elsewhere", folder_ / "in/linked");
  std::filesystem::create_directory_symlink(folder_ / "in", folder_ / "in/cycle");
  std::filesystem::create_symlink(folder_ / "elsewhere/file", folder_ / "in/link");
  EXPECT_EQ(names({folder_ / "in"}), (std::vector<std::string>{"in/link", "in/seen"}));
  EXPECT_EQ(rejected(), "");
}

TEST_F(InputListTest, TellsOfLinksThatLeadNowhere) {
  folder_.write("in/seen", "x");
  std::filesystem::create_symlink(folder_ / "gone", folder_ / "in/broken");
  EXPECT_EQ(names({folder_ / "in"}), (std::vector<std::string>{"in/seen"}));
  EXPECT_NE(rejected().find("the link is broken"), std::string::npos);
}

TEST_F(InputListTest, ExpandsPatternsTheShellLeftAlone) {
  for (const std::string name : {"p/b1.txt", "p/b2.txt", "p/a1.txt", "p/b1.html", "p/dir.txt/inner"}) {
    folder_.write(name, "x");
  }
  EXPECT_EQ(names({folder_ / "p/b?.txt"}), (std::vector<std::string>{"p/b1.txt", "p/b2.txt"}));
  EXPECT_EQ(names({folder_ / "p/[ab]1.*"}), (std::vector<std::string>{"p/a1.txt", "p/b1.html", "p/b1.txt"}));
  EXPECT_EQ(names({folder_ / "p/d*"}), (std::vector<std::string>{"p/dir.txt/inner"}));
}

TEST_F(InputListTest, TakesAFileWhoseNameLooksLikeAPattern) {
  EXPECT_EQ(names({folder_.write("what?.txt", "x")}), (std::vector<std::string>{"what?.txt"}));
}

TEST_F(InputListTest, FailsWhenSomethingNamedIsNotThere) {
  const std::string file = folder_.write("file", "x");
  std::filesystem::create_directory(folder_ / "empty");
  for (const std::string& missing : {folder_ / "missing", folder_ / "no*match", file + "/below", folder_ / "empty"}) {
    EXPECT_THROW(InputList({file, missing}, reporter_), Error) << missing;
  }
}

TEST_F(InputListTest, KnowsWhatEachFileWasNamedBy) {
  folder_.write("in/a", "x");
  folder_.write("in/b", "x");
  const InputList list({folder_.write("file", "x"), folder_ / "in"}, reporter_);
  EXPECT_EQ(list.arguments(), (std::vector<std::string>{folder_ / "file", folder_ / "in"}));
  ASSERT_EQ(list.files().size(), 3U);
  EXPECT_EQ(list.files()[0].argument, 0U);
  EXPECT_EQ(list.files()[2].argument, 1U);
}

TEST_F(InputListTest, RejectsFoldersThatMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  folder_.write("in/shut/file", "x");
  folder_.write("in/seen", "x");
  ASSERT_EQ(::chmod((folder_ / "in/shut").c_str(), 0), 0);
  EXPECT_EQ(names({folder_ / "in"}), (std::vector<std::string>{"in/seen"}));
  ::chmod((folder_ / "in/shut").c_str(), 0700);
  EXPECT_NE(rejected().find("cannot read the folder: Permission denied"), std::string::npos);
}

TEST_F(InputListTest, FailsWhenNothingIsLeftToRead) {
  try {
    const InputList list({folder_ / "missing", folder_ / "no*match"}, reporter_);
    FAIL() << "there is nothing to read";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), fmt::format("{}: there is no such file; {}: no file matches this pattern",
                                        folder_ / "missing", folder_ / "no*match"));
  }
  EXPECT_EQ(reporter_.rejected(), 0U) << "reported twice";
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THROW(InputList({folder_ / "empty"}, reporter_), Error);
}

TEST_F(InputListTest, KnowsStandardInput) {
  const std::string file = folder_.write("file", "x");
  const InputList list({file, "-"}, reporter_);
  EXPECT_EQ(list.files()[1].name, "<standard input>");
  EXPECT_EQ(list.files()[1].path, "-");
  EXPECT_EQ(list.total_bytes(), 0U);
  EXPECT_THROW(InputList({"-", file, "-"}, reporter_), UsageError);
}

}  // namespace
}  // namespace cento
