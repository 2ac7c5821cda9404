#include "core/terminal_text.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

std::string text(std::string_view raw) {
  return escaped_for_terminal(raw, TextLines::kept);
}

TEST(TerminalText, LeavesWhatIsShownAsItIs) {
  EXPECT_EQ(text("Der Hafen ist voll; 港口已满。 \xF0\x9F\x9A\xA2"), "Der Hafen ist voll; 港口已满。 \xF0\x9F\x9A\xA2");
  EXPECT_EQ(text("\xEF\xBF\xBD"), "\xEF\xBF\xBD") << "U+FFFD itself";
}

TEST(TerminalText, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(text("\x1b[31mred\a"), "\\u001b[31mred\\u0007");
  EXPECT_EQ(text("\x7f"), "\\u007f");
  EXPECT_EQ(text("\xC2\x9B"
                 "2J"),
            "\\u009b2J")
      << "a control character of C1";
  EXPECT_EQ(text("a\xE2\x80\xAE"
                 "cod.exe"),
            "a\\u202ecod.exe")
      << "changes the writing direction";
  EXPECT_EQ(text(std::string_view("\0", 1)), "\\u0000");
}

TEST(TerminalText, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(text("caf\xE9."), "caf\\xe9.");
  EXPECT_EQ(text("\x9b"
                 "31m"),
            "\\x9b31m");
}

TEST(TerminalText, KeepsLinesOfATextButNotOfAMessage) {
  EXPECT_EQ(text("one\n\ttwo"), "one\n\ttwo");
  EXPECT_EQ(escaped_for_terminal("one\n\ttwo", TextLines::escaped), "one\\u000a\\u0009two");
  EXPECT_EQ(text("one\rtwo"), "one\\u000dtwo");
}

}  // namespace
}  // namespace cento
