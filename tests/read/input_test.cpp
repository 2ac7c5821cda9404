#include "read/input/input.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"
#include "compressed.hpp"
#include "read/input/zstd_source.hpp"
#include "unpacked.hpp"

namespace cento {
namespace {

using testing::checked_zstd;
using testing::flipped;
using testing::gzip;
using testing::problem_with;
using testing::rest_of;
using testing::TempFolder;
using testing::trickle;
using testing::unpacked;
using testing::words;
using testing::zstd;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;

TEST(Input, PeeksAtLeastWhatIsWantedAndCountsWhatIsConsumed) {
  const auto in = trickle("abcdefgh", 3);
  EXPECT_EQ(in->peek(2), "abc");
  EXPECT_EQ(in->peek(4), "abcdef");
  in->consume(5);
  EXPECT_EQ(in->offset(), 5U);
  EXPECT_EQ(in->place().to_string(), "FILE, byte 5");
  EXPECT_EQ(in->peek(100), "fgh");
  in->consume(3);
  EXPECT_EQ(in->peek(1), "");
}

TEST(Input, PeeksUntilALineIsThere) {
  const auto in = trickle("one\ntwo three four\nend", 3);
  EXPECT_EQ(in->peek_lines(100), "one\ntw");
  in->consume(4);
  EXPECT_EQ(in->peek_lines(5), "two t") << "no more than requested for a long line";
  EXPECT_EQ(in->peek_lines(100), "two three four\nen");
  in->consume(15);
  EXPECT_EQ(in->peek_lines(100), "end");
  in->consume(3);
  EXPECT_EQ(in->peek_lines(100), "");
}

TEST(Input, GrowsItsWindow) {
  const std::string text = words(5'000'000);
  const auto in = memory_input("FILE", text);
  EXPECT_EQ(in->peek(4'500'000).substr(0, 4'500'000), std::string_view(text).substr(0, 4'500'000));
  EXPECT_EQ(rest_of(*in), text);
}

TEST(Input, OpensFilesAndCountsRawBytes) {
  const TempFolder folder;
  const std::string text = words(3'000'000);
  const std::string packed = gzip(text);
  const std::string path = folder.write("a.txt", packed);
  std::atomic<std::uint64_t> raw = 0;
  const auto in = open_input("a.txt", path, kMemory, &raw);
  EXPECT_EQ(rest_of(*in), text);
  EXPECT_EQ(raw.load(), packed.size());
  EXPECT_EQ(in->file(), "a.txt");
  EXPECT_EQ(in->path(), path);
}

std::string message_of_opening(const std::string& path) {
  try {
    open_input("NAME", path, kMemory);
  } catch (const Error& error) {
    return error.what();
  }
  return "opened";
}

TEST(Input, NamesTheFileThatCannotBeOpened) {
  const TempFolder folder;
  EXPECT_EQ(message_of_opening(folder / "missing"), "cannot open NAME: No such file or directory");
  EXPECT_EQ(message_of_opening(folder.path()), "cannot open NAME: Is a directory");
}

TEST(Input, ReadsNamedPipes) {
  const TempFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    std::ofstream(pipe) << gzip("through a pipe");
    ::_exit(0);
  }
  EXPECT_EQ(rest_of(*open_input("pipe", pipe, kMemory)), "through a pipe");
}

TEST(Input, NoticesAFileThatIsCutWhileItIsRead) {
  const TempFolder folder;
  const std::string path = folder.write("a.txt", words(3'000'000));
  const auto in = open_input("a.txt", path, kMemory);
  EXPECT_GT(in->peek(1).size(), 0U);
  std::filesystem::resize_file(path, 1'000'000);
  EXPECT_EQ(rest_of(*in).size(), 1'000'000U);
  EXPECT_EQ(in->problem(), "the file was truncated while it was read (1000000 of 3000000 bytes were left)");
  EXPECT_EQ(in->gaps(), std::vector<std::uint64_t>{1'000'000});
}

TEST(Input, SaysWhenTheSystemCannotReadOn) {
  const auto in = open_input("memory", "/proc/self/mem", kMemory);
  EXPECT_EQ(rest_of(*in), "");
  EXPECT_EQ(in->problem(), "cannot be read further: Input/output error");
}

TEST(Compression, IsRecognisedByItsBytes) {
  EXPECT_EQ(unpacked("plain"), "plain");
  EXPECT_EQ(unpacked(gzip("once upon")), "once upon");
  EXPECT_EQ(unpacked(zstd("a time")), "a time");
  EXPECT_EQ(unpacked(""), "");
  EXPECT_EQ(unpacked(gzip("")), "");
  EXPECT_EQ(unpacked(zstd("")), "");
}

TEST(Compression, MayBeNested) {
  EXPECT_EQ(unpacked(gzip(zstd(gzip("inside")))), "inside");
  EXPECT_EQ(problem_with(gzip(gzip("inside").substr(0, 15))), "the gzip data ends early (after 15 compressed bytes)");
}

TEST(Compression, IsLeftWhereItIsNestedTooDeep) {
  std::string bytes = "core";
  for (int i = 0; i < 6; ++i) bytes = gzip(bytes);
  EXPECT_EQ(unpacked(bytes), gzip(gzip("core")));
}

TEST(Compression, KnowsWhereBytesAreMissing) {
  const auto gaps_of = [](const std::string& bytes) {
    const auto in = memory_input("FILE", bytes);
    rest_of(*in);
    return in->gaps();
  };
  EXPECT_EQ(gaps_of(gzip("one") + gzip("two")), std::vector<std::uint64_t>());
  EXPECT_EQ(gaps_of(gzip("one") + flipped(gzip("lost"), 8) + gzip("two")), std::vector<std::uint64_t>{3});
  EXPECT_EQ(gaps_of(flipped(gzip("lost"), 8) + gzip("two")), std::vector<std::uint64_t>{0});
  EXPECT_EQ(gaps_of(gzip("one") + gzip("cut").substr(0, 13)).size(), 1U);
  EXPECT_EQ(gaps_of(zstd("one") + flipped(checked_zstd("lost"), 1) + zstd("two")), std::vector<std::uint64_t>{3});
}

TEST(Zstd, JoinsFramesAndPassesOverSkippableOnes) {
  const std::string skippable("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(unpacked(zstd("one ") + skippable + zstd("") + zstd("two")), "one two");
  EXPECT_EQ(unpacked(skippable + zstd("one")), "one");
  EXPECT_EQ(problem_with(skippable + zstd("one ") + skippable), "");
}

TEST(Zstd, ReadsLargeFrames) {
  const std::string text = words(7'000'000);
  EXPECT_EQ(unpacked(zstd(text)), text);
  Input in("FILE", "", zstd_source(trickle(zstd(text), 1000), kMemory));
  EXPECT_EQ(rest_of(in), text);
  EXPECT_EQ(in.problem(), "");
}

TEST(Zstd, DeliversWhatATruncatedFrameHolds) {
  const std::string text = words(2'000'000);
  const std::string packed = zstd(text);
  const std::string cut = packed.substr(0, packed.size() / 2);
  const std::string got = unpacked(cut);
  EXPECT_GT(got.size(), 500'000U);
  EXPECT_EQ(got, text.substr(0, got.size()));
  EXPECT_EQ(problem_with(cut), "the zstd data ends early (after " + std::to_string(cut.size()) + " compressed bytes)");
}

TEST(Zstd, DeliversWhatStandsBeforeADamagedFrame) {
  const std::string text = words(2'000'000);
  std::string packed = zstd(text);
  packed.replace(packed.size() * 3 / 4, 200, std::string(200, '\xff'));
  EXPECT_EQ(unpacked(zstd("before") + packed + zstd("after")), "before");
  EXPECT_TRUE(problem_with(packed).starts_with("the zstd frame at compressed byte 0 is damaged near byte "))
      << problem_with(packed);
}

TEST(Zstd, LeavesOutAFrameWithAWrongChecksum) {
  const std::string bad = flipped(checked_zstd("first "), 1);
  EXPECT_EQ(unpacked(checked_zstd("before ") + bad + checked_zstd("after")), "before after");
  EXPECT_EQ(problem_with(bad), "the checksum of the zstd frame in compressed bytes 0 to " + std::to_string(bad.size()) +
                                   " is wrong; none of it is used");
}

TEST(Zstd, TellsOfBytesThatAreNotZstd) {
  const std::string frame = zstd("text");
  EXPECT_EQ(unpacked(frame + "garbage"), "text");
  EXPECT_EQ(problem_with(frame + "garbage"), "the bytes at compressed byte " + std::to_string(frame.size()) +
                                                 " are not zstd data; the rest was not read");
}

TEST(Zstd, TellsWhenAFrameNeedsTooMuchMemory) {
  // A frame header that asks for a window of 2 GiB, then an empty last block.
  const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9);
  Input small("FILE", "", zstd_source(trickle(frame, 100), kMemory));
  EXPECT_EQ(rest_of(small), "");
  EXPECT_EQ(
      small.problem(),
      "the zstd frame at compressed byte 0 needs a window of more than 256 MiB, a quarter of `memory_bytes`; give more "
      "with `memory_bytes`, or recompress it without --long");
}

}  // namespace
}  // namespace cento
