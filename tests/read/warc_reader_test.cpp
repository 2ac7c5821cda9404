#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "encoded_body.hpp"
#include "read_all.hpp"

namespace cento {

int recognise_warc(std::string_view head);
std::unique_ptr<Reader> make_warc_reader(const ReadOptions& options);

namespace {

using testing::deflated;
using testing::Frame;
using testing::read_all;
using testing::ReadResult;

constexpr std::string_view kHttp = "Content-Type: application/http; msgtype=response\r\n";

/// A record with these extra header lines (each with its line end) and the right length.
std::string record(std::string_view type, std::string_view id, std::string_view lines, std::string_view payload) {
  return "WARC/1.0\r\nWARC-Type: " + std::string(type) + "\r\nWARC-Record-ID: <urn:" + std::string(id) +
         ">\r\nWARC-Target-URI: http://example.org/" + std::string(id) + "\r\nWARC-Date: 2024-05-18T01:58:10Z\r\n" +
         std::string(lines) + "Content-Length: " + std::to_string(payload.size()) + "\r\n\r\n" + std::string(payload) +
         "\r\n\r\n";
}

std::string http(std::string_view headers, std::string_view body, std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) + "\r\n" + std::string(body);
}

std::string response(std::string_view id, std::string_view http_headers, std::string_view body,
                     std::string_view status = "200 OK") {
  return record("response", id, kHttp, http(http_headers, body, status));
}

std::string page(std::string_view id, std::string_view text) {
  return response(id, "Content-Type: text/html; charset=utf-8\r\n",
                  "<html><body>" + std::string(text) + "</body></html>");
}

std::string plain(std::string_view id, std::string_view text) {
  return response(id, "Content-Type: text/plain\r\n", text);
}

/// The record with another Content-Length than it has.
std::string with_length(std::string record, std::size_t length) {
  const std::string name = "Content-Length: ";
  const std::size_t begin = record.find(name) + name.size();
  return record.replace(begin, record.find('\r', begin) - begin, std::to_string(length));
}

ReadResult read(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_warc_reader(options), bytes);
}

using Ids = std::vector<std::string>;
using Counts = std::map<std::string, std::uint64_t>;

TEST(WarcReader, RecognisesTheVersionLine) {
  EXPECT_EQ(recognise_warc("WARC/1.0\r\nWARC-Type: warcinfo\r\n"), 2);
  EXPECT_EQ(recognise_warc("WARC/0.18\nWARC-Type: warcinfo\n"), 2);
  EXPECT_EQ(recognise_warc("WARC records are fun"), 0);
  EXPECT_EQ(recognise_warc(""), 0);
}

TEST(WarcReader, AnHtmlResponseIsADocumentOfItsText) {
  const ReadResult result = read(page("a", "<p>Hello &amp; welcome</p>"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "urn:a");
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
  EXPECT_EQ(result.documents[0].text(), "Hello & welcome");
  EXPECT_EQ(result.documents[0].place, "FILE, byte 0");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(WarcReader, MetadataSaysWhereAndWhenAndWhat) {
  const std::string body = "<html><head><title>A &lt;title&gt;</title></head><body>x</body></html>";
  const ReadResult result = read(response("a", "Content-Type: text/html\r\n", body));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].metadata,
            R"({"url":"http://example.org/a","date":"2024-05-18T01:58:10Z","title":"A <title>",)"
            R"("content_type":"text/html","status":200})");
}

