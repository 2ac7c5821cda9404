#include "core/utf8.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace cento {
namespace {

std::string repaired(std::string_view bytes) {
  std::string out;
  append_valid_utf8(out, bytes);
  return out;
}

TEST(Utf8, KnowsWhatIsValid) {
  EXPECT_TRUE(is_valid_utf8(""));
  EXPECT_TRUE(is_valid_utf8("naïve 文字 😀"));
  EXPECT_FALSE(is_valid_utf8("\xff"));
  EXPECT_FALSE(is_valid_utf8("\xc0\x80"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xed\xa0\x80"));      // a surrogate
  EXPECT_FALSE(is_valid_utf8("\xf4\x90\x80\x80"));  // over U+10FFFF
  EXPECT_FALSE(is_valid_utf8("\xe6\x96"));          // cut
}

TEST(Utf8, DecodesCodePointsOfAllLengths) {
  const std::string text = "aé文😀";
  EXPECT_EQ(decode_utf8(text, 0).value, 'a');
  EXPECT_EQ(decode_utf8(text, 1).value, 0xE9U);
  EXPECT_EQ(decode_utf8(text, 3).value, 0x6587U);
  EXPECT_EQ(decode_utf8(text, 6).value, 0x1F600U);
  EXPECT_EQ(decode_utf8(text, 6).length, 4U);
}

TEST(Utf8, DecodesTheMaximalInvalidSequence) {
  EXPECT_EQ(decode_utf8("\xe6\x96 ", 0).value, kReplacementCharacter);
  EXPECT_EQ(decode_utf8("\xe6\x96 ", 0).length, 2U);
  EXPECT_EQ(decode_utf8("\xff\xff", 0).length, 1U);
}

TEST(Utf8, ReplacesEachInvalidSequenceOnce) {
  EXPECT_EQ(repaired("a\xff\xfe z"), "a\uFFFD\uFFFD z");
  EXPECT_EQ(repaired("\xe6\x96 and \xf0\x9f\x98"), "\uFFFD and \uFFFD");
  EXPECT_EQ(repaired("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  std::string out = "kept ";
  EXPECT_EQ(append_valid_utf8(out, "caf\xe9"), 1U);
  EXPECT_EQ(out, "kept caf\uFFFD");
}

TEST(Utf8, WritesReplacementForWhatIsNoCharacter) {
  std::string out;
  append_utf8(out, 0xD800);
  append_utf8(out, 0x110000);
  EXPECT_EQ(out, "\uFFFD\uFFFD");
}

RC_GTEST_PROP(Utf8, DecodesWhatItWrites, ()) {
  const auto code_point = *rc::gen::inRange<std::uint32_t>(0, 0x110000);
  RC_PRE(code_point < 0xD800 || code_point > 0xDFFF);
  std::string text = "x";
  append_utf8(text, code_point);
  RC_ASSERT(is_valid_utf8(text));
  RC_ASSERT(decode_utf8(text, 1).value == code_point);
  RC_ASSERT(decode_utf8(text, 1).length == text.size() - 1);
}

RC_GTEST_PROP(Utf8, RepairsAnything, (const std::string& bytes)) {
  const std::string out = repaired(bytes);
  RC_ASSERT(is_valid_utf8(out));
  RC_ASSERT(is_valid_utf8(bytes) == (out == bytes));
}

}  // namespace
}  // namespace cento
