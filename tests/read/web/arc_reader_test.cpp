#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "read/read_all.hpp"

namespace cento {

int recognise_arc(std::string_view head);
std::unique_ptr<Reader> make_arc_reader(const ReadOptions& options);

namespace {

using testing::read_all;
using testing::ReadResult;

const std::string kVersionBlock =
    "filedesc://test.arc 0.0.0.0 20080430204825 text/plain 76\n"
    "1 1 InternetArchive\n"
    "URL IP-address Archive-date Content-type Archive-length\n"
    "\n";

std::string record(std::string_view url, std::string_view type, std::string_view payload) {
  return std::string(url) + " 192.0.2.1 20080430204826 " + std::string(type) + " " + std::to_string(payload.size()) +
         "\n" + std::string(payload) + "\n";
}

std::string http(std::string_view type, std::string_view body, std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + std::string(type) + "\r\n\r\n" + std::string(body);
}

std::string plain(std::string_view url, std::string_view text) {
  return record(url, "text/plain", http("text/plain", text));
}

/// The record with a wrong length.
std::string with_length(std::string record, std::size_t length) {
  const std::size_t line_end = record.find('\n');
  const std::size_t begin = record.rfind(' ', line_end) + 1;
  return record.replace(begin, line_end - begin, std::to_string(length));
}

ReadResult read_arc(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_arc_reader(options), bytes);
}

using Ids = std::vector<std::string>;
using Counts = std::map<std::string, std::uint64_t>;

TEST(ArcReader, RecognisesTheHeaderLine) {
  EXPECT_EQ(recognise_arc(kVersionBlock), 2);
  EXPECT_EQ(recognise_arc(plain("http://a/", "x")), 2);
  EXPECT_EQ(recognise_arc("http://a/ is a web page\n"), 0);
  EXPECT_EQ(recognise_arc("http://a/ 192.0.2.1 20080430204826 text/plain 12"), 0);
  EXPECT_EQ(recognise_arc(""), 0);
}

TEST(ArcReader, AResponseIsADocument) {
  const ReadResult result =
      read_arc(kVersionBlock + record("http://example.org/a", "text/html",
                                      http("text/html; charset=utf-8", "<p>Hello &amp; welcome</p>")));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "http://example.org/a@20080430204826");
  EXPECT_EQ(result.documents[0].text(), "Hello & welcome");
  EXPECT_EQ(result.documents[0].metadata, R"({"url":"http://example.org/a","date":"2008-04-30T20:48:26Z",)"
                                          R"("content_type":"text/html; charset=utf-8","status":200})");
  EXPECT_EQ(result.documents[0].place, "FILE, byte " + std::to_string(kVersionBlock.size()));
  EXPECT_EQ(result.counts, (Counts{{"ARC version blocks", 1}}));
  EXPECT_TRUE(result.rejected.empty());
}

TEST(ArcReader, Version2HasMoreFields) {
  const std::string payload = http("text/plain", "two");
  const ReadResult result =
      read_arc("http://example.org/ 192.0.2.1 20080430204826 text/plain 200 checksum - 120 test.arc " +
               std::to_string(payload.size()) + "\n" + payload + "\n" + plain("http://example.org/b", "b"));
  EXPECT_EQ(ids(result), (Ids{"http://example.org/@20080430204826", "http://example.org/b@20080430204826"}));
}

TEST(ArcReader, AUrlMayHaveSpacesAndAnAddressColons) {
  const std::string payload = http("text/plain", "x");
  const ReadResult result = read_arc("http://example.org/a b 1 2001:db8::1 20080430204826 text/plain " +
                                     std::to_string(payload.size()) + "\n" + payload + "\n");
  EXPECT_EQ(ids(result), (Ids{"http://example.org/a b 1@20080430204826"}));
}

TEST(ArcReader, PayloadsWithoutHttpGoByTheHeaderLine) {
  const ReadResult result =
      read_arc(record("http://a/old", "text/html", "<p>HTTP 0.9</p>") +
               record("dns:a", "text/dns", "a. 1 IN A 192.0.2.1") + record("ftp://a/x", "no-type", "plain words"));
  ASSERT_EQ(ids(result), (Ids{"http://a/old@20080430204826", "ftp://a/x@20080430204826"}));
  EXPECT_EQ(result.documents[0].text(), "HTTP 0.9");
  EXPECT_EQ(result.documents[1].text(), "plain words");
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}}));
}