TEST(WarcReader, ReadsRecordsOneAfterTheOther) {
  const std::string first = plain("a", "one");
  const ReadResult result = read(first + plain("b", "two") + plain("c", "three"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b", "urn:c"}));
  EXPECT_EQ(result.documents[1].text(), "two");
  EXPECT_EQ(result.documents[1].place, "FILE, byte " + std::to_string(first.size()));
}

TEST(WarcReader, ReadsGzipMembers) {
  const ReadResult result = read(deflated(plain("a", "one"), Frame::gzip) + deflated(plain("b", "two"), Frame::gzip));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
}

TEST(WarcReader, RecordsFillSeveralBatches) {
  std::string archive;
  Ids expected;
  for (int i = 0; i < 40; ++i) {
    archive += plain(std::to_string(i), std::string(100'000, 'x') + std::to_string(i));
    expected.push_back("urn:" + std::to_string(i));
  }
  const ReadResult result = read(archive);
  EXPECT_EQ(ids(result), expected);
  EXPECT_EQ(result.documents[39].text(), std::string(100'000, 'x') + "39");
}

TEST(WarcReader, OtherTypesOfRecordsAreCounted) {
  const ReadResult result =
      read(record("warcinfo", "i", "", "software: x") + record("request", "q", "", "GET /") +
           record("metadata", "m", "", "a: b") + record("revisit", "r", "", "") + record("continuation", "c", "", "x") +
           record("screenshot", "s", "", "x") + record("request", "q", "", "GET /"));
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
  const ReadResult result = read(archive);
  EXPECT_EQ(ids(result), (Ids{"urn:csv", "urn:xhtml"}));
  EXPECT_EQ(result.documents[0].text(), "a,b");
  EXPECT_EQ(result.documents[1].text(), "b");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 5}}));
}

TEST(WarcReader, AMissingContentTypeIsFoundOut) {
  const ReadResult result =
      read(response("html", "", " \r\n<!DOCTYPE HTML><p>page</p>") + response("text", "", "text") +
           response("image", "", std::string_view("\x89PNG\r\n\x1a\n\0\0", 10)) +
           response("odd", "Content-Type: unknown/unknown\r\n", "<html>odd"));
  EXPECT_EQ(ids(result), (Ids{"urn:html", "urn:text", "urn:odd"}));
  EXPECT_EQ(result.documents[0].text(), "page");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, TextThatIsBinaryIsOfAnotherMediaType) {
  const ReadResult result = read(plain("a", std::string_view("PK\3\4\0\0", 6)));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, OnlySuccessGivesDocuments) {
  const std::string_view type = "Content-Type: text/html\r\n";
  const ReadResult result = read(
      response("moved", type, "<p>moved", "301 Moved Permanently") + response("none", type, "<p>404", "404 Not Found") +
      response("down", type, "<p>down", "503 Down") + response("part", type, "<p>part", "206 Partial Content"));
  EXPECT_EQ(ids(result), (Ids{"urn:part"}));
  EXPECT_EQ(result.counts, (Counts{{"responses with status other than 2xx", 3}}));
}

TEST(WarcReader, APageWithoutTextIsAnEmptyDocument) {
  const ReadResult result = read(page("a", "") + response("b", "Content-Type: text/plain\r\n", ""));
  ASSERT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_EQ(result.documents[0].text(), "");
  EXPECT_EQ(result.documents[1].text(), "");
}

TEST(WarcReader, ResourcesGoByTheRecordsContentType) {
  const ReadResult result = read(record("resource", "a", "Content-Type: text/plain\r\n", "HTTP/1.1 is text here") +
                                 record("resource", "b", "Content-Type: image/gif\r\n", "GIF") +
                                 record("response", "c", "Content-Type: text/dns\r\n", "example.org. A 192.0.2.1"));
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "HTTP/1.1 is text here");
  EXPECT_EQ(result.documents[0].metadata,
            R"({"url":"http://example.org/a","date":"2024-05-18T01:58:10Z","content_type":"text/plain"})");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 2}}));
}

TEST(WarcReader, ConversionsOfWetFilesAreTexts) {
  const ReadResult result = read(record("conversion", "a", "Content-Type: text/plain\r\n", "Grüße\nan alle\n"));
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "Grüße\nan alle\n");
}

TEST(WarcReader, TheTrecIdIsPreferred) {
  EXPECT_EQ(ids(read(record("conversion", "a", "WARC-TREC-ID: clueweb09-en0000-00-00000\r\n", "x"))),
            (Ids{"clueweb09-en0000-00-00000"}));
}

TEST(WarcReader, WithoutAnIdTheAddressAndDateServe) {
  const std::string start = "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: 1\r\n";
  const ReadResult result = read(start + "WARC-Target-URI: <http://example.org/>\r\nWARC-Date: 2024\r\n\r\nx\r\n\r\n" +
                                 start + "\r\nx\r\n\r\n");
  EXPECT_EQ(ids(result), (Ids{"http://example.org/@2024"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("neither an id nor a URL"), std::string::npos);
}

TEST(WarcReader, UndoesChunksAndCompression) {
  const std::string html = "<html><body><p>Compressed and chunked</p></body></html>";
  const std::string_view type = "Content-Type: text/html\r\n";
  const std::string both = std::string(type) + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n";
  const ReadResult result = read(
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
  const ReadResult result = read(response("a", "Content-Type: text/html; charset=ISO-8859-1\r\n",
                                          "<p>Gr\xFC\xDF"
                                          "e</p>"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "Grüße");
  EXPECT_EQ(result.documents[0].charset_source, "http");
}

TEST(WarcReader, TheUsersCharsetWins) {
  ReadOptions options;
  options.charset = "ISO-8859-2";
  const ReadResult result = read(response("a", "Content-Type: text/plain; charset=ISO-8859-1\r\n", "\xB1"), options);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "ą");
}

TEST(WarcReader, DamagedCompressionIsRejected) {
  const std::string gzip = deflated(std::string(500, 'x') + "y", Frame::gzip);
  const ReadResult result =
      read(response("a", "Content-Encoding: gzip\r\n", gzip.substr(0, gzip.size() - 9)) + plain("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the body is declared as gzip but cannot be decompressed"}));
}

TEST(WarcReader, ABombIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 10'000;
  const std::string bomb = deflated(std::string(1'000'000, 'x'), Frame::gzip);
  const ReadResult result =
      read(response("a", "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", bomb) + plain("b", "two"), options);
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected,
            (Ids{"FILE, byte 0: the decompressed body is larger than --max-document allows (10000 bytes)"}));
}

TEST(WarcReader, ATextThatGrowsOverTheLimitIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 1000;
  const std::string text = http("Content-Type: text/plain; charset=ISO-8859-1\r\n", std::string(900, '\xFC'));
  const ReadResult result = read(record("response", "a", kHttp, text), options);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the text has 1800 bytes, more than --max-document allows (1000)"}));
}

TEST(WarcReader, ARecordOverTheLimitIsRejectedWithItsSize) {
  ReadOptions options;
  options.max_document_bytes = 2'000'000;
  const std::string payload = http("Content-Type: text/plain\r\n", std::string(3'000'000, 'x'));
  const std::string archive = record("response", "a", kHttp, payload) + plain("b", "two");
  const std::unique_ptr<Reader> reader = make_warc_reader(options);
  const std::unique_ptr<Input> in = memory_input("FILE", archive);
  DocumentBatch batch;
  ASSERT_TRUE(reader->cut(*in, batch));
  reader->parse(batch);
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].reason,
            "the record has " + std::to_string(payload.size()) + " bytes, more than --max-document allows (2000000)");
  EXPECT_GT(batch.rejected[0].full_size_bytes, payload.size());
  EXPECT_TRUE(batch.rejected[0].bytes.starts_with("WARC/1.0"));
  EXPECT_LT(batch.block.bytes.size(), 1000U);
  ASSERT_EQ(batch.documents.size(), 1U);
  EXPECT_EQ(batch.documents[0].id, "urn:b");
}

