#include "read/charset/charset.hpp"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/memory/arena.hpp"
#include "core/utf8.hpp"

namespace cento {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGrussUtf8 = "Gr\u00FC\u00DFe";
constexpr std::string_view kGrussLatin1 =
    "Gr\xFC\xDF"
    "e";

struct Converted {
  std::string text;
  std::string charset;
  std::string source;
  std::size_t replaced = 0;

  friend bool operator==(const Converted&, const Converted&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Converted& c) {
    return out << '"' << c.text << "\" from " << c.charset << " (" << c.source << "), " << c.replaced << " replaced";
  }
};

Converted convert(std::string_view bytes, const CharsetHints& hints = {}) {
  Arena arena;
  const Utf8Text text = to_utf8(bytes, hints, arena);
  return {std::string(text.text), std::string(text.charset), std::string(text.source), text.replaced};
}

Converted utf8(std::string_view text, std::string_view source) {
  return {std::string(text), "UTF-8", std::string(source)};
}

TEST(Charset, AsciiAndValidUtf8AreReturnedAsTheyAre) {
  EXPECT_EQ(convert("plain"), utf8("plain", ""));
  EXPECT_EQ(convert(""), utf8("", ""));
  EXPECT_EQ(convert("plain", {"", "iso-8859-1", false}), utf8("plain", ""));
  EXPECT_EQ(convert(kGrussUtf8), utf8(kGrussUtf8, ""));
  Arena arena;
  EXPECT_EQ(to_utf8(kGrussUtf8, {}, arena).text.data(), kGrussUtf8.data());
}

TEST(Charset, TheUsersChoiceWins) {
  EXPECT_EQ(convert(kGrussLatin1, {"latin1", "utf-8", false}),
            (Converted{std::string(kGrussUtf8), "windows-1252", "forced"}));
  EXPECT_EQ(convert(kGrussUtf8, {"iso-8859-1", "", false}).text, "Gr\u00C3\u00BC\u00C3\u0178e");
  EXPECT_EQ(convert("\xEF\xBB\xBFx", {"utf-8", "", false}), utf8("x", "forced"));
  EXPECT_EQ(convert(kGrussUtf8, {"no-such-charset", "", false}), utf8(kGrussUtf8, ""));
}

TEST(Charset, ByteOrderMarks) {
  EXPECT_EQ(convert("\xEF\xBB\xBF"
                    "a\u00FC"),
            utf8("a\u00FC", "bom"));
  EXPECT_EQ(convert("\xFF\xFE"
                    "a\0\xFC\0"sv),
            (Converted{"a\u00FC", "UTF-16LE", "bom"}));
  EXPECT_EQ(convert("\xFE\xFF"
                    "\0a\0\xFC"sv),
            (Converted{"a\u00FC", "UTF-16BE", "bom"}));
  EXPECT_EQ(convert("\xFF\xFE\0\0"
                    "a\0\0\0"sv),
            (Converted{"a", "UTF-32LE", "bom"}));
  EXPECT_EQ(convert("\0\0\xFE\xFF"
                    "\0\0\0a"sv),
            (Converted{"a", "UTF-32BE", "bom"}));
  EXPECT_EQ(convert("\xEF\xBB\xBF"
                    "a\xFF"
                    "b"),
            (Converted{"a\uFFFD"
                       "b",
                       "UTF-8", "bom", 1}));
}

TEST(Charset, TheHttpHeaderIsBelievedBeforeThePage) {
  EXPECT_EQ(convert("\xCF\xF0\xE8", {"", "windows-1251", false}),
            (Converted{"\u041F\u0440\u0438", "windows-1251", "http"}));
  EXPECT_EQ(convert("<meta charset=koi8-r>\xCF\xF0\xE8", {"", " \"Windows-1251\" ", true}).charset, "windows-1251");
  EXPECT_EQ(convert("<meta charset=koi8-r>\xF0\xD2\xC9", {"", "nonsense", true}).text,
            "<meta charset=koi8-r>\u041F\u0440\u0438");
}

TEST(Charset, DeclarationsInThePage) {
  const auto source = [](std::string_view head) {
    const Converted c = convert(std::string(head) + "\xE9", {"", "", true});
    return c.charset + " " + c.source;
  };
  EXPECT_EQ(source("<meta charset=iso-8859-2>"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<META CHARSET = 'ISO-8859-2' />"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-2\">"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<meta content='text/html;charset = \"iso-8859-2\"' http-equiv=content-type>"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<?xml version=\"1.0\" encoding=\"iso-8859-2\"?><html>"), "ISO-8859-2 xml");
  EXPECT_EQ(source("<!-- <meta charset=koi8-r> --><meta charset=iso-8859-2>"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<meta charset=nonsense><meta charset=iso-8859-2>"), "ISO-8859-2 meta");
  EXPECT_EQ(source("<meta charset=utf-16>"), "UTF-8 meta");
  EXPECT_EQ(convert("<meta charset=iso-8859-2>\xE9", {}).source, "detected");  // not HTML: not checked
}

TEST(Charset, ValidUtf8IsUtf8WhateverIsClaimed) {
  EXPECT_EQ(convert(kGrussUtf8, {"", "iso-8859-1", false}), utf8(kGrussUtf8, "detected"));
  EXPECT_EQ(convert(kGrussUtf8, {"", "utf-8", false}), utf8(kGrussUtf8, "http"));
  EXPECT_EQ(convert("\u65E5\u672C", {"", "gb2312", false}), utf8("\u65E5\u672C", "detected"));
  EXPECT_EQ(convert("\xC1\xAA\xCD\xA8", {"", "gb2312", false}).text, "\u8054\u901A");            // not UTF-8
  EXPECT_EQ(convert("\xCD\xA8", {"", "gbk", false}), (Converted{"\u901A", "gb18030", "http"}));  // also UTF-8 of U+0368
}

TEST(Charset, LabelsMeanWhatBrowsersTakeThemFor) {
  EXPECT_EQ(convert("\x80 \x93", {"", "iso-8859-1", false}).text, "\u20AC \u201C");
  EXPECT_EQ(convert("\x80", {"", "us-ascii", false}).text, "\u20AC");
  EXPECT_EQ(convert("\x93\xFA\x96\x7B \x87\x40", {"", "Shift_JIS", false}).text, "\u65E5\u672C \u2460");
  EXPECT_EQ(convert("\xC6\xFC\xCB\xDC", {"", "euc-jp", false}).text, "\u65E5\u672C");
  EXPECT_EQ(convert("\x1B$B\x46\x7C\x4B\x5C\x1B(B", {"", "iso-2022-jp", false}).text, "\u65E5\u672C");
  EXPECT_EQ(convert("\xB0\xA1\x81\x41", {"", "euc-kr", false}).text, "\uAC00\uAC02");  // the second only in windows-949
  EXPECT_EQ(convert("\xA4\xE9\xA5\xBB", {"", "big5", false}).text, "\u65E5\u672C");
  EXPECT_EQ(convert("\xA4", {"", "iso-8859-15", false}).text, "\u20AC");
  EXPECT_EQ(convert("a\0"sv, {"", "utf-16", false}).text, "a");
  EXPECT_TRUE(is_known_charset("Latin1"));
  EXPECT_FALSE(is_known_charset("no-such-charset"));
  EXPECT_FALSE(is_known_charset(""));
}

TEST(Charset, WhatIsInvalidIsReplacedAndCounted) {
  EXPECT_EQ(convert("a\xFF"
                    "b\xC3",
                    {"", "utf-8", false}),
            (Converted{"a\uFFFD"
                       "b\uFFFD",
                       "UTF-8", "http", 2}));
  EXPECT_EQ(convert("a\x81\xFF"
                    "b",
                    {"", "shift_jis", false})
                .replaced,
            2U);
  EXPECT_EQ(convert("\xFF\xFE"
                    "a\0\0\xD8"
                    "b\0"sv),
            (Converted{"a\uFFFD"
                       "b",
                       "UTF-16LE", "bom", 1}));
  EXPECT_EQ(convert("\xFF\xFE"
                    "a"),
            (Converted{"\uFFFD", "UTF-16LE", "bom", 1}));
}

TEST(Charset, UndeclaredCharsetsAreDetected) {
  const std::string german =
      "Die Stra\xDF"
      "e f\xFChrt \xFC"
      "ber die gro\xDF"
      "e Br\xFC"
      "cke. Sch\xF6ne Gr\xFC\xDF"
      "e aus M\xFCnchen, "
      "und bis n\xE4"
      "chstes Jahr, wenn die Tage l\xE4nger werden und der Fluss wieder h\xF6her steht.";
  EXPECT_EQ(convert(german).charset, "windows-1252");
  EXPECT_EQ(convert(german).source, "detected");
  EXPECT_NE(convert(german).text.find("Gr\u00FC\u00DF"
                                      "e aus M\u00FCnchen"),
            std::string::npos);
  const std::string russian =
      "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xDD\xF2\xEE \xEF\xF0\xEE\xF1\xF2\xEE\xE9 \xF2\xE5\xEA\xF1\xF2 "
      "\xED\xE0 \xF0\xF3\xF1\xF1\xEA\xEE\xEC \xFF\xE7\xFB\xEA\xE5, \xED\xE0\xEF\xE8\xF1\xE0\xED\xED\xFB\xE9 "
      "\xE4\xEB\xFF \xEF\xF0\xEE\xE2\xE5\xF0\xEA\xE8.";
  EXPECT_EQ(convert(russian).charset, "windows-1251");
}

TEST(Charset, AnyBytesBecomeValidUtf8InAnyCharset) {
  std::string all;
  for (int i = 0; i < 512; ++i) all += static_cast<char>(i * 7 + i / 256);
  for (const std::string_view label :
       {"", "utf-8", "latin1", "gbk", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "utf-16", "utf-16be",
        "utf-32", "iso-8859-8", "koi8-u", "macintosh", "ibm866", "windows-1258", "windows-874", "iso-8859-14"}) {
    EXPECT_TRUE(is_valid_utf8(convert(all, {label, "", true}).text)) << label;
    EXPECT_FALSE(convert(all, {label, "", true}).text.empty()) << label;
  }
}

TEST(Charset, ThreadsDoNotDisturbOneAnother) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 200; ++round) {
        EXPECT_EQ(convert("\x93\xFA", {"", "shift_jis", false}).text, "\u65E5");
        EXPECT_EQ(convert("\xCF", {"", "windows-1251", false}).text, "\u041F");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cento
