#include "read/input/gzip_source.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "compressed.hpp"
#include "read/line_cutter.hpp"
#include "unpacked.hpp"

namespace cento {
namespace {

using testing::checked_zstd;
using testing::flipped;
using testing::gzip;
using testing::problem_with;
using testing::rest_of;
using testing::trickle;
using testing::unpacked;
using testing::words;
using testing::zstd;

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
            "7 bytes at compressed byte " + std::to_string(member.size()) + " are not gzip data");
}

TEST(Gzip, GoesOnBehindGarbage) {
  const std::string noise(200'000, 'x');
  EXPECT_EQ(unpacked(gzip("a") + noise + gzip("b")), "ab");
  EXPECT_EQ(problem_with(gzip("a") + noise + gzip("b")),
            "200000 bytes at compressed byte " + std::to_string(gzip("a").size()) + " are not gzip data");
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

/// What `bytes` deliver when large members are used before they are checked.
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

/// A member too large to be decoded in one call, given in small pieces, then another one.
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

}  // namespace
}  // namespace cento