TEST(WarcReader, ALargeImageIsOnlyCounted) {
  ReadOptions options;
  options.max_document_bytes = 1'000;
  const ReadResult result =
      read(response("a", "Content-Type: image/png\r\n", std::string(3'000'000, '\0')) + plain("b", "two"), options);
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_TRUE(result.rejected.empty());
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, ATornRecordIsRejected) {
  const std::string first = plain("a", "one");
  const std::string second = plain("b", "two and more");
  const ReadResult result = read(first + second.substr(0, second.size() - 10));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  const std::size_t length = http("Content-Type: text/plain\r\n", "two and more").size();
  EXPECT_EQ(result.rejected,
            (Ids{"FILE, byte " + std::to_string(first.size()) + ": the record's length is given as " +
                 std::to_string(length) + " but only " + std::to_string(length - 6) + " bytes follow"}));
}

TEST(WarcReader, ATornHeaderIsRejected) {
  const ReadResult result = read(plain("a", "one") + "WARC/1.0\r\nWARC-Type: resp");
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("the input ends inside the record's header"), std::string::npos);
}

TEST(WarcReader, AHeaderThatBreaksOffDoesNotTakeTheNextRecordAlong) {
  const ReadResult result = read("WARC/1.0\r\nWARC-Type: response\r\nWARC-Targ" + plain("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's header breaks off and another record starts"}));
}

