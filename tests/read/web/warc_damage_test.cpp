// Records of WARC files that are damaged, cut or too large: each is rejected, and what follows it is read.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "read/encoded_body.hpp"
#include "read/read_all.hpp"
#include "warc_records.hpp"

namespace cento {
namespace {

using testing::deflated;
using testing::Frame;
using testing::kHttp;
using testing::plain_warc;
using testing::read_warc;
using testing::ReadResult;
using testing::record;
using testing::response;
using testing::warc_http;
using Ids = std::vector<std::string>;
using Counts = std::map<std::string, std::uint64_t>;

/// The record with a wrong Content-Length.
std::string warc_with_length(std::string record, std::size_t length) {
  const std::string name = "Content-Length: ";
  const std::size_t begin = record.find(name) + name.size();
  return record.replace(begin, record.find('\r', begin) - begin, std::to_string(length));
}

TEST(WarcDamage, DamagedCompressionIsRejected) {
  const std::string gzip = deflated(std::string(500, 'x') + "y", Frame::gzip);
  const ReadResult result =
      read_warc(response("a", "Content-Encoding: gzip\r\n", gzip.substr(0, gzip.size() - 9)) + plain_warc("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the body is declared as gzip but cannot be decompressed"}));
}

TEST(WarcDamage, ABombIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 10'000;
  const std::string bomb = deflated(std::string(1'000'000, 'x'), Frame::gzip);
  const ReadResult result = read_warc(
      response("a", "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", bomb) + plain_warc("b", "two"), options);
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected,
            (Ids{"FILE, byte 0: the decompressed body is larger than `max_document_bytes` allows (10000 bytes)"}));
}

TEST(WarcDamage, ATextThatGrowsOverTheLimitIsRejected) {
  ReadOptions options;
  options.max_document_bytes = 1000;
  const std::string text = warc_http("Content-Type: text/plain; charset=ISO-8859-1\r\n", std::string(900, '\xFC'));
  const ReadResult result = read_warc(record("response", "a", kHttp, text), options);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected,
            (Ids{"FILE, byte 0: the text has 1800 bytes, more than `max_document_bytes` allows (1000)"}));
}

TEST(WarcDamage, ARecordOverTheLimitIsRejectedWithItsSize) {
  ReadOptions options;
  options.max_document_bytes = 2'000'000;
  const std::string payload = warc_http("Content-Type: text/plain\r\n", std::string(3'000'000, 'x'));
  const std::string archive = record("response", "a", kHttp, payload) + plain_warc("b", "two");
  const std::unique_ptr<Reader> reader = make_warc_reader(options);
  const std::unique_ptr<Input> in = memory_input("FILE", archive);
  DocumentBatch batch;
  ASSERT_TRUE(reader->cut(*in, batch));
  reader->parse(batch);
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].reason, "the record has " + std::to_string(payload.size()) +
                                          " bytes, more than `max_document_bytes` allows (2000000)");
  EXPECT_GT(batch.rejected[0].full_size_bytes, payload.size());
  EXPECT_TRUE(batch.rejected[0].bytes.starts_with("WARC/1.0"));
  EXPECT_LT(batch.block.bytes.size(), 1000U);
  ASSERT_EQ(batch.documents.size(), 1U);
  EXPECT_EQ(batch.documents[0].id, "urn:b");
}

TEST(WarcDamage, ATornRecordIsRejected) {
  const std::string first = plain_warc("a", "one");
  const std::string second = plain_warc("b", "two and more");
  const ReadResult result = read_warc(first + second.substr(0, second.size() - 10));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  const std::size_t length = warc_http("Content-Type: text/plain\r\n", "two and more").size();
  EXPECT_EQ(result.rejected,
            (Ids{"FILE, byte " + std::to_string(first.size()) + ": the record's length is given as " +
                 std::to_string(length) + " but only " + std::to_string(length - 6) + " bytes follow"}));
}

TEST(WarcDamage, ATornHeaderIsRejected) {
  const ReadResult result = read_warc(plain_warc("a", "one") + "WARC/1.0\r\nWARC-Type: resp");
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("the input ends inside the record's header"), std::string::npos);
}

TEST(WarcDamage, AHeaderThatBreaksOffDoesNotTakeTheNextRecordAlong) {
  const ReadResult result = read_warc("WARC/1.0\r\nWARC-Type: response\r\nWARC-Targ" + plain_warc("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's header breaks off and another record starts"}));
}

TEST(WarcDamage, ALengthTooSmallIsRejectedAndTheNextRecordRead) {
  const std::size_t size = warc_http("Content-Type: text/plain\r\n", "one and two").size();
  const ReadResult result =
      read_warc(warc_with_length(plain_warc("a", "one and two"), size - 5) + plain_warc("b", "three"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(size - 5) +
                                  " but the next record starts after " + std::to_string(size + 4) + " bytes"}));
}

TEST(WarcDamage, ALengthTooSmallAtTheEndIsRejected) {
  const std::size_t size = warc_http("Content-Type: text/plain\r\n", "one and two").size();
  const ReadResult result = read_warc(warc_with_length(plain_warc("a", "one and two"), size - 5));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(size - 5) +
                                  " but " + std::to_string(size + 4) + " bytes follow, and no other record"}));
}

