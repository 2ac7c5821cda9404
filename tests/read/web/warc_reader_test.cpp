#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/encoded_body.hpp"
#include "read/read_all.hpp"
#include "warc_records.hpp"

namespace cento {

int recognise_warc(std::string_view head);

namespace {

using testing::deflated;
using testing::Frame;
using testing::plain_warc;
using testing::read_warc;
using testing::ReadResult;
using testing::record;
using testing::response;
using Ids = std::vector<std::string>;
using Counts = std::map<std::string, std::uint64_t>;

std::string page(std::string_view id, std::string_view text) {
  return response(id, "Content-Type: text/html; charset=utf-8\r\n",
                  "<html><body>" + std::string(text) + "</body></html>");
}

TEST(WarcReader, RecognisesTheVersionLine) {
  EXPECT_EQ(recognise_warc("WARC/1.0\r\nWARC-Type: warcinfo\r\n"), 2);
  EXPECT_EQ(recognise_warc("WARC/0.18\nWARC-Type: warcinfo\n"), 2);
  EXPECT_EQ(recognise_warc("WARC records are fun"), 0);
  EXPECT_EQ(recognise_warc(""), 0);
}

TEST(WarcReader, AnHtmlResponseIsADocumentOfItsText) {
  const ReadResult result = read_warc(page("a", "<p>Hello &amp; welcome</p>"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "urn:a");
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
  EXPECT_EQ(result.documents[0].text(), "Hello & welcome");
  EXPECT_EQ(result.documents[0].place, "FILE, byte 0");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(WarcReader, MetadataSaysWhereAndWhenAndWhat) {
  const std::string body = "<html><head><title>A &lt;title&gt;</title></head><body>x</body></html>";
  const ReadResult result = read_warc(response("a", "Content-Type: text/html\r\n", body));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].metadata,
            R"({"url":"http://example.org/a","date":"2024-05-18T01:58:10Z","title":"A <title>",)"
            R"("content_type":"text/html","status":200})");
}

TEST(WarcReader, ReadsRecordsOneAfterTheOther) {
  const std::string first = plain_warc("a", "one");
  const ReadResult result = read_warc(first + plain_warc("b", "two") + plain_warc("c", "three"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b", "urn:c"}));
  EXPECT_EQ(result.documents[1].text(), "two");
  EXPECT_EQ(result.documents[1].place, "FILE, byte " + std::to_string(first.size()));
}

TEST(WarcReader, ReadsGzipMembers) {
  const ReadResult result =
      read_warc(deflated(plain_warc("a", "one"), Frame::gzip) + deflated(plain_warc("b", "two"), Frame::gzip));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
}

TEST(WarcReader, RecordsFillSeveralBatches) {
  std::string archive;
  Ids expected;
  for (int i = 0; i < 40; ++i) {
    archive += plain_warc(std::to_string(i), std::string(100'000, 'x') + std::to_string(i));
    expected.push_back("urn:" + std::to_string(i));
  }
  const ReadResult result = read_warc(archive);
  EXPECT_EQ(ids(result), expected);
  EXPECT_EQ(result.documents[39].text(), std::string(100'000, 'x') + "39");
}

TEST(WarcReader, OtherTypesOfRecordsAreCounted) {
  const ReadResult result = read_warc(record("warcinfo", "i", "", "software: x") + record("request", "q", "", "GET /") +
                                      record("metadata", "m", "", "a: b") + record("revisit", "r", "", "") +
                                      record("continuation", "c", "", "x") + record("screenshot", "s", "", "x") +
                                      record("request", "q", "", "GET /"));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_TRUE(result.rejected.empty());
  EXPECT_EQ(result.counts, (Counts{{"warcinfo records", 1},
                                   {"request records", 2},
                                   {"metadata records", 1},
                                   {"revisit records", 1},
                                   {"continuation records", 1},
                                   {"records of unknown type", 1}}));
}

TEST(WarcReader, OnlyTextGivesDocuments) {
  std::string archive;
  for (const std::string_view type : {"image/png", "text/css", "text/javascript", "application/pdf", "text/xml"}) {
    archive += response("no", "Content-Type: " + std::string(type) + "\r\n", "x");
  }
  archive += response("csv", "Content-Type: text/csv\r\n", "a,b");
  archive += response("xhtml", "Content-Type: Application/XHTML+xml\r\n", "<p>b</p>");
  const ReadResult result = read_warc(archive);
  EXPECT_EQ(ids(result), (Ids{"urn:csv", "urn:xhtml"}));
  EXPECT_EQ(result.documents[0].text(), "a,b");
  EXPECT_EQ(result.documents[1].text(), "b");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 5}}));
}

TEST(WarcReader, AMissingContentTypeIsFoundOut) {
  const ReadResult result =
      read_warc(response("html", "", " \r\n<!DOCTYPE HTML><p>page</p>") + response("text", "", "text") +
                response("image", "", std::string_view("\x89PNG\r\n\x1a\n\0\0", 10)) +
                response("odd", "Content-Type: unknown/unknown\r\n", "<html>odd"));
  EXPECT_EQ(ids(result), (Ids{"urn:html", "urn:text", "urn:odd"}));
  EXPECT_EQ(result.documents[0].text(), "page");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, TextThatIsBinaryIsOfAnotherMediaType) {
  const ReadResult result = read_warc(plain_warc("a", std::string_view("PK\3\4\0\0", 6)));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, OnlySuccessGivesDocuments) {
  const std::string_view type = "Content-Type: text/html\r\n";
  const ReadResult result = read_warc(
      response("moved", type, "<p>moved", "301 Moved Permanently") + response("none", type, "<p>404", "404 Not Found") +
      response("down", type, "<p>down", "503 Down") + response("part", type, "<p>part", "206 Partial Content"));
  EXPECT_EQ(ids(result), (Ids{"urn:part"}));
  EXPECT_EQ(result.counts, (Counts{{"responses with status other than 2xx", 3}}));
}

TEST(WarcReader, APageWithoutTextIsAnEmptyDocument) {
  const ReadResult result = read_warc(page("a", "") + response("b", "Content-Type: text/plain\r\n", ""));
  ASSERT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_EQ(result.documents[0].text(), "");
  EXPECT_EQ(result.documents[1].text(), "");
}

TEST(WarcReader, ResourcesGoByTheRecordsContentType) {
  const ReadResult result =
      read_warc(record("resource", "a", "Content-Type: text/plain\r\n", "HTTP/1.1 is text here") +
                record("resource", "b", "Content-Type: image/gif\r\n", "GIF") +
                record("response", "c", "Content-Type: text/dns\r\n", "example.org. A 192.0.2.1"));
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "HTTP/1.1 is text here");
  EXPECT_EQ(result.documents[0].metadata,
            R"({"url":"http://example.org/a","date":"2024-05-18T01:58:10Z","content_type":"text/plain"})");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 2}}));
}

TEST(WarcReader, ConversionsOfWetFilesAreTexts) {
  const ReadResult result = read_warc(record("conversion", "a", "Content-Type: text/plain\r\n", "Grüße\nan alle\n"));
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "Grüße\nan alle\n");
}

TEST(WarcReader, TheTrecIdIsPreferred) {
  EXPECT_EQ(ids(read_warc(record("conversion", "a", "WARC-TREC-ID: clueweb09-en0000-00-00000\r\n", "x"))),
            (Ids{"clueweb09-en0000-00-00000"}));
}

TEST(WarcReader, WithoutAnIdTheAddressAndDateServe) {
  const std::string start = "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: 1\r\n";
  const ReadResult result = read_warc(
      start + "WARC-Target-URI: <http://example.org/>\r\nWARC-Date: 2024\r\n\r\nx\r\n\r\n" + start + "\r\nx\r\n\r\n");
  EXPECT_EQ(ids(result), (Ids{"http://example.org/@2024"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("neither an id nor a URL"), std::string::npos);
}

TEST(WarcReader, UndoesChunksAndCompression) {
  const std::string html = "<html><body><p>Compressed and chunked</p></body></html>";
  const std::string_view type = "Content-Type: text/html\r\n";
  const std::string both = std::string(type) + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n";
  const ReadResult result = read_warc(
      response("both", both, testing::chunked(deflated(html, Frame::gzip), 16)) + response("undone", both, html) +
      response("br", std::string(type) + "Content-Encoding: br\r\n", testing::brotli_page()) +
      response("plain", "Content-Type: text/plain\r\nContent-Encoding: deflate\r\n", deflated("text", Frame::zlib)) +
      response("plain2", "Content-Type: text/plain\r\nContent-Encoding: deflate\r\n", deflated("next", Frame::none)));
  ASSERT_EQ(ids(result), (Ids{"urn:both", "urn:undone", "urn:br", "urn:plain", "urn:plain2"}));
  EXPECT_EQ(result.documents[0].text(), "Compressed and chunked");
  EXPECT_EQ(result.documents[1].text(), "Compressed and chunked");
  EXPECT_EQ(result.documents[2].text(), "Brotli says hello to the archive, hello to the archive again.");
  EXPECT_EQ(result.documents[3].text(), "text");
  EXPECT_EQ(result.documents[4].text(), "next");
}

TEST(WarcReader, ConvertsFromTheCharsetOfTheHttpHeader) {
  const ReadResult result = read_warc(response("a", "Content-Type: text/html; charset=ISO-8859-1\r\n",
                                               "<p>Gr\xFC\xDF"
                                               "e</p>"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "Grüße");
  EXPECT_EQ(result.documents[0].charset_source, "http");
}

TEST(WarcReader, TheUsersCharsetWins) {
  ReadOptions options;
  options.charset = "ISO-8859-2";
  const ReadResult result =
      read_warc(response("a", "Content-Type: text/plain; charset=ISO-8859-1\r\n", "\xB1"), options);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "ą");
}

TEST(WarcReader, ALargeImageIsOnlyCounted) {
  ReadOptions options;
  options.max_document_bytes = 1'000;
  const ReadResult result = read_warc(
      response("a", "Content-Type: image/png\r\n", std::string(3'000'000, '\0')) + plain_warc("b", "two"), options);
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_TRUE(result.rejected.empty());
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, ARecordMayFollowWithoutLineEnds) {
  const std::string first = plain_warc("a", "one");
  const ReadResult result = read_warc(first.substr(0, first.size() - 4) + plain_warc("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_TRUE(result.rejected.empty());
}

TEST(WarcReader, HeadersMayEndInLineFeedsAndHaveAnyCase) {
  const ReadResult result = read_warc(
      "WARC/0.18\nwarc-type: Response\nWARC-RECORD-ID: <urn:a>\nNo colon here\nWARC-Target-URI:\n "
      "<http://example.org/>\n"
      "content-type: application/http;msgtype=response\nContent-length: 27\n\nHTTP/1.1 200 OK\n\n<p>x</p>\n\n\n");
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "x");
  EXPECT_EQ(result.documents[0].metadata, R"({"url":"http://example.org/","status":200})");
}

TEST(WarcReader, AnEmptyLineMaySlipIntoTheHeader) {
  const ReadResult result = read_warc(
      "WARC/0.18\nWARC-Type: conversion\n\nWARC-Record-ID: <urn:a>\nContent-Type: text/plain\nContent-Length: "
      "3\n\none\n\n");
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "one");
}

TEST(WarcReader, ALongHeaderIsRead) {
  const ReadResult result =
      read_warc(record("conversion", "a", "X-Long: " + std::string(50'000, 'x') + "\r\n", "one") +
                response("b", "Set-Cookie: " + std::string(50'000, 'x') + "\r\nContent-Type: image/gif\r\n", "GIF"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, WhatTheCrawlerCutShortSaysSo) {
  const ReadResult result = read_warc(record("conversion", "a", "WARC-Truncated: length\r\n", "one"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_NE(result.documents[0].metadata.find(R"("truncated":"length")"), std::string::npos);
}

TEST(WarcReader, AnEmptyInputGivesNothing) {
  for (const std::string_view bytes : {"", "\r\n\r\n"}) {
    const ReadResult result = read_warc(bytes);
    EXPECT_TRUE(result.documents.empty());
    EXPECT_TRUE(result.rejected.empty());
  }
}

}  // namespace
}  // namespace cento