TEST(WarcReader, ALengthTooSmallIsRejectedAndTheNextRecordRead) {
  const std::size_t size = http("Content-Type: text/plain\r\n", "one and two").size();
  const ReadResult result = read(with_length(plain("a", "one and two"), size - 5) + plain("b", "three"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(size - 5) +
                                  " but the next record starts after " + std::to_string(size + 4) + " bytes"}));
}

TEST(WarcReader, ALengthTooSmallAtTheEndIsRejected) {
  const std::size_t size = http("Content-Type: text/plain\r\n", "one and two").size();
  const ReadResult result = read(with_length(plain("a", "one and two"), size - 5));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(size - 5) +
                                  " but " + std::to_string(size + 4) + " bytes follow, and no other record"}));
}

TEST(WarcReader, ALengthTooLargeDoesNotTakeTheNextRecordAlong) {
  for (const std::size_t length : {80U, 310U, 5'000U, 900'000'000U}) {
    const ReadResult result = read(with_length(plain("a", "one"), length) + plain("b", "two") + plain("c", "three"));
    EXPECT_EQ(ids(result), (Ids{"urn:b", "urn:c"})) << length;
    const std::size_t found = http("Content-Type: text/plain\r\n", "one").size() + 4;
    EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(length) +
                                    " but the next record starts after " + std::to_string(found) + " bytes"}));
  }
}

