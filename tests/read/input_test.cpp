#include "read/input.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../temp_folder.hpp"
#include "compressed.hpp"
#include "core/error.hpp"
#include "read/gzip_source.hpp"
#include "read/line_cutter.hpp"
#include "read/zstd_source.hpp"

namespace cento {
namespace {

using testing::checked_zstd;
using testing::gzip;
using testing::TempFolder;
using testing::zstd;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;

std::string rest_of(Input& in, std::size_t step = 1) {
  std::string all;
  for (std::string_view window = in.peek(step); !window.empty(); window = in.peek(step)) {
    all += window;
    in.consume(window.size());
  }
  return all;
}

std::string unpacked(std::string_view bytes) {
  return rest_of(*memory_input("FILE", bytes));
}

std::string problem_with(std::string_view bytes) {
  const auto in = memory_input("FILE", bytes);
  rest_of(*in);
  return in->problem();
}

/// Text that compresses, but not to nothing.
std::string words(std::size_t size, unsigned seed = 1) {
  std::string text;
  while (text.size() < size) {
    seed = seed * 1103515245 + 12345;
    text += "word" + std::to_string(seed >> 16) + (seed % 7 == 0 ? "\n" : " ");
  }
  text.resize(size);
  return text;
}

/// Gives few bytes at a time, as a slow pipe does.
class Trickle : public ByteSource {
 public:
  Trickle(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  std::size_t read(char* out, std::size_t size) override {
    const std::size_t taken = bytes_.copy(out, std::min(size, step_), at_);
    at_ += taken;
    return taken;
  }

 private:
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
};

std::unique_ptr<Input> trickle(std::string bytes, std::size_t step) {
  return std::make_unique<Input>("FILE", "", std::make_unique<Trickle>(std::move(bytes), step));
}

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
  EXPECT_EQ(in->peek_lines(5), "two t") << "no more than is wanted for a long line";
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

TEST(Gzip, JoinsMembers) {
  EXPECT_EQ(unpacked(gzip("one ") + gzip("") + gzip("two ") + gzip("three")), "one two three");
  EXPECT_EQ(problem_with(gzip("one ") + gzip("two")), "");
}

TEST(Gzip, GetsOverManyEmptyMembers) {
  std::string bytes = gzip("a");
  for (int i = 0; i < 20'000; ++i) bytes += gzip("");
  EXPECT_EQ(unpacked(bytes + gzip("b")), "ab");
}

TEST(Gzip, ReadsMembersOfAllSizes) {
  std::string text;
  std::string packed;
  for (const std::size_t size : {10UL, 5'000'000UL, 300'000UL, 9'000'000UL, 1UL, 1'000'000UL, 70'000UL, 6'000'000UL}) {
    const std::string member = words(size, static_cast<unsigned>(size));
    text += member;
    packed += gzip(member, 1);
  }
  EXPECT_EQ(unpacked(packed), text);
  EXPECT_EQ(problem_with(packed), "");
}

TEST(Gzip, ReadsStoredMembersLargerThanTheWindow) {
  const std::string text = words(3'000'000);
  EXPECT_EQ(unpacked(gzip(text, 0) + gzip("end")), text + "end");
}

TEST(Gzip, ReadsOptionalHeaderFields) {
  std::string packed = gzip("named");
  packed[3] = 8 | 16;  // a name and a comment follow the header
  packed.insert(10, std::string("file.txt\0a comment\0", 19));
  EXPECT_EQ(unpacked(packed), "named");
  EXPECT_EQ(problem_with(packed), "");
}

TEST(Gzip, IgnoresZerosBehindTheLastMember) {
  EXPECT_EQ(problem_with(gzip("text") + std::string(100'000, '\0')), "");
  EXPECT_EQ(unpacked(gzip("a") + std::string(512, '\0') + gzip("b")), "ab");
}

TEST(Gzip, TellsOfGarbageBehindTheLastMember) {
  const std::string member = gzip("text");
  EXPECT_EQ(unpacked(member + "garbage"), "text");
  EXPECT_EQ(problem_with(member + "garbage"),
            "7 bytes that are no gzip data stand at compressed byte " + std::to_string(member.size()));
}

TEST(Gzip, GoesOnBehindGarbage) {
  const std::string noise(200'000, 'x');
  EXPECT_EQ(unpacked(gzip("a") + noise + gzip("b")), "ab");
  EXPECT_EQ(problem_with(gzip("a") + noise + gzip("b")),
            "200000 bytes that are no gzip data stand at compressed byte " + std::to_string(gzip("a").size()));
}

TEST(Gzip, DeliversWhatATruncatedMemberHolds) {
  const std::string text = words(200'000);
  const std::string packed = gzip(text);
  const std::string cut = gzip("first ") + packed.substr(0, packed.size() / 2);
  const std::string got = unpacked(cut);
  EXPECT_GT(got.size(), 60'000U);
  EXPECT_EQ(got, ("first " + text).substr(0, got.size()));
  EXPECT_EQ(problem_with(cut), "the gzip data ends early (after " + std::to_string(cut.size()) + " compressed bytes)");
}

TEST(Gzip, TellsOfATruncatedTrailer) {
  const std::string packed = gzip("whole text");
  EXPECT_EQ(unpacked(packed.substr(0, packed.size() - 3)), "whole text");
  EXPECT_NE(problem_with(packed.substr(0, packed.size() - 3)), "");
}

/// The bytes with a bit flipped, so many bytes before their end.
std::string flipped(std::string bytes, std::size_t before_end) {
  char& byte = bytes[bytes.size() - before_end];
  byte = static_cast<char>(byte ^ 1);
  return bytes;
}

TEST(Gzip, LeavesOutAMemberWithAWrongChecksumOrLength) {
  for (const std::size_t at : {8U, 4U}) {
    const std::string bad = flipped(gzip("first "), at);
    EXPECT_EQ(unpacked(gzip("before ") + bad + gzip("after")), "before after");
    EXPECT_EQ(problem_with(bad + gzip("second")), "the checksum of the gzip member in compressed bytes 0 to " +
                                                      std::to_string(bad.size()) + " is wrong; none of it is used");
  }
}

/// More than is held back in memory.
TEST(Gzip, LeavesOutALargeMemberWithAWrongChecksum) {
  const std::string text = words(9'000'000);
  const std::string bad = flipped(gzip(text, 1), 8);
  EXPECT_EQ(unpacked(gzip("before ") + bad + gzip("after")), "before after");
  EXPECT_EQ(unpacked(gzip("before ") + gzip(text, 1) + gzip("after")), "before " + text + "after");
  EXPECT_EQ(unpacked(zstd("before ") + checked_zstd(text) + zstd("after")), "before " + text + "after");
  EXPECT_EQ(unpacked(zstd("before ") + flipped(checked_zstd(text), 1) + zstd("after")), "before after");
}

/// What is delivered of `bytes` when large members are used before they are checked.
std::string used_early(const std::string& bytes, const DamageHandling& handling) {
  std::string got;
  Input in("FILE", "", gzip_source(trickle(bytes, 100'000), handling));
  for (std::string_view window = in.peek(1); !window.empty(); window = in.peek(1)) {
    got += window;
    in.consume(window.size());
  }
  return got;
}

TEST(Gzip, SaysWhenALargeMemberWasUsedTooEarly) {
  const std::string text = words(9'000'000);
  const DamageHandling handling{std::make_shared<DamageCheck>(DamageCheck::while_used), {}};
  EXPECT_EQ(used_early(gzip(text, 1), handling), text);
  const std::string bad = gzip("before ") + flipped(gzip(text, 1), 8);
  EXPECT_THROW(used_early(bad, handling), RunAgain);
  EXPECT_EQ(*handling.check, DamageCheck::before_use);
  EXPECT_EQ(used_early(bad, handling), "before ");
  const DamageHandling streamed{std::make_shared<DamageCheck>(DamageCheck::while_streamed), {}};
  EXPECT_THROW(used_early(bad, streamed), Error);
  EXPECT_EQ(used_early(flipped(gzip("small"), 8) + gzip("sound"), streamed), "sound")
      << "held back, however it is read";
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

TEST(Input, NoticesAFileThatIsCutWhileItIsRead) {
  const TempFolder folder;
  const std::string path = folder.write("a.txt", words(3'000'000));
  const auto in = open_input("a.txt", path, kMemory);
  EXPECT_GT(in->peek(1).size(), 0U);
  std::filesystem::resize_file(path, 1'000'000);
  EXPECT_EQ(rest_of(*in).size(), 1'000'000U);
  EXPECT_EQ(in->problem(), "the file became shorter while it was read (1000000 of 3000000 bytes were left)");
  EXPECT_EQ(in->gaps(), std::vector<std::uint64_t>{1'000'000});
}

TEST(Input, SaysWhenTheSystemCannotReadOn) {
  const auto in = open_input("memory", "/proc/self/mem", kMemory);
  EXPECT_EQ(rest_of(*in), "");
  EXPECT_EQ(in->problem(), "cannot be read further: Input/output error");
}

TEST(Gzip, GoesOnAtTheNextMemberAfterDamage) {
  for (std::size_t at = 12; at < 5000; at += 97) {
    std::string damaged = gzip(words(20'000, 7));
    damaged.replace(at, 8, "\xff\xff\xff\xff\xff\xff\xff\xff");
    const std::string got = unpacked(gzip("before ") + damaged + gzip("after") + gzip(" all"));
    EXPECT_EQ(got, "before after all") << "damaged at " << at;
    EXPECT_NE(problem_with(gzip("before ") + damaged + gzip("after") + gzip(" all")), "");
  }
}

TEST(Gzip, CountsDamagedPlaces) {
  std::string bad = gzip("abc");
  bad[10] = '\x07';  // no such kind of block
  const std::string problem = problem_with(bad + gzip("x") + bad + gzip("y") + bad);
  EXPECT_TRUE(problem.starts_with("the gzip member at compressed byte 0 is damaged before byte ")) << problem;
  EXPECT_TRUE(problem.ends_with(", and 2 more damaged places")) << problem;
}

TEST(Gzip, ReadsABombInBoundedMemory) {
  constexpr std::size_t kZeros = 200'000'000;
  const std::string bomb = gzip(std::string(kZeros, '\0'));
  EXPECT_LT(bomb.size(), 300'000U);
  const auto in = memory_input("FILE", bomb + gzip("\nnext\n"));
  LineCutter cutter(1 << 20, 1 << 20);
  DocumentBatch batch;
  ASSERT_TRUE(cutter.cut(*in, batch));
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].full_size_bytes, kZeros);
  EXPECT_LT(batch.arena.capacity_bytes(), 4'000'000U);
  batch.clear();
  ASSERT_TRUE(cutter.cut(*in, batch));
  EXPECT_EQ(batch.block.bytes.view(), "next\n");
}

/// Both decoders, all sizes of pieces: the same bytes.
RC_GTEST_PROP(Gzip, GivesBackWhatWasCompressed, ()) {
  const auto sizes = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 600'000));
  const auto level = *rc::gen::inRange(0, 10);
  const auto step = *rc::gen::inRange<std::size_t>(1, 70'000);
  std::string text;
  std::string packed;
  for (std::size_t i = 0; i < std::min<std::size_t>(sizes.size(), 6); ++i) {
    const std::string member = words(sizes[i], static_cast<unsigned>(i));
    text += member;
    packed += gzip(member, level);
  }
  if (packed.empty()) return;
  if (packed.size() / step > 2000) return;
  Input in("FILE", "", gzip_source(trickle(packed, step)));
  RC_ASSERT(rest_of(in) == text);
  RC_ASSERT(in.problem().empty());
}

/// A member too large to be decoded at once, given in small pieces, then another one.
TEST(Gzip, StreamsByTheByte) {
  const std::string text(6'000'000, 'a');
  const std::string packed = gzip(text) + gzip("end");
  Input in("FILE", "", gzip_source(trickle(packed, 1)));
  EXPECT_EQ(rest_of(in), text + "end");
  EXPECT_EQ(in.problem(), "");
}

TEST(Gzip, ServesSmallReads) {
  const std::string text = words(300'000);
  const auto source = gzip_source(trickle(gzip(text.substr(0, 100'000)) + gzip(text.substr(100'000)), 5000));
  std::string got;
  char room[7];
  for (std::size_t n = source->read(room, sizeof room); n != 0; n = source->read(room, sizeof room))
    got.append(room, n);
  EXPECT_EQ(got, text);
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
  EXPECT_EQ(problem_with(frame + "garbage"), "bytes that are no zstd data stand at compressed byte " +
                                                 std::to_string(frame.size()) + "; what follows was not read");
}

TEST(Zstd, TellsWhenAFrameNeedsTooMuchMemory) {
  // A frame header that asks for a window of 2 GiB, then an empty last block.
  const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9);
  Input small("FILE", "", zstd_source(trickle(frame, 100), kMemory));
  EXPECT_EQ(rest_of(small), "");
  EXPECT_EQ(small.problem(),
            "the zstd frame at compressed byte 0 needs a window of more than 256 MiB, a quarter of --memory; give more "
            "with --memory, or recompress it without --long");
}

}  // namespace
}  // namespace cento
