#include <string>

#include <gtest/gtest.h>

#include "read/formats.hpp"
#include "read_all.hpp"

namespace cento {
namespace {

using testing::ReadResult;
using Parts = std::vector<std::pair<std::string, std::string>>;

ReadResult read_trec(std::string_view bytes, const ReadOptions& options = {}) {
  return testing::read_all(format_named("trec")->make(options), bytes);
}

TEST(Trec, ReadsTitleDateAndText) {
  const ReadResult result = read_trec(
      "<DOC>\n<DOCNO> FT911-3 </DOCNO>\n<DATE>910514\n</DATE>\n<HEADLINE>\nA headline &amp; more\n</HEADLINE>\n"
      "<BYLINE>By nobody</BYLINE>\n<TEXT>\nFirst line\nof the story.\n</TEXT>\n</DOC>\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "FT911-3");
  EXPECT_EQ(result.documents[0].parts, (Parts{{"title", "A headline & more"}, {"text", "First line\nof the story."}}));
  EXPECT_EQ(result.documents[0].metadata, R"({"date":"910514"})");
  EXPECT_EQ(result.documents[0].place, "FILE, line 1");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(Trec, TakesTagsInAnyCaseAndWithAttributes) {
  const ReadResult result = read_trec("<doc type=x>\n<DocNo>a-1</docno >\n<text kind=\"b\">Words.</TEXT>\n</Doc >\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "a-1");
  EXPECT_EQ(result.documents[0].parts, (Parts{{"text", "Words."}}));
}

TEST(Trec, TakesOutTagsAndDecodesReferencesInTheText) {
  const ReadResult result = read_trec(
      "<DOC><DOCNO>1</DOCNO><TEXT><P>\nProfit &gt; loss\n</P><P>5 < 6 and<F P=105>more</F>\n&#233;t&eacute;&#3;</P>"
      "</TEXT></DOC>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "Profit > loss\n5 < 6 and more\n\xC3\xA9t\xC3\xA9");
}

TEST(Trec, JoinsSeveralTextsAndTitles) {
  const ReadResult result = read_trec(
      "<DOC><DOCNO>1</DOCNO><HEAD>One</HEAD><HEAD>Two</HEAD><TEXT>a</TEXT><NOTE>n</NOTE><TEXT>b</TEXT></DOC>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"title", "One\nTwo"}, {"text", "a\nb"}}));
}

TEST(Trec, WithoutTextElementEverythingButHeadersIsText) {
  const ReadResult result = read_trec(
      "<DOC><DOCNO>1</DOCNO><DOCID>77</DOCID><DATE1>May 1994</DATE1><TTL>Heading</TTL>\n<LEAD>It began.</LEAD>\n"
      "It went on.\n</DOC>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"title", "Heading"}, {"text", "It began.\nIt went on."}}));
  EXPECT_EQ(result.documents[0].metadata, R"({"date":"May 1994"})");
}

TEST(Trec, TextThatIsNotClosedRunsToTheEnd) {
  const ReadResult result = read_trec("<DOC><DOCNO>1</DOCNO><TITLE>open<TEXT>all of this</DOC>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"text", "all of this"}}));
}

TEST(Trec, TakesTheIdFromTheTagWhereThereIsNoNumber) {
  const ReadResult result =
      read_trec("<DOC id=\"NYT_ENG_20040101.0001\" type=\"story\" >\n<TEXT>\nA story.\n</TEXT>\n</DOC>\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "NYT_ENG_20040101.0001");
}

TEST(Trec, ReadsWebPagesWithTheirAddress) {
  const ReadResult result = read_trec(
      "<DOC>\n<DOCNO>GX000-00-0000000</DOCNO>\n<DOCHDR>\nhttp://example.gov/a?b=c 1.2.3.4 19970101\nHTTP/1.1 200 OK\n"
      "Content-Type: text/html; charset=iso-8859-1\n</DOCHDR>\n"
      "<html><head><title>T</title><script>x()</script></head><body><p>Caf\xE9 &amp; bar</p></body></html>\n</DOC>\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "GX000-00-0000000");
  EXPECT_EQ(result.documents[0].metadata, R"({"url":"http://example.gov/a?b=c","title":"T"})");
  EXPECT_NE(result.documents[0].text().find("Caf\xC3\xA9 & bar"), std::string::npos) << result.documents[0].text();
  EXPECT_EQ(result.documents[0].text().find("x()"), std::string::npos);
  EXPECT_EQ(result.documents[0].charset_source, "http");
}

TEST(Trec, ConvertsWithTheCharsetTheUserNamed) {
  ReadOptions options;
  options.charset = "ISO-8859-1";
  const ReadResult result = read_trec("<DOC><DOCNO>1</DOCNO><TEXT>na\xEFve</TEXT></DOC>", options);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "na\xC3\xAFve");
  EXPECT_EQ(result.documents[0].charset_source, "forced");
}

TEST(Trec, RejectsADocumentWithoutNumber) {
  const ReadResult result = read_trec("<DOC>\n<TEXT>a</TEXT></DOC>\n<DOC>\n<DOCNO>2</DOCNO><TEXT>b</TEXT>\n</DOC>\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "2");
  EXPECT_EQ(result.documents[0].place, "FILE, line 3");
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0], "FILE, line 1: the <DOC> has no <DOCNO>");
}

TEST(Trec, RejectsANumberThatIsNothingInUtf8) {
  const ReadResult result = read_trec("<DOC id=\"\xfe\xff\">\n<TEXT>a</TEXT></DOC>\n");
  EXPECT_TRUE(result.documents.empty());
  ASSERT_EQ(result.rejected.size(), 1U);
}

TEST(Trec, ADocumentThatIsNotClosedDoesNotHideTheNext) {
  const ReadResult result = read_trec(
      "<DOC><DOCNO>1</DOCNO>\n<TEXT>torn\n<DOC>\n<DOCNO>2</DOCNO><TEXT>whole</TEXT></DOC>\n<DOC><DOCNO>3</DOCNO>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "2");
  ASSERT_EQ(result.rejected.size(), 2U);
  EXPECT_EQ(result.rejected[0], "FILE, line 1: the <DOC> is not closed before the next one begins");
  EXPECT_EQ(result.rejected[1], "FILE, line 5: the <DOC> is not closed before the file ends");
}

TEST(Trec, TextBetweenDocumentsIsRejectedAndMarkupIsNot) {
  const ReadResult result = read_trec(
      "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<root>\n<DOC><DOCNO>1</DOCNO>a</DOC>\n stray "
      "words\n<DOC><DOCNO>2</DOCNO>b</DOC>"
      "\n</root>\n");
  EXPECT_EQ(result.documents.size(), 2U);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0], "FILE, line 4: the text is outside of any <DOC>");
}

TEST(Trec, RejectsWhatIsOverTheLimitWithItsSizeAndGoesOn) {
  ReadOptions options;
  options.max_document_bytes = 1000;
  const std::string large = "<DOC><DOCNO>1</DOCNO>" + std::string(3 << 20, 'x') + "</DOC>";
  const auto reader = format_named("trec")->make(options);
  const std::string bytes = large + "\n<DOC><DOCNO>2</DOCNO>b</DOC>";
  const auto in = memory_input("FILE", bytes);
  DocumentBatch batch;
  ASSERT_TRUE(reader->cut(*in, batch));
  reader->parse(batch);
  ASSERT_EQ(batch.documents.size(), 1U);
  EXPECT_EQ(batch.documents[0].id, "2");
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].full_size_bytes, large.size());
  EXPECT_LT(batch.rejected[0].bytes.size(), large.size());
}

TEST(Trec, ShowsNoMoreOfALargeDocumentThanItself) {
  ReadOptions options;
  options.max_document_bytes = 30;
  const auto reader = format_named("trec")->make(options);
  const std::string large = "<DOC><DOCNO>1</DOCNO>more than thirty bytes</DOC>";
  const std::string bytes = large + "\n<DOC><DOCNO>2</DOCNO>b</DOC>";
  const auto in = memory_input("FILE", bytes);
  DocumentBatch batch;
  ASSERT_TRUE(reader->cut(*in, batch));
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].bytes, large);
}

TEST(Trec, ReadsManyBlocksInOrder) {
  std::string bytes;
  for (int i = 0; i < 3000; ++i) {
    bytes += "<DOC><DOCNO>" + std::to_string(i) + "</DOCNO>\n<TEXT>" + std::string(1000, 'w') + "</TEXT></DOC>\n";
  }
  const ReadResult result = read_trec(bytes);
  ASSERT_EQ(result.documents.size(), 3000U);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_EQ(result.documents[i].id, std::to_string(i));
    ASSERT_EQ(result.documents[i].text().size(), 1000U);
  }
  EXPECT_EQ(result.documents[2999].place, "FILE, line 5999");
}

TEST(Trec, OpeningTagsAloneAreRejectedOneByOne) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += "<DOC>";
  const ReadResult result = read_trec(bytes);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected.size(), 200'000U);
}

TEST(Trec, TitlesThatAreNeverClosedTakeLinearTime) {
  std::string bytes = "<DOC><DOCNO>1</DOCNO>";
  for (int i = 0; i < 500'000; ++i) bytes += "<TITLE><HEAD><a";
  const ReadResult result = read_trec(bytes + "</DOC>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts.size(), 1U);
}

TEST(RecogniseTrec, KnowsCollectionsAndLeavesOthersAlone) {
  const auto recognise = format_named("trec")->recognise;
  EXPECT_EQ(recognise("<DOC>\n<DOCNO> 1 </DOCNO>\n"), 2);
  EXPECT_EQ(recognise("\xEF\xBB\xBF\n<?xml version=\"1.0\"?><docs><doc><docno>1</docno>"), 2);
  EXPECT_EQ(recognise("<DOC id=\"a\" type=\"story\">\n<TEXT>"), 2);
  EXPECT_EQ(recognise("<DOCUMENT><DOCNO>1</DOCNO>"), 0);
  EXPECT_EQ(recognise("<html><body><p>about <b>tags</b> such as <doc><docno>1</docno>"), 0);
  EXPECT_EQ(recognise("a text about <DOC> and <DOCNO>1</DOCNO>"), 0);
  EXPECT_EQ(recognise("<REUTERS NEWID=\"1\"><DATE>"), 0);
  EXPECT_EQ(recognise(""), 0);
}

}  // namespace
}  // namespace cento