TEST(WarcReader, ALengthThatEndsBeforeEmptyLinesByChanceIsNoticed) {
  const std::string first = plain("a", "one");
  const std::string archive = first + plain("b", "two");
  const std::size_t payload_begin = first.find("HTTP/");
  const std::size_t next_header_end = archive.find("\r\n\r\n", first.size());
  const ReadResult result = read(with_length(first, next_header_end - payload_begin) + plain("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected.size(), 1U);
}

TEST(WarcReader, WrongLengthsOfSkippedRecordsAreNoticedToo) {
  const ReadResult result = read(with_length(record("request", "q", "", "GET / HTTP/1.1"), 500) + plain("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected.size(), 1U);
  EXPECT_TRUE(result.counts.empty());
}

TEST(WarcReader, ManyWrongLengthsAreAllRejected) {
  std::string archive;
  for (int i = 0; i < 3000; ++i) archive += with_length(plain("bad", "one"), 50'000'000);
  const ReadResult result = read(archive + plain("a", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected.size(), 3000U);
}

TEST(WarcReader, BytesBetweenRecordsAreRejected) {
  const std::string first = plain("a", "one");
  const ReadResult result =
      read("rubbish\r\n" + first + "more rubbish\nWARC/ is no record\n" + plain("b", "two") + "end");
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  ASSERT_EQ(result.rejected.size(), 3U);
  EXPECT_EQ(result.rejected[0], "FILE, byte 0: no record starts here");
  EXPECT_EQ(result.rejected[1], "FILE, byte " + std::to_string(9 + first.size()) + ": no record starts here");
}

TEST(WarcReader, LongRubbishIsRejectedOnce) {
  const ReadResult result = read(plain("a", "one") + std::string(5'000'000, '#') + "\n" + plain("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_EQ(result.rejected.size(), 1U);
}

TEST(WarcReader, ARecordIsFoundAtAnyPlaceOfTheWindow) {
  // The search goes through the input in windows of 1 MB; the record after the rubbish starts around such a border.
  for (std::size_t size = (1U << 20) - 20; size < (1U << 20) + 4; ++size) {
    EXPECT_EQ(ids(read(std::string(size, '#') + "\n" + plain("a", "one"))), (Ids{"urn:a"})) << size;
  }
}

TEST(WarcReader, ARecordMayFollowWithoutLineEnds) {
  const std::string first = plain("a", "one");
  const ReadResult result = read(first.substr(0, first.size() - 4) + plain("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_TRUE(result.rejected.empty());
}

TEST(WarcReader, HeadersMayEndInLineFeedsAndHaveAnyCase) {
  const ReadResult result = read(
      "WARC/0.18\nwarc-type: Response\nWARC-RECORD-ID: <urn:a>\nNo colon here\nWARC-Target-URI:\n "
      "<http://example.org/>\n"
      "content-type: application/http;msgtype=response\nContent-length: 27\n\nHTTP/1.1 200 OK\n\n<p>x</p>\n\n\n");
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "x");
  EXPECT_EQ(result.documents[0].metadata, R"({"url":"http://example.org/","status":200})");
}

TEST(WarcReader, AnEmptyLineMaySlipIntoTheHeader) {
  const ReadResult result = read(
      "WARC/0.18\nWARC-Type: conversion\n\nWARC-Record-ID: <urn:a>\nContent-Type: text/plain\nContent-Length: "
      "3\n\none\n\n");
  ASSERT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.documents[0].text(), "one");
}

TEST(WarcReader, HeadersWithoutWhatIsNeededAreRejected) {
  const auto reason = [](std::string_view lines) {
    const ReadResult result = read("WARC/1.0\r\n" + std::string(lines) + "\r\none\r\n\r\n" + plain("a", "two"));
    EXPECT_EQ(ids(result), (Ids{"urn:a"}));
    return result.rejected.size() == 1 ? result.rejected[0] : "not rejected once";
  };
  EXPECT_EQ(reason("WARC-Type: resource\r\n"), "FILE, byte 0: the record has no Content-Length");
  EXPECT_EQ(reason("Content-Length: 3\r\n"), "FILE, byte 0: the record has no WARC-Type");
  for (const std::string_view length : {"three", "-3", "3x", "99999999999999999999999", "18446744073709551615"}) {
    EXPECT_EQ(reason("WARC-Type: resource\r\nContent-Length: " + std::string(length) + "\r\n"),
              "FILE, byte 0: the record's Content-Length is not a number of bytes");
  }
  EXPECT_EQ(reason("WARC-Type: resource\r\nWARC-Segment-Number: 1\r\nContent-Length: 3\r\n"),
            "FILE, byte 0: the record is the first of several segments, which are not joined");
}

TEST(WarcReader, AHeaderWithoutEndIsRejected) {
  const std::string endless = "WARC/1.0\r\nWARC-Type: response\r\n" + std::string(2'000'000, 'x') + "\r\n";
  const ReadResult result = read(endless + plain("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's header has no end"}));
}

TEST(WarcReader, ALongHeaderIsRead) {
  const ReadResult result =
      read(record("conversion", "a", "X-Long: " + std::string(50'000, 'x') + "\r\n", "one") +
           response("b", "Set-Cookie: " + std::string(50'000, 'x') + "\r\nContent-Type: image/gif\r\n", "GIF"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(WarcReader, AResponseThatIsNotHttpIsRejected) {
  const ReadResult result = read(record("response", "a", kHttp, "ICY 200 OK\r\n\r\n") + plain("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record does not start with the status line of an HTTP response"}));
}

TEST(WarcReader, RejectedRecordsComeInInputOrder) {
  const ReadResult result =
      read(record("response", "a", kHttp, "ICY") + "rubbish\r\n" + record("response", "b", kHttp, "ICY") + "rubbish");
  ASSERT_EQ(result.rejected.size(), 4U);
  EXPECT_EQ(result.rejected[0], "FILE, byte 0: the record does not start with the status line of an HTTP response");
  EXPECT_NE(result.rejected[1].find("no record starts here"), std::string::npos);
  EXPECT_NE(result.rejected[2].find("status line"), std::string::npos);
  EXPECT_NE(result.rejected[3].find("no record starts here"), std::string::npos);
}

TEST(WarcReader, WhatTheCrawlerCutShortSaysSo) {
  const ReadResult result = read(record("conversion", "a", "WARC-Truncated: length\r\n", "one"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_NE(result.documents[0].metadata.find(R"("truncated":"length")"), std::string::npos);
}

TEST(WarcReader, AnEmptyInputGivesNothing) {
  for (const std::string_view bytes : {"", "\r\n\r\n"}) {
    const ReadResult result = read(bytes);
    EXPECT_TRUE(result.documents.empty());
    EXPECT_TRUE(result.rejected.empty());
  }
}

}  // namespace
}  // namespace cento
