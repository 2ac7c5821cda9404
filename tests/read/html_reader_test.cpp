#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "read/formats.hpp"
#include "read_all.hpp"

namespace cento {

int recognise_html(std::string_view head);
std::unique_ptr<Reader> make_html_reader(const ReadOptions& options);

namespace {

using testing::read_all;
using testing::ReadResult;
using namespace std::string_view_literals;

ReadResult read_html(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_html_reader(options), bytes);
}

TEST(HtmlReader, AFileIsADocument) {
  const ReadResult result =
      read_html("<html><head><title>A \"page\"</title></head><body><p>One.</p><p>Two.</p></body></html>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "FILE");
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
  EXPECT_EQ(result.documents[0].text(), "One.\n\nTwo.");
  EXPECT_EQ(result.documents[0].metadata, R"({"title":"A \"page\""})");
  EXPECT_EQ(result.documents[0].charset, "UTF-8");
  EXPECT_EQ(result.documents[0].place, "FILE");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(HtmlReader, WithoutATitleThereIsNoMetadata) {
  EXPECT_EQ(read_html("<p>x").documents.at(0).metadata, "{}");
}

TEST(HtmlReader, AnEmptyFileHasNoDocument) {
  EXPECT_TRUE(read_html("").documents.empty());
}

TEST(HtmlReader, TheCharsetIsRecorded) {
  const ReadResult result = read_html(
      "<meta charset=latin1><title>\xFC</title><p>Gr\xFC\xDF"
      "e");
  EXPECT_EQ(result.documents.at(0).text(),
            "Gr\u00FC\u00DF"
            "e");
  EXPECT_EQ(result.documents.at(0).metadata, "{\"title\":\"\u00FC\"}");
  EXPECT_EQ(result.documents.at(0).charset, "windows-1252");
  EXPECT_EQ(result.documents.at(0).charset_source, "meta");
}

TEST(HtmlReader, TheUserMayForceACharset) {
  ReadOptions options;
  options.charset = "windows-1251";
  EXPECT_EQ(read_html("<meta charset=latin1>\xCF", options).documents.at(0).text(), "\u041F");
}

TEST(HtmlReader, Utf16IsRead) {
  EXPECT_EQ(read_html("\xFF\xFE<\0p\0>\0\xFC\0"sv).documents.at(0).text(), "\u00FC");
}

TEST(HtmlReader, ReplacedCharactersAreCounted) {
  const ReadResult result = read_html(
      "<meta charset=utf-8>a\xFF"
      "b\xFF");
  EXPECT_EQ(result.documents.at(0).text(),
            "a\uFFFD"
            "b\uFFFD");
  EXPECT_EQ(result.counts.at("replaced characters"), 2U);
}

TEST(HtmlReader, APageOverTheLimitIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 10;
  EXPECT_EQ(read_html("<p>1234567", options).documents.size(), 1U);
  const ReadResult result = read_html("<p>12345678", options);
  EXPECT_TRUE(result.documents.empty());
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0], "FILE: the page has 11 bytes, more than `max_document_bytes` allows (10)");
}

TEST(HtmlReader, ALargePageIsReadWhole) {
  const std::string words(5 << 20, 'x');
  EXPECT_EQ(read_html("<p>" + words).documents.at(0).text(), words);
  ReadOptions options;
  options.max_document_bytes = 3 << 20;
  EXPECT_EQ(read_html("<p>" + words, options).rejected.size(), 1U);
}

TEST(RecogniseHtml, CertainlyAPage) {
  for (const std::string_view head :
       {"<!doctype html>"sv, "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">"sv, "<html>"sv,
        " \n<HTML lang=en>"sv, "\xEF\xBB\xBF<html>"sv, "<!-- saved --> <!-- page --><html>"sv,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">"sv,
        "<?xml version=\"1.0\"?><html xmlns=\"x\">"sv, "\xFF\xFE<\0h\0t\0m\0l\0>\0"sv,
        "\xFE\xFF\0<\0h\0t\0m\0l\0>"sv}) {
    EXPECT_EQ(recognise_html(head), 2) << head;
  }
}

TEST(RecogniseHtml, PossiblyAPage) {
  EXPECT_EQ(recognise_html("<head><title>x</title></head>"), 1);
  EXPECT_EQ(recognise_html("<p>One<br>two"), 1);
  EXPECT_EQ(recognise_html("Intro <b>bold</b> <p>x<br>y<a href=z>z</a>"), 1);
}

TEST(RecogniseHtml, NoPage) {
  for (const std::string_view head :
       {""sv, "plain text"sv, "a < b and c > d"sv, "<html"sv, "<p>only one kind of tag</p>"sv,
        "<?xml version=\"1.0\"?>\n<posts>\n<row Body=\"&lt;p&gt;\"/></posts>"sv,
        "<?xml version=\"1.0\"?><feed><title>x</title><link/><p>x</p></feed>"sv,
        "<!DOCTYPE lewis SYSTEM \"lewis.dtd\">\n<REUTERS><TITLE>x</TITLE>"sv,
        "<DOC>\n<DOCNO>1</DOCNO><html><head><title>x</title></head><body><p>x<br></DOC>"sv, "<htmlx>"sv,
        "{\"html\":\"<p><br><a><b><div>\"}"sv, "[\"<p><br><a><b><div>\"]"sv,
        "WARC/1.0\r\nWARC-Type: response\r\n\r\n<p><br><a><b><div>"sv, "\0<html>"sv, "<html>\0\1\2"sv}) {
    EXPECT_EQ(recognise_html(head), 0) << head;
  }
}

}  // namespace
}  // namespace cento
