#include "text/sentence/sentences.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/utf8.hpp"
#include "text/sentence/sentence_characters.hpp"
#include "text/text_soup.hpp"

namespace cento {
namespace {

std::vector<Span> split(std::string_view text, SentenceOptions options = {}) {
  std::vector<Span> spans;
  split_sentences(text, options, spans);
  return spans;
}

std::vector<std::string> sentences_of(std::string_view text, SentenceOptions options = {}) {
  std::vector<std::string> sentences;
  for (const Span& span : split(text, options)) sentences.emplace_back(span.of(text));
  return sentences;
}

// ---- The table of cases

struct Case {
  std::size_t line = 0;
  std::string rule;
  std::string text;
  std::vector<std::string> sentences;
};

std::string trimmed(std::string_view text) {
  const std::size_t begin = skip_white_space(text, 0);
  return std::string(text.substr(begin, trim_end(text, begin, text.size()) - begin));
}

/// Appends the character of the escape sequence at `line[at]`; returns the position of its last byte.
std::size_t unescape(std::string_view line, std::size_t at, std::string& out) {
  const std::string_view names = "nrtf";
  const std::string_view values = "\n\r\t\f";
  const char name = line.at(at + 1);
  if (name == 'u') {
    append_utf8(out, static_cast<std::uint32_t>(std::stoul(std::string(line.substr(at + 2, 4)), nullptr, 16)));
    return at + 5;
  }
  const std::size_t known = names.find(name);
  out += known == std::string_view::npos ? name : values[known];
  return at + 1;
}

Case parse_case(std::size_t number, const std::string& rule, std::string_view line) {
  Case result{number, rule, {}, {}};
  std::string piece;
  const auto end_piece = [&] {
    result.text += piece;
    result.sentences.push_back(trimmed(piece));
    piece.clear();
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      at = unescape(line, at, piece);
    } else if (line[at] == '|') {
      end_piece();
    } else {
      piece += line[at];
    }
  }
  end_piece();
  return result;
}

std::vector<Case> read_cases() {
  std::ifstream file(CENTO_TEST_DATA "/text/sentence_cases.txt");
  std::vector<Case> cases;
  std::string rule;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("# rule")) rule = line.substr(2);
    if (line.empty() || line.starts_with('#')) continue;
    cases.push_back(parse_case(number, rule, line));
  }
  return cases;
}

TEST(Sentences, FollowTheTableOfCases) {
  const std::vector<Case> cases = read_cases();
  EXPECT_GE(cases.size(), 150U);
  for (const Case& c : cases) {
    EXPECT_EQ(sentences_of(c.text), c.sentences) << "line " << c.line << " of sentence_cases.txt, " << c.rule;
  }
}

TEST(Sentences, OfACaseStayTheSameInsideAWrappedParagraph) {
  for (const Case& c : read_cases()) {
    std::vector<std::string> expected{"before"};
    expected.insert(expected.end(), c.sentences.begin(), c.sentences.end());
    expected.emplace_back("after");
    EXPECT_EQ(sentences_of("before\n\n" + c.text + "\n\nafter"), expected) << "line " << c.line << ", " << c.rule;
  }
}

// ---- Edges

TEST(Sentences, AreNoneInWhiteSpace) {
  EXPECT_TRUE(split("").empty());
  EXPECT_TRUE(split(" \n\t \r\n\u00A0\u3000\u2029 ").empty());
}

TEST(Sentences, ReplaceWhatTheResultHeld) {
  std::vector<Span> spans{{7, 9}};
  split_sentences("Yes.", {}, spans);
  EXPECT_EQ(spans, (std::vector<Span>{{0, 4}}));
}

TEST(Sentences, AreTrimmedOfUnicodeWhiteSpace) {
  EXPECT_EQ(sentences_of("\u3000\u00A0One.\u2003\n\u2003Two\u00A0"), (std::vector<std::string>{"One.", "Two"}));
}

TEST(Sentences, KeepControlCharacters) {
  EXPECT_EQ(sentences_of(std::string_view("\0A\x01", 3)), (std::vector<std::string>{std::string("\0A\x01", 3)}));
}

TEST(Sentences, LongerThanTheMaximumAreCutAtTheLastWhiteSpace) {
  EXPECT_EQ(sentences_of("aaa bbb ccc ddd", {.max_bytes = 8}), (std::vector<std::string>{"aaa bbb", "ccc ddd"}));
  EXPECT_EQ(sentences_of("aaa bbb ccc ddd", {.max_bytes = 7}), (std::vector<std::string>{"aaa bbb", "ccc ddd"}));
  EXPECT_EQ(sentences_of("aaa bbb ccc ddd", {.max_bytes = 6}), (std::vector<std::string>{"aaa", "bbb", "ccc", "ddd"}));
  EXPECT_EQ(sentences_of("ab\u3000cd", {.max_bytes = 6}), (std::vector<std::string>{"ab", "cd"}));
}

