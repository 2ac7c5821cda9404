#include "read/web/http_message.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "encoded_body.hpp"

namespace cento {
namespace {

using testing::deflated;
using testing::Frame;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

HttpResponse response_of(std::string_view bytes) {
  HttpResponse response;
  EXPECT_TRUE(read_http_response(bytes, response));
  return response;
}

HttpResponse encoded(std::string_view body, std::string_view content_encoding,
                     std::string_view transfer_encoding = {}) {
  HttpResponse response;
  response.status = 200;
  response.content_encoding = content_encoding;
  response.transfer_encoding = transfer_encoding;
  response.body = body;
  return response;
}

std::string decoded(std::string_view body, std::string_view content_encoding, std::string_view transfer_encoding = {}) {
  BodyDecoder decoder(kMostBytes);
  const DecodedBody result = decoder.decode(encoded(body, content_encoding, transfer_encoding));
  return result.problem.empty() ? std::string(result.bytes) : "PROBLEM: " + result.problem;
}

TEST(HttpMessage, ReadsStatusHeadersAndBody) {
  const HttpResponse response =
      response_of("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: y\r\n\r\n<p>Body</p>\r\n");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html");
  EXPECT_EQ(response.body, "<p>Body</p>\r\n");
}

TEST(HttpMessage, HeaderNamesHaveAnyCaseAndLinesMayEndInLineFeeds) {
  const HttpResponse response =
      response_of("HTTP/1.0 404 Not Found\ncontent-TYPE : text/plain\nTRANSFER-encoding:chunked\n\nx");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.content_type, "text/plain");
  EXPECT_EQ(response.transfer_encoding, "chunked");
  EXPECT_EQ(response.body, "x");
}

TEST(HttpMessage, FoldedLinesBelongToTheHeaderBefore) {
  const HttpResponse response =
      response_of("HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n\tcharset=koi8-r\r\nContent-Encoding: br\r\n\r\n");
  EXPECT_EQ(media_type_of(response.content_type), "text/html");
  EXPECT_EQ(charset_of(response.content_type), "koi8-r");
  EXPECT_EQ(response.content_encoding, "br");
}

TEST(HttpMessage, LinesThatAreNoHeadersArePassedOver) {
  const HttpResponse response = response_of("HTTP/1.1 200 OK\r\nrubbish\r\nContent-Type: text/plain\r\n\r\nBody");
  EXPECT_EQ(response.content_type, "text/plain");
  EXPECT_EQ(response.body, "Body");
}

TEST(HttpMessage, TheFirstOfTwoHeadersCounts) {
  EXPECT_EQ(response_of("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n\r\n").content_type, "a/b");
}

TEST(HttpMessage, APageMayFollowTheHeadersWithoutAnEmptyLine) {
  EXPECT_EQ(response_of("HTTP/1.1 200 OK\r\nServer: x\r\n<html>a: b").body, "<html>a: b");
}

TEST(HttpMessage, HeadersMayBeAllThereIs) {
  EXPECT_EQ(response_of("HTTP/1.1 204 No Content\r\nServer: x").body, "");
  EXPECT_EQ(response_of("HTTP/1.1 200").status, 200);
}

TEST(HttpMessage, AnInterimResponseIsPassedOver) {
  const HttpResponse response = response_of("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nBody");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "Body");
}

