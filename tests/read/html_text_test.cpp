#include "read/html/html_text.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/kernel.hpp"
#include "core/memory/arena.hpp"
#include "core/utf8.hpp"

namespace cento {
namespace {

struct Case {
  std::string html;
  std::string text;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& one : cases) EXPECT_EQ(html_to_text(one.html), one.text) << "of " << one.html;
}

TEST(HtmlText, BlocksAreParagraphs) {
  expect_all({
      {"", ""},
      {"plain", "plain"},
      {"<p>One.</p><p>Two.</p>", "One.\n\nTwo."},
      {"<div><div><p>deep</p></div></div>x", "deep\n\nx"},
      {"<h1>Title</h1>text<ul><li>a<li>b</ul>", "Title\n\ntext\n\na\n\nb"},
      {"a<hr>b", "a\n\nb"},
      {"<select><option>x<option>y</select>", "x\n\ny"},
      {"a<blockquote>b</blockquote>c<figcaption>d</figcaption>", "a\n\nb\n\nc\n\nd"},
      {"<P>upper</P><DIV>case</DIV>", "upper\n\ncase"},
  });
}

TEST(HtmlText, LineBreaksAreSingle) {
  expect_all({
      {"a<br>b", "a\nb"},
      {"a <br/> b", "a\nb"},
      {"a</br>b", "a\nb"},
      {"a<br><br>b", "a\n\nb"},
      {"a<br><br><br><br>b", "a\n\nb"},
      {"<br>a<br>", "a"},
      {"a<br><p>b", "a\n\nb"},
  });
}

TEST(HtmlText, CellsAreSeparatedByTabsAndRowsByBlankLines) {
  expect_all({
      {"<table><tr><td>a</td><td>b</td></tr><tr><td>c<td>d</table>", "a\tb\n\nc\td"},
      {"<table>\n <tr>\n  <th> a </th>\n  <td> b </td>\n </tr>\n</table>", "a\tb"},
  });
}

TEST(HtmlText, WhiteSpaceCollapses) {
  expect_all({
      {"  a \n\t b\r\n\r\n c\fd  ", "a b c d"},
      {"<b>a</b> <i> b</i>", "a b"},
      {"<b>a</b><i>b</i>", "ab"},
      {"a&#32;&#10; b", "a b"},
      {"a&nbsp; &nbsp;b", "a\u00A0 \u00A0b"},
      {"<p> a </p> \n <p> b </p>", "a\n\nb"},
      {std::string(100, ' ') + "a" + std::string(100, '\n') + "b", "a b"},
  });
}

TEST(HtmlText, PreformattedTextKeepsItsWhiteSpace) {
  expect_all({
      {"x<pre>\n a\n   b\r\nc\rd\n\n</pre>y", "x\n\n a\n   b\nc\nd\n\ny"},
      {"<pre>  first</pre>", "first"},
      {"x<pre>a<br>b &lt; <b>c</b></pre>", "x\n\na\nb < c"},
      {"x<textarea>\n <b>a</b>\n&amp; </textarea>y", "x\n\n <b>a</b>\n&\n\ny"},
      {"x<xmp><b> &amp;\n a</xmp>y", "x\n\n<b> &amp;\n a\n\ny"},
      {"x<plaintext></p>&amp;", "x\n\n</p>&amp;"},
      {"<pre>a</pre>  b  c", "a\n\nb c"},
  });
}

TEST(HtmlText, WhatIsNoTextIsLeftOut) {
  expect_all({
      {"<head><title>t &amp; u</title><meta name=x content='y'><link href=z></head><body>b", "b"},
      {"<title>t</title>b", "b"},
      {"a<script>if (a<b) '</b>' // </p></script>b", "ab"},
      {"a<style>p > b { }</STYLE >b", "ab"},
      {"a<iframe><p>x</iframe>b<noembed>y</noembed>c<noframes>z</noframes>d", "abcd"},
      {"a<script>x", "a"},
      {"a<script></scripty></script x='>'>b", "ab"},
      {"<noscript>shown <b>too</b></noscript>", "shown too"},
      {"a<template><p>x<template>y</template>z</template>b", "ab"},
      {"a <template> x</template> b", "a b"},
      {"a<template><pre>x", "a"},
      {"a</template>b", "ab"},
      {"<!doctype html>a<?php echo '?>b", "ab"},
  });
}

TEST(HtmlText, ScriptsMayHideTheirEnd) {
  expect_all({
      {"<script><!-- <script> </script> --> x</script>b", "b"},
      {"<script><!-- <script> </script> y</script>b", "b"},
      {"<script><!-- x</script>b", "b"},
      {"<script><!--><script></script>b", "b"},
      {"<script><!-- <script </script>b", ""},
      {"<script>-->--></script>b", "b"},
  });
}

TEST(HtmlText, CommentsEndAsBrowsersEndThem) {
  expect_all({
      {"a<!-- b -->c", "ac"},
      {"a<!-->c", "ac"},
      {"a<!--->c", "ac"},
      {"a<!---->c", "ac"},
      {"a<!-- b --!>c", "ac"},
      {"a<!--!>b-->c", "ac"},
      {"a<!---!>b-->c", "ac"},
      {"a<!----!>c", "ac"},
      {"a<!-- <p> > -- > -->c", "ac"},
      {"a<!-- b", "a"},
      {"a<!b>c", "ac"},
      {"a</ b>c", "ac"},
      {"a</>c", "ac"},
      {"a<![CDATA[b]]>c", "ac"},
  });
}

TEST(HtmlText, TagsEndWhereTheirAttributesEnd) {
  expect_all({
      {"<a title=\"x > y\">b", "b"},
      {"<a title='x > \"y'>b", "b"},
      {"<a title = \"x > y\" >b", "b"},
      {"<a title=x\"y>b", "b"},
      {"<a \"x>b", "b"},
      {"<a =\">b", "b"},
      {"<a b/=\">c", "c"},
      {"<a b==\">c", "c"},
      {"<a b=c =\">d", "d"},
      {"<a b=\"c\"d='>'e>f", "f"},
      {"<a\nb\n=\n'>'\n>c", "c"},
      {"<a b=>c", "c"},
      {"a<b", "a"},
      {"a<b c=\"d", "a"},
      {"a</b", "a"},
  });
}

TEST(HtmlText, ALessThanSignBeforeNoLetterIsText) {
  expect_all({
      {"1 < 2 <3 <", "1 < 2 <3 <"},
      {"a<>b", "a<>b"},
      {"a</", "a</"},
      {"a<b<c>d", "ad"},
      {"a&<b>c", "a&c"},
  });
}

TEST(HtmlText, NamedReferences) {
  expect_all({
      {"&lt;&gt;&amp;&quot;&apos;", "<>&\"'"},
      {"&copy;&copy &copyx", "\u00A9\u00A9 \u00A9x"},
      {"&notin; &notit; &not;", "\u2209 \u00ACit; \u00AC"},
      {"&AMP;&AMP&LT", "&&<"},
      {"&Auml;&auml;&uumlber", "\u00C4\u00E4\u00FCber"},
      {"&CounterClockwiseContourIntegral;", "\u2233"},
      {"&nGt;&nLt;&NotEqualTilde;", "\u226B\u20D2\u226A\u20D2\u2242\u0338"},
      {"&Aopf;", "\U0001D538"},
      {"&nosuchname; &; & &a &amp", "&nosuchname; &; & &a &"},
      {"&amp;lt;", "&lt;"},
      {"&alpha &alpha;", "&alpha \u03B1"},
  });
}

TEST(HtmlText, NumericReferences) {
  expect_all({
      {"&#65;&#x42;&#X43;&#68 &#x45", "ABCD E"},
      {"&#8217;&#x1F600;", "\u2019\U0001F600"},
      {"&#128;&#146;&#x9F;", "\u20AC\u2019\u0178"},
      {"a&#0;&#xD800;&#x110000;&#99999999999;b", "a\uFFFD\uFFFD\uFFFD\uFFFDb"},
      {"&#; &#x; &#xg; &#-1;", "&#; &#x; &#xg; &#-1;"},
  });
}

TEST(HtmlText, ForeignElementsFollowXml) {
  expect_all({
      {"a<svg><title>t</title><style>s</style><text>x</text></svg>b", "axb"},
      {"a<svg><title/>x</svg>b", "axb"},
      {"a<svg><script href='s'/>x</svg>b", "axb"},
      {"a<svg><![CDATA[x < &amp; y]]></svg>b", "ax < &amp; yb"},
      {"a<svg/><![CDATA[x]]>b", "ab"},
      {"a<svg b=c/><![CDATA[x]]></svg>b", "axb"},
      {"a<svg><p>x</p><![CDATA[y]]>b", "a\n\nx\n\nb"},
      {"a<svg><foreignObject><title>t</title><div>x</div></foreignObject><![CDATA[y]]></svg>b", "a\n\nx\n\nyb"},
      {"a<math><mi>x</mi></math>b", "axb"},
      {"a<svg><title>never closed</svg>b", "anever closedb"},
  });
}

TEST(HtmlText, NulIsDropped) {
  expect_all({{std::string("a\0b<p\0>c", 8), "abc"}, {std::string("<pre>a\0b</pre>", 14), "ab"}});
}

TEST(HtmlText, LongRunsCrossBlocks) {
  const std::string words(1000, 'x');
  EXPECT_EQ(html_to_text(words + "&amp;" + words + "<p>" + words), words + "&" + words + "\n\n" + words);
  for (std::size_t shift = 0; shift < 70; ++shift) {
    const std::string front(shift, 'y');
    EXPECT_EQ(html_to_text(front + " \n  " + words + "<b title='" + words + ">'>\t" + words),
              (shift == 0 ? "" : front + " ") + words + " " + words);
  }
}

/// Relevant pieces, combined at random: tag soup.
std::string tag_soup(std::mt19937& random, std::size_t pieces) {
  static const std::vector<std::string> kPieces = {
      "a",
      "word",
      " ",
      "  ",
      "\n\n",
      "\t",
      "\r\n",
      "\u00E9",
      "\u65E5\u672C",
      "&amp;",
      "&nbsp;",
      "&notit;",
      "&#128;",
      "&#x",
      "&",
      "&nGt;",
      "&#32;",
      "<",
      "</",
      "<!",
      "<?",
      ">",
      "\"",
      "'",
      "=",
      "/",
      "-->",
      "<!--",
      "--!>",
      "]]>",
      "<![CDATA[",
      "<p>",
      "</p>",
      "<div class=\"x\">",
      "</div>",
      "<br>",
      "<td>",
      "</tr>",
      "<pre>",
      "</pre>",
      "<textarea>",
      "</textarea>",
      "<script>",
      "</script>",
      "<style>",
      "</style>",
      "<title>",
      "</title>",
      "<svg>",
      "</svg>",
      "<template>",
      "</template>",
      "<a href='x>y'>",
      "<b a=\"",
      "<foreignObject>",
      "<xmp>",
      "</xmp>",
      "<svg a/>",
      "<math>",
      "</math>",
      "a longer run of text without any markup in it, to fill more than one block"};
  std::string soup;
  for (std::size_t i = 0; i < pieces; ++i) soup += kPieces[random() % kPieces.size()];
  if (random() % 8 == 0) soup.insert(random() % (soup.size() + 1), 1, '\0');
  return soup;
}

bool is_white_space(char c) {
  return std::string_view(" \t\n\r\f").find(c) != std::string_view::npos;
}

TEST(HtmlTextProperties, HoldForTagSoup) {
  std::mt19937 random(20240501);
  for (int round = 0; round < 4000; ++round) {
    const std::string soup = tag_soup(random, 1 + random() % 40);
    Arena arena;
    const std::string text(html_to_text(soup, arena, Kernel::scalar));
    EXPECT_EQ(html_to_text(soup), text) << "of " << soup;
    EXPECT_EQ(html_to_text(soup, arena), text) << "of " << soup;
    const Kernel fastest = has_kernel(Kernel::avx2) ? Kernel::avx2 : Kernel::scalar;
    EXPECT_EQ(html_to_text(soup, arena, fastest), text) << "of " << soup;
    EXPECT_TRUE(is_valid_utf8(text)) << "of " << soup;
    if (text.empty()) continue;
    EXPECT_FALSE(is_white_space(text.front())) << "of " << soup;
    EXPECT_FALSE(is_white_space(text.back())) << "of " << soup;
  }
}

TEST(HtmlTextProperties, TextsInOneArenaStayApart) {
  Arena arena;
  const std::string_view first = html_to_text("<p>one</p>", arena);
  const std::string_view second = html_to_text("<p>two</p>", arena);
  EXPECT_EQ(first, "one");
  EXPECT_EQ(second, "two");
}

TEST(HtmlTitle, IsTheFirstTitleOfTheHead) {
  EXPECT_EQ(html_title("<html><head><TITLE lang=en>\n A &amp; B \n</TITLE></head>"), "A & B");
  EXPECT_EQ(html_title("<!-- <title>no</title> --><script>'<title>no</title>'</script><title>yes</title>"), "yes");
  EXPECT_EQ(html_title("<title>one</title><title>two</title>"), "one");
  EXPECT_EQ(html_title("<head></head><body><svg><title>no</title></svg>"), "");
  EXPECT_EQ(html_title("<svg><title>no</title></svg>"), "");
  EXPECT_EQ(html_title("<title>unclosed"), "unclosed");
  EXPECT_EQ(html_title("<title"), "");
  EXPECT_EQ(html_title(""), "");
}

TEST(CharacterReferences, AreDecodedAlone) {
  EXPECT_EQ(decode_character_references("A &amp; B &lt;c&gt; &#8217;"), "A & B <c> \u2019");
  EXPECT_EQ(decode_character_references("<p> &nosuch; &"), "<p> &nosuch; &");
  EXPECT_EQ(decode_character_references(""), "");
}

}  // namespace
}  // namespace cento