TEST(WarcDamage, ALengthTooLargeDoesNotTakeTheNextRecordAlong) {
  for (const std::size_t length : {80U, 310U, 5'000U, 900'000'000U}) {
    const ReadResult result =
        read_warc(warc_with_length(plain_warc("a", "one"), length) + plain_warc("b", "two") + plain_warc("c", "three"));
    EXPECT_EQ(ids(result), (Ids{"urn:b", "urn:c"})) << length;
    const std::size_t found = warc_http("Content-Type: text/plain\r\n", "one").size() + 4;
    EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's length is given as " + std::to_string(length) +
                                    " but the next record starts after " + std::to_string(found) + " bytes"}));
  }
}

TEST(WarcDamage, ALengthThatEndsBeforeEmptyLinesByChanceIsNoticed) {
  const std::string first = plain_warc("a", "one");
  const std::string archive = first + plain_warc("b", "two");
  const std::size_t payload_begin = first.find("HTTP/");
  const std::size_t next_header_end = archive.find("\r\n\r\n", first.size());
  const ReadResult result =
      read_warc(warc_with_length(first, next_header_end - payload_begin) + plain_warc("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected.size(), 1U);
}

TEST(WarcDamage, WrongLengthsOfSkippedRecordsAreNoticedToo) {
  const ReadResult result =
      read_warc(warc_with_length(record("request", "q", "", "GET / HTTP/1.1"), 500) + plain_warc("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected.size(), 1U);
  EXPECT_TRUE(result.counts.empty());
}

TEST(WarcDamage, ManyWrongLengthsAreAllRejected) {
  std::string archive;
  for (int i = 0; i < 3000; ++i) archive += warc_with_length(plain_warc("bad", "one"), 50'000'000);
  const ReadResult result = read_warc(archive + plain_warc("a", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected.size(), 3000U);
}

TEST(WarcDamage, BytesBetweenRecordsAreRejected) {
  const std::string first = plain_warc("a", "one");
  const ReadResult result =
      read_warc("rubbish\r\n" + first + "more rubbish\nWARC/ is no record\n" + plain_warc("b", "two") + "end");
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  ASSERT_EQ(result.rejected.size(), 3U);
  EXPECT_EQ(result.rejected[0], "FILE, byte 0: no record starts here");
  EXPECT_EQ(result.rejected[1], "FILE, byte " + std::to_string(9 + first.size()) + ": no record starts here");
}

TEST(WarcDamage, LongRubbishIsRejectedOnce) {
  const ReadResult result =
      read_warc(plain_warc("a", "one") + std::string(5'000'000, '#') + "\n" + plain_warc("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:a", "urn:b"}));
  EXPECT_EQ(result.rejected.size(), 1U);
}

TEST(WarcDamage, ARecordIsFoundAtAnyPlaceOfTheWindow) {
  // The search goes through the input in windows of 1 MB; the record after the garbage starts near such a border.
  for (std::size_t size = (1U << 20) - 20; size < (1U << 20) + 4; ++size) {
    EXPECT_EQ(ids(read_warc(std::string(size, '#') + "\n" + plain_warc("a", "one"))), (Ids{"urn:a"})) << size;
  }
}

TEST(WarcDamage, HeadersWithoutWhatIsNeededAreRejected) {
  const auto reason = [](std::string_view lines) {
    const ReadResult result =
        read_warc("WARC/1.0\r\n" + std::string(lines) + "\r\none\r\n\r\n" + plain_warc("a", "two"));
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

TEST(WarcDamage, AHeaderWithoutEndIsRejected) {
  const std::string endless = "WARC/1.0\r\nWARC-Type: response\r\n" + std::string(2'000'000, 'x') + "\r\n";
  const ReadResult result = read_warc(endless + plain_warc("a", "one"));
  EXPECT_EQ(ids(result), (Ids{"urn:a"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record's header has no end"}));
}

TEST(WarcDamage, AResponseThatIsNotHttpIsRejected) {
  const ReadResult result = read_warc(record("response", "a", kHttp, "ICY 200 OK\r\n\r\n") + plain_warc("b", "two"));
  EXPECT_EQ(ids(result), (Ids{"urn:b"}));
  EXPECT_EQ(result.rejected, (Ids{"FILE, byte 0: the record does not start with the status line of an HTTP response"}));
}

TEST(WarcDamage, RejectedRecordsComeInInputOrder) {
  const ReadResult result = read_warc(record("response", "a", kHttp, "ICY") + "rubbish\r\n" +
                                      record("response", "b", kHttp, "ICY") + "rubbish");
  ASSERT_EQ(result.rejected.size(), 4U);
  EXPECT_EQ(result.rejected[0], "FILE, byte 0: the record does not start with the status line of an HTTP response");
  EXPECT_NE(result.rejected[1].find("no record starts here"), std::string::npos);
  EXPECT_NE(result.rejected[2].find("status line"), std::string::npos);
  EXPECT_NE(result.rejected[3].find("no record starts here"), std::string::npos);
}

}  // namespace
}  // namespace cento