TEST(HttpMessage, OtherBytesAreNoResponse) {
  HttpResponse response;
  for (const std::string_view bytes : {"", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1", "HTTP/1.1 2x0 OK\r\n\r\n", "<html>"}) {
    EXPECT_FALSE(read_http_response(bytes, response)) << bytes;
  }
}

TEST(HttpMessage, MediaTypeAndCharset) {
  EXPECT_EQ(media_type_of(" text/html ; charset=utf-8"), "text/html");
  EXPECT_EQ(media_type_of(""), "");
  EXPECT_EQ(charset_of("text/html; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset_of("text/html; level=1; Charset = \"EUC-JP\" ; q=1"), "EUC-JP");
  EXPECT_EQ(charset_of("text/html; charset="), "");
  EXPECT_EQ(charset_of("text/html; charset=\"\""), "");
  EXPECT_EQ(charset_of("text/html;"), "");
}

TEST(HttpMessage, BinaryIsToldFromText) {
  EXPECT_TRUE(looks_binary(std::string_view("GIF89a\0\1", 8)));
  EXPECT_FALSE(looks_binary("Tab\t, line\r\n, form feed\f and an escape \x1b$B of ISO-2022-JP"));
  EXPECT_FALSE(looks_binary(std::string_view("\xFF\xFEt\0e\0x\0t\0", 10)));
}

TEST(BodyDecoder, TakesAPlainBodyAsItIs) {
  EXPECT_EQ(decoded("Body", ""), "Body");
  EXPECT_EQ(decoded("Body", "identity"), "Body");
  EXPECT_EQ(decoded("Body", "", "identity"), "Body");
  EXPECT_EQ(decoded("Body", "something-new"), "Body");
}

TEST(BodyDecoder, JoinsChunks) {
  EXPECT_EQ(
      decoded("4\r\nWiki\r\n6;name=value\r\npedia \r\nB  \r\nin \r\nchunks\r\n0\r\nTrailer: x\r\n\r\n", "", "chunked"),
      "Wikipedia in \r\nchunks");
  EXPECT_EQ(decoded("3\nabc\n0\n\n", "", "Chunked"), "abc");
  EXPECT_EQ(decoded("0\r\n\r\n", "", "chunked"), "");
  EXPECT_EQ(decoded("", "", "chunked"), "");
}

TEST(BodyDecoder, ABodyThatIsNoLongerChunkedIsTakenAsItIs) {
  EXPECT_EQ(decoded("<p>Bad</p>", "", "chunked"), "<p>Bad</p>");
  EXPECT_EQ(decoded("2024\r\nwas a leap year", "", "chunked"), "2024\r\nwas a leap year");
  EXPECT_EQ(decoded("2\r\nabc\r\n", "", "chunked"), "2\r\nabc\r\n");
  EXPECT_EQ(decoded("ffffffffffffffffffff\r\nabc", "", "chunked"), "ffffffffffffffffffff\r\nabc");
}

TEST(BodyDecoder, ChunksThatBreakOffKeepWhatIsThere) {
  EXPECT_EQ(decoded("4\r\nWiki\r\n6\r\nped", "", "chunked"), "Wikiped");
  EXPECT_EQ(decoded("4\r\nWiki\r\n", "", "chunked"), "Wiki");
  EXPECT_EQ(decoded("4\r\nWiki\r\npedia", "", "chunked"), "Wikipedia");
}

TEST(BodyDecoder, Decompresses) {
  const std::string text = "A text, a text, a text that is compressed.";
  EXPECT_EQ(decoded(deflated(text, Frame::gzip), "gzip"), text);
  EXPECT_EQ(decoded(deflated(text, Frame::gzip), "X-GZip"), text);
  EXPECT_EQ(decoded(deflated(text, Frame::zlib), "deflate"), text);
  EXPECT_EQ(decoded(deflated(text, Frame::none), "deflate"), text);
  EXPECT_EQ(decoded(testing::brotli_page(), "br"), testing::kBrotliPageText);
}

TEST(BodyDecoder, UndoesCombinations) {
  const std::string text = "A text, a text, a text that is compressed twice.";
  const std::string twice = deflated(deflated(text, Frame::zlib), Frame::gzip);
  EXPECT_EQ(decoded(twice, "deflate, gzip"), text);
  EXPECT_EQ(decoded(deflated(text, Frame::gzip), "", "gzip, chunked"), text);
  EXPECT_EQ(decoded(testing::chunked(twice, 7), "deflate,gzip", "chunked"), text);
  EXPECT_EQ(decoded(testing::chunked(deflated(text, Frame::gzip), 10), "", "gzip, chunked"), text);
}

TEST(BodyDecoder, JoinsGzipMembersAndDropsWhatFollows) {
  EXPECT_EQ(decoded(deflated("one ", Frame::gzip) + deflated("two", Frame::gzip) + "padding", "gzip"), "one two");
}

TEST(BodyDecoder, ABodyThatIsNoLongerCompressedIsTakenAsItIs) {
  for (const std::string_view coding : {"gzip", "deflate", "br"}) {
    EXPECT_EQ(decoded("<p>Plain all along</p>", coding), "<p>Plain all along</p>") << coding;
    EXPECT_EQ(decoded("", coding), "") << coding;
  }
}

TEST(BodyDecoder, DamagedCompressionIsAProblem) {
  const std::string whole = deflated(std::string(1000, 'x') + "end", Frame::gzip);
  EXPECT_EQ(decoded(whole.substr(0, whole.size() - 5), "gzip"),
            "PROBLEM: the body is declared as gzip but cannot be decompressed");
  std::string flipped = whole;
  flipped[whole.size() - 6] ^= 1;
  EXPECT_EQ(decoded(flipped, "gzip"), "PROBLEM: the body is declared as gzip but cannot be decompressed");
  EXPECT_EQ(decoded(std::string("\x01\x02\x03\x00", 4), "br"),
            "PROBLEM: the body is declared as br but cannot be decompressed");
}

TEST(BodyDecoder, ABodyOverTheLimitIsAProblem) {
  BodyDecoder decoder(1000);
  const std::string bomb = deflated(std::string(5'000'000, 'x'), Frame::gzip);
  const DecodedBody burst = decoder.decode(encoded(bomb, "gzip"));
  EXPECT_EQ(burst.problem, "the decompressed body is larger than `max_document_bytes` allows (1000 bytes)");
  const std::string large(1001, 'x');
  const DecodedBody plain = decoder.decode(encoded(large, ""));
  EXPECT_EQ(plain.problem, "the body has 1001 bytes, more than `max_document_bytes` allows (1000)");
  const std::string just_fits(1000, 'x');
  EXPECT_EQ(decoder.decode(encoded(deflated(just_fits, Frame::zlib), "deflate")).bytes, just_fits);
}

RC_GTEST_PROP(BodyDecoder, GivesBackWhatWasEncoded, (const std::string& text)) {
  const auto chunk_bytes = *rc::gen::inRange<std::size_t>(1, 40);
  const Frame frame = *rc::gen::element(Frame::gzip, Frame::zlib);
  const std::string_view coding = frame == Frame::gzip ? "gzip" : "deflate";
  RC_ASSERT(decoded(testing::chunked(deflated(text, frame), chunk_bytes), coding, "chunked") == text);
}

}  // namespace
}  // namespace cento
