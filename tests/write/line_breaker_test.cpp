#include "write/view/line_breaker.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "write/view/display_width.hpp"

namespace cento {
namespace {

using Lines = std::vector<std::string>;

Lines broken(std::string_view text, std::uint32_t width) {
  std::vector<ColumnLine> lines;
  LineBreaker breaker(width, false, lines);
  breaker.add(text, Ink::plain);
  breaker.end_line();
  Lines texts;
  for (const ColumnLine& line : lines) {
    EXPECT_EQ(line.width, display_width(line.text));
    texts.push_back(line.text);
  }
  return texts;
}

TEST(DisplayWidth, IsWhatATerminalTakes) {
  EXPECT_EQ(display_width("plain"), 5U);
  EXPECT_EQ(display_width("中文，"), 6U);
  EXPECT_EQ(display_width("한글"), 4U);
  EXPECT_EQ(display_width("cafe\u0301"), 4U);
  EXPECT_EQ(display_width("ｆｕｌｌ"), 8U);
  EXPECT_EQ(display_width("ﾊﾝ"), 2U);
  EXPECT_EQ(display_width("a\u200Bb"), 2U);
  EXPECT_EQ(display_width("😀"), 2U);
}

TEST(LineBreaker, BreaksAtWhiteSpace) {
  EXPECT_EQ(broken("The bells rang\tat  noon.", 9), (Lines{"The bells", "rang at", "noon."}));
}

TEST(LineBreaker, BreaksWordsThatAreTooLong) {
  EXPECT_EQ(broken("an extraordinary day", 6), (Lines{"an", "extrao", "rdinar", "y day"}));
}

TEST(LineBreaker, KeepsParagraphsApart) {
  EXPECT_EQ(broken("One.\nTwo.\n\nThree.", 40), (Lines{"One. Two.", "Three."}));
}

TEST(LineBreaker, BreaksBetweenWideCharactersButNotBeforeWhatCloses) {
  EXPECT_EQ(broken("中午钟声响了。", 6), (Lines{"中午钟", "声响", "了。"}));
  EXPECT_EQ(broken("他说《钟》", 8), (Lines{"他说", "《钟》"}));
}

TEST(LineBreaker, KeepsMarksOnTheirLetters) {
  EXPECT_EQ(broken("ae\u0301io", 2), (Lines{"ae\u0301", "io"}));
}

TEST(LineBreaker, ShowsNothingThatATerminalWouldObey) {
  EXPECT_EQ(broken("a\x1b[2Jb\u202Ec", 20), (Lines{"a\uFFFD[2Jb\uFFFDc"}));
}

TEST(LineBreaker, SwitchesColoursWithinALineAndEndsThemWithIt) {
  std::vector<ColumnLine> lines;
  LineBreaker breaker(10, true, lines);
  breaker.begin_passage(1);
  breaker.add("shared ", Ink::passage);
  breaker.add("not", Ink::changed);
  breaker.add(" shared", Ink::passage);
  breaker.end_line();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].text, "\x1b[36mshared \x1b[0m\x1b[1;4mnot\x1b[0m");
  EXPECT_EQ(lines[1].text, "\x1b[36mshared\x1b[0m");
  EXPECT_EQ(lines[0].width, 10U);
  EXPECT_EQ(lines[0].passage, 1U);
}

RC_GTEST_PROP(LineBreaker, LosesNoLetterAndKeepsToTheWidth, ()) {
  const auto piece = rc::gen::element<std::string>("a", "long", " ", "中", "。", "《", "\n", "\n\n", "e\u0301", "한");
  std::string text;
  for (const std::string& next : *rc::gen::container<std::vector<std::string>>(piece)) text += next;
  const auto width = *rc::gen::inRange<std::uint32_t>(2, 12);
  std::string expected;
  for (const char c : text) {
    if (c != ' ' && c != '\n') expected += c;
  }
  std::string shown;
  for (const std::string& line : broken(text, width)) {
    RC_ASSERT(display_width(line) <= width);
    for (const char c : line) {
      if (c != ' ') shown += c;
    }
  }
  RC_ASSERT(shown == expected);
}

}  // namespace
}  // namespace cento