TEST(ArcReader, TheHeaderLinesTypeServesWhenHttpHasNone) {
  const ReadResult result =
      read_arc(record("http://a/", "text/html", "HTTP/1.0 200 OK\r\n\r\nno tag, <i>yet</i> HTML"));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "no tag, yet HTML");
}

TEST(ArcReader, OtherTypesAndFailuresAreCounted) {
  const ReadResult result = read_arc(record("http://a/i", "image/gif", http("image/gif", "GIF")) +
                                     record("http://a/n", "text/html", http("text/html", "no", "404 Not Found")));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.counts, (Counts{{"records of other media types", 1}, {"responses with status other than 2xx", 1}}));
}

TEST(ArcReader, RecordsMayFollowWithoutLineEnds) {
  std::string first = plain("http://a/", "one");
  first.pop_back();
  const ReadResult result = read_arc(first + plain("http://b/", "two") + "\n\n" + plain("http://c/", "three"));
  EXPECT_EQ(result.documents.size(), 3U);
  EXPECT_TRUE(result.rejected.empty());
}

TEST(ArcReader, ATornRecordIsRejected) {
  const std::string second = plain("http://b/", "two and more");
  const ReadResult result = read_arc(plain("http://a/", "one") + second.substr(0, second.size() - 6));
  EXPECT_EQ(ids(result), (Ids{"http://a/@20080430204826"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  const std::size_t length = http("text/plain", "two and more").size();
  EXPECT_NE(result.rejected[0].find("the record's length is given as " + std::to_string(length) + " but only " +
                                    std::to_string(length - 5) + " bytes follow"),
            std::string::npos)
      << result.rejected[0];
}

TEST(ArcReader, ATornHeaderLineIsRejected) {
  const ReadResult result = read_arc(plain("http://a/", "one") + "http://b/ 192.0.2.1 2008043");
  EXPECT_EQ(ids(result), (Ids{"http://a/@20080430204826"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("the input ends inside the record's header"), std::string::npos);
}

TEST(ArcReader, WrongLengthsAreRejectedAndTheNextRecordRead) {
  const std::size_t payload = http("text/plain", "one and more").size();
  for (const std::size_t length : {10UL, 40UL, 200UL, 100'000UL, 900'000'000UL}) {
    const ReadResult result = read_arc(with_length(plain("http://a/", "one and more"), length) +
                                       plain("http://b/", "two") + plain("http://c/", "3"));
    EXPECT_EQ(ids(result), (Ids{"http://b/@20080430204826", "http://c/@20080430204826"})) << length;
    EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(length) +
                                    " but the next record starts after " + std::to_string(payload + 1) + " bytes"}));
  }
}

TEST(ArcReader, BytesBetweenRecordsAreRejected) {
  const ReadResult result = read_arc("rubbish\n" + plain("http://a/", "one"));
  EXPECT_EQ(ids(result), (Ids{"http://a/@20080430204826"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: no record starts here"}));
}

TEST(ArcReader, ARecordOverTheLimitIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 1000;
  const ReadResult result = read_arc(plain("http://a/", std::string(5000, 'x')) + plain("http://b/", "two"), options);
  EXPECT_EQ(ids(result), (Ids{"http://b/@20080430204826"}));
  const std::size_t size = http("text/plain", std::string(5000, 'x')).size();
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record has " + std::to_string(size) +
                                  " bytes, more than `max_document_bytes` allows (1000)"}));
}

TEST(ArcReader, AHeaderLineWithoutEndIsRejected) {
  const ReadResult result = read_arc("http://a/" + std::string(2'000'000, 'x') + "\n" + plain("http://b/", "two"));
  EXPECT_EQ(ids(result), (Ids{"http://b/@20080430204826"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's header has no end"}));
}

TEST(ArcReader, ALengthThatIsNoNumberIsRejected) {
  const ReadResult result =
      read_arc("http://a/ 192.0.2.1 20080430204826 text/plain 1x\nbody\n" + plain("http://b/", "two"));
  EXPECT_EQ(ids(result), (Ids{"http://b/@20080430204826"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: no record starts here"}));
}

}  // namespace
}  // namespace cento
