#include "read/charset/raw_offsets.hpp"

#include <gtest/gtest.h>

#include <string>

#include "read/charset/charset.hpp"

namespace cento {
namespace {

/// `text` in UTF-16, which has no character over U+FFFF but U+1F600.
const std::string kWide(
    "\xff\xfe"
    "a\0\xe4\0\x3d\xd8\x00\xde"
    "b\0",
    12);
const std::string kText =
    "a\xc3\xa4\xf0\x9f\x98\x80"
    "b";

std::string raw_of(const std::string& raw, const std::string& charset, const std::string& piece) {
  Arena arena;
  const Utf8Text text = to_utf8(raw, {charset, {}, false}, arena);
  const RawOffsets offsets(raw, text.text, text.charset);
  const std::size_t begin = text.text.find(piece);
  const ByteRange range = offsets.raw(ByteRange{begin, begin + piece.size()});
  return range.is_known() ? raw.substr(range.begin, range.end - range.begin) : "not known";
}

TEST(RawOffsets, LeadBackToWideCharacters) {
  EXPECT_EQ(raw_of(kWide, {}, "\xc3\xa4"), std::string("\xe4\0", 2));
  EXPECT_EQ(raw_of(kWide, {}, "\xf0\x9f\x98\x80"), kWide.substr(6, 4));
  EXPECT_EQ(raw_of(kWide, {}, kText), kWide.substr(2));
  EXPECT_EQ(raw_of(kWide + "x", "utf-16le", "b"), std::string("b\0", 2));
  const std::string utf32("\xff\xfe\0\0a\0\0\0\xe4\0\0\0b\0\0\0", 16);
  EXPECT_EQ(raw_of(utf32, {}, "\xc3\xa4"), utf32.substr(8, 4));
}

TEST(RawOffsets, LeadBackOverManyCharacters) {
  std::string raw = "\xff\xfe";
  for (int i = 0; i < 10'000; ++i) raw += std::string("\xe4\0", 2);
  raw += std::string("b\0", 2);
  EXPECT_EQ(raw_of(raw, {}, "b"), std::string("b\0", 2));
}

TEST(RawOffsets, LeadBackToBytesAndUtf8) {
  EXPECT_EQ(raw_of("caf\xe9 b", "windows-1252", "\xc3\xa9 "), "\xe9 ");
  EXPECT_EQ(raw_of("\xef\xbb\xbf" + kText, {}, "b"), "b");
  EXPECT_EQ(raw_of(kText, {}, "\xc3\xa4"), "\xc3\xa4");
}

TEST(RawOffsets, KnowWhatTheyDoNotKnow) {
  EXPECT_EQ(raw_of("\x93\xfa\x96\x7b"
                   "b",
                   "shift_jis", "b"),
            "not known");
  EXPECT_EQ(raw_of("a\xff"
                   "b",
                   "utf-8", "b"),
            "not known");
}

TEST(RawOffsets, LeaveTextsAloneThatWereNotConverted) {
  EXPECT_EQ(RawOffsets().raw(ByteRange{7, 9}), (ByteRange{7, 9}));
  EXPECT_EQ(RawOffsets().raw(kWholeInput), kWholeInput);
  EXPECT_FALSE(RawOffsets().raw(ByteRange{}).is_known());
}

}  // namespace
}  // namespace cento
