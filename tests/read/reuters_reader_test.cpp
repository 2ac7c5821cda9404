#include <string>

#include <gtest/gtest.h>

#include "read/formats.hpp"
#include "read_all.hpp"

namespace cento {
namespace {

using testing::ReadResult;
using Parts = std::vector<std::pair<std::string, std::string>>;

ReadResult read_reuters(std::string_view bytes, const ReadOptions& options = {}) {
  return testing::read_all(format_named("reuters")->make(options), bytes);
}

constexpr std::string_view kStory =
    "<!DOCTYPE lewis SYSTEM \"lewis.dtd\">\n"
    "<REUTERS TOPICS=\"YES\" LEWISSPLIT=\"TRAIN\" CGISPLIT=\"TRAINING-SET\" OLDID=\"5544\" NEWID=\"1\">\n"
    "<DATE>26-FEB-1987 15:01:01.79</DATE>\n<TOPICS><D>tea</D><D>rain</D></TOPICS>\n<PLACES><D>ceylon</D></PLACES>\n"
    "<PEOPLE></PEOPLE>\n<UNKNOWN> \n&#5;&#5;&#5;C T\n&#22;&#22;&#1;f0704&#31;reute</UNKNOWN>\n"
    "<TEXT>&#2;\n<TITLE>TEA &lt;TEA.C> REVIEW</TITLE>\n<DATELINE>    COLOMBO, Feb 26 - </DATELINE>"
    "<BODY>It rained\nall week.\n    It will rain on.\n Reuter\n&#3;</BODY></TEXT>\n</REUTERS>\n";

TEST(Reuters, ReadsAStory) {
  const ReadResult result = read_reuters(kStory);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "1");
  EXPECT_EQ(result.documents[0].parts,
            (Parts{{"title", "TEA <TEA.C> REVIEW"}, {"text", "It rained\nall week.\n    It will rain on.\n Reuter"}}));
  EXPECT_EQ(result.documents[0].metadata,
            R"({"date":"26-FEB-1987 15:01:01.79","topics":["tea","rain"],"places":["ceylon"],)"
            R"("dateline":"COLOMBO, Feb 26 -","lewissplit":"TRAIN"})");
  EXPECT_EQ(result.documents[0].place, "FILE, line 2");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(Reuters, ABriefHasATitleAlone) {
  const ReadResult result = read_reuters(
      "<REUTERS NEWID=\"30\"><TEXT TYPE=\"BRIEF\">&#2;\n******<TITLE>FUNDS ROSE</TITLE>\n</TEXT></REUTERS>"
      "<REUTERS NEWID=\"31\"><TEXT TYPE=\"BRIEF\">&#2;\n<TITLE>FUNDS FELL</TITLE>\n</TEXT></REUTERS>");
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"title", "FUNDS ROSE"}, {"text", "******"}}));
  EXPECT_EQ(result.documents[1].parts, (Parts{{"title", "FUNDS FELL"}}));
}

TEST(Reuters, AnUnprocessedStoryIsTheTextItself) {
  const ReadResult result = read_reuters(
      "<REUTERS NEWID=\"99\">\n<TEXT TYPE=\"UNPROC\">&#2;\nFED REPORT\n   Reserves...644 vs "
      "1,337\n&#3;</TEXT>\n</REUTERS>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"text", "FED REPORT\n   Reserves...644 vs 1,337"}}));
}

TEST(Reuters, AnEmptyStoryIsADocumentWithoutText) {
  const ReadResult result = read_reuters("<REUTERS NEWID=\"7\"><TEXT></TEXT></REUTERS>");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"text", ""}}));
}

TEST(Reuters, ConvertsToUtf8) {
  ReadOptions options;
  options.charset = "ISO-8859-1";
  const ReadResult result = read_reuters("<REUTERS NEWID=\"7\"><TEXT><BODY>Z\xFCrich</BODY></TEXT></REUTERS>", options);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), "Z\xC3\xBCrich");
}

TEST(Reuters, RejectsStoriesWithoutNumberOrEnd) {
  const ReadResult result = read_reuters(
      "<REUTERS OLDID=\"1\"><TEXT>a</TEXT></REUTERS>\n<REUTERS NEWID=\"2\"><TEXT>b</TEXT>\n"
      "<REUTERS NEWID=\"3\"><TEXT>c</TEXT></REUTERS>\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "3");
  ASSERT_EQ(result.rejected.size(), 2U);
  EXPECT_EQ(result.rejected[0], "FILE, line 1: the <REUTERS> has no NEWID");
  EXPECT_EQ(result.rejected[1], "FILE, line 2: the <REUTERS> is not closed before the next one begins");
}

TEST(RecogniseReuters, KnowsItsFilesAndLeavesOthersAlone) {
  const auto recognise = format_named("reuters")->recognise;
  EXPECT_EQ(recognise(kStory), 2);
  EXPECT_EQ(recognise(kStory.substr(kStory.find("<REUTERS"))), 2);
  EXPECT_EQ(recognise("<!DOCTYPE html><html><body>"), 0);
  EXPECT_EQ(recognise("<DOC><DOCNO>1</DOCNO>"), 0);
  EXPECT_EQ(recognise("Reuters <REUTERS>"), 0);
  EXPECT_EQ(choose_format("reut2-000.sgm", kStory)->name, "reuters");
}

}  // namespace
}  // namespace cento