TEST(Sentences, WithoutWhiteSpaceAreCutBetweenCharacters) {
  EXPECT_EQ(sentences_of("abcdef", {.max_bytes = 4}), (std::vector<std::string>{"abcd", "ef"}));
  EXPECT_EQ(sentences_of("一二三四", {.max_bytes = 8}), (std::vector<std::string>{"一二", "三四"}));
  EXPECT_EQ(sentences_of("一二", {.max_bytes = 1}), (std::vector<std::string>{"一", "二"}));
  EXPECT_EQ(sentences_of("一 二 ", {.max_bytes = 1}), (std::vector<std::string>{"一", "二"}));
  EXPECT_EQ(sentences_of("一\n\n二", {.max_bytes = 0}), (std::vector<std::string>{"一", "二"}));
}

TEST(Sentences, OfTheMaximumAreNotCut) {
  EXPECT_EQ(sentences_of("abcd. Efg.", {.max_bytes = 5}), (std::vector<std::string>{"abcd.", "Efg."}));
}

TEST(Sentences, AreFoundAcrossPiecesOfTheScan) {
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 3000; ++i) {
    expected.push_back("Sentence number x" + std::to_string(i) + " is here.");
    text += expected.back() + (i % 7 == 0 ? "\n\n" : " ");
  }
  EXPECT_EQ(sentences_of(text), expected);
}

// ---- Properties

bool is_ascending(const std::vector<Span>& spans, std::size_t size) {
  std::uint32_t last = 0;
  return std::ranges::all_of(spans, [&](const Span& span) {
    const bool good = span.begin >= last && span.end > span.begin && span.end <= size;
    last = span.end;
    return good;
  });
}

std::string without_white_space(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint here = code_point_at(text, at);
    if (!is_white_space(here.value)) kept += text.substr(at, here.length);
    at += here.length;
  }
  return kept;
}

RC_GTEST_PROP(Sentences, AscendAreTrimmedAndHoldEverythingButWhiteSpace, ()) {
  const std::string text = *text_soup();
  const SentenceOptions options{.max_bytes =
                                    *rc::gen::elementOf(std::vector<std::uint32_t>{0, 1, 2, 3, 5, 8, 40, 2000})};
  const std::vector<Span> spans = split(text, options);
  RC_ASSERT(is_ascending(spans, text.size()));
  std::string held;
  for (const Span& span : spans) {
    RC_ASSERT(trimmed(span.of(text)) == span.of(text));
    RC_ASSERT(is_valid_utf8(span.of(text)));
    RC_ASSERT(span.size() <= std::max<std::uint32_t>(options.max_bytes, 4));
    held += without_white_space(span.of(text));
  }
  RC_ASSERT(held == without_white_space(text));
}

RC_GTEST_PROP(Sentences, OfTwoTextsAreThoseOfBothWithABlankLineBetween, ()) {
  const std::string first = *text_soup();
  const std::string second = *text_soup();
  std::vector<std::string> expected = sentences_of(first);
  const std::vector<std::string> rest = sentences_of(second);
  expected.insert(expected.end(), rest.begin(), rest.end());
  RC_ASSERT(sentences_of(first + "\n\n" + second) == expected);
}

RC_GTEST_PROP(Sentences, AreTheSameWithEveryKernel, ()) {
  const std::string text = *text_soup();
  const std::vector<Span> expected = split(text);
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (!has_kernel(kernel)) continue;
    std::vector<Span> spans;
    split_sentences(text, {}, spans, kernel);
    RC_ASSERT(spans == expected);
  }
}

std::vector<Span> split_by_rules(std::string_view text) {
  std::vector<Span> spans;
  split_sentences_by_rules(text, {}, spans);
  return spans;
}

RC_GTEST_PROP(Sentences, AreWhatTheRulesAloneSay, ()) {
  const std::string text = *text_soup();
  RC_ASSERT(split(text) == split_by_rules(text));
}

TEST(Sentences, AreWhatTheRulesAloneSayInOrdinaryText) {
  const std::vector<std::string> words = {"The", "cat",     "sat",  "Mr",   "Inc",    "etc",     "U.S",  "example",
                                          "A1",  "in",      "7",    "1998", "3.14",   "RAM",     "(so)", "NASA",
                                          "z.B", "Node.js", "你好", "走吧", "Straße", "\"Yes\"", "word", "2001-08-31"};
  const std::vector<std::string> ends = {". ",     ".\n",  ".\n\n", "...",      "? ", "! ",  ".  ",
                                         ".\n   ", "\n\n", "\n- ",  "\n    * ", ") ", ".) ", "\n1. ",
                                         "。",     "!\n",  " ",     " ",        " ",  " "};
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) text.append(words[random() % words.size()]).append(ends[random() % ends.size()]);
    ASSERT_EQ(split(text), split_by_rules(text)) << text;
  }
}

}  // namespace
}  // namespace cento
