#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "read_all.hpp"

namespace cento {

int recognise_csv(std::string_view head);
int recognise_tsv(std::string_view head);
std::unique_ptr<Reader> make_csv_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_tsv_reader(const ReadOptions& options);

namespace {

using testing::read_all;
using testing::ReadDocument;
using testing::ReadResult;
using Strings = std::vector<std::string>;

ReadResult read_csv(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_csv_reader(options), bytes);
}

ReadResult read_tsv(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_tsv_reader(options), bytes);
}

/// "id=text" of each document.
Strings documents(const ReadResult& result) {
  Strings all;
  for (const ReadDocument& document : result.documents) all.push_back(document.id + "=" + document.text());
  return all;
}

TEST(CsvReader, MakesEachRowADocument) {
  const ReadResult result = read_csv("id,text,lang\r\n1,one,en\r\n2,\"two, or \"\"more\"\"\",de\r\n");
  EXPECT_EQ(documents(result), (Strings{"1=one", "2=two, or \"more\""}));
  EXPECT_EQ(result.documents[1].metadata, R"({"lang":"de"})");
  EXPECT_EQ(result.documents[1].place, "FILE, line 3");
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
}

TEST(CsvReader, TakesRowsOfManyLines) {
  const ReadResult result = read_csv("id,text\n1,\"first\nsecond\n\nthird\"\n\n2,after\n");
  EXPECT_EQ(documents(result), (Strings{"1=first\nsecond\n\nthird", "2=after"}));
  EXPECT_EQ(result.documents[1].place, "FILE, line 7");
}

TEST(CsvReader, FindsTheUsualColumns) {
  EXPECT_EQ(documents(read_csv("url,Content\nu,c\n")), (Strings{"u=c"}));
  EXPECT_EQ(documents(read_csv("body,text\nb,t\n")), (Strings{"FILE:2=t"}));
  EXPECT_EQ(documents(read_csv("id,text\n,t\n")), (Strings{"FILE:2=t"}));
  EXPECT_EQ(documents(read_csv("text\nonly one\n")), (Strings{"FILE:2=only one"}));
}

TEST(CsvReader, TakesTheColumnsTheUserNames) {
  ReadOptions options;
  options.text_fields = {"answer", "question"};
  options.id_field = "key";
  const ReadResult result = read_csv("key,question,answer,id\nk,Why?,Because.,7\n", options);
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "k");
  EXPECT_EQ(result.documents[0].parts,
            (std::vector<std::pair<std::string, std::string>>{{"answer", "Because."}, {"question", "Why?"}}));
  EXPECT_EQ(result.documents[0].metadata, R"({"id":"7"})");
}

TEST(CsvReader, TakesTheTextOutOfHtml) {
  const ReadResult result = read_csv("id,html\n1,\"<p class=\"\"x\"\">Hello</p>\"\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_NE(result.documents[0].text().find("Hello"), std::string::npos);
  EXPECT_EQ(result.documents[0].text().find('<'), std::string::npos);
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
}

TEST(CsvReader, RejectsRowsThatDoNotFitTheHeader) {
  const ReadResult result = read_csv("id,text,lang\n1,one\n2,two,en,more\n3\n4,four,en\n");
  EXPECT_EQ(documents(result), (Strings{"4=four"}));
  EXPECT_EQ(result.rejected, (Strings{"FILE, line 2: the row has 2 fields, the header 3",
                                      "FILE, line 3: the row has 4 fields, the header 3",
                                      "FILE, line 4: the row has 1 field, the header 3"}));
}

TEST(CsvReader, RejectsAFileWithoutText) {
  const ReadResult result = read_csv("id,cluster\n1,2\n3,4\n");
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Strings{"FILE, line 1: no column holds the text; columns: id, cluster; name one with "
                                      "`text_fields`"}));
}

TEST(CsvReader, RejectsAFileWithoutTheNamedColumns) {
  ReadOptions options;
  options.text_fields = {"nothing"};
  EXPECT_EQ(read_csv("id,text\n1,2\n", options).rejected,
            (Strings{"FILE, line 1: no column is named \"nothing\"; columns: id, text"}));
  options.text_fields = {"text"};
  options.id_field = "key";
  EXPECT_EQ(read_csv("id,text\n1,2\n", options).rejected,
            (Strings{"FILE, line 1: no column is named \"key\"; columns: id, text"}));
}

TEST(CsvReader, GivesUpOnlyTheLineOfAQuoteThatIsNeverClosed) {
  const ReadResult result = read_csv("id,text\n1,one\n2,\"two\n3,three\n4,four\n");
  EXPECT_EQ(documents(result), (Strings{"1=one", "3=three", "4=four"}));
  EXPECT_EQ(result.rejected, (Strings{"FILE, line 3: a quote opened in this row is never closed"}));
}

TEST(CsvReader, GivesUpTheLineOfAQuoteThatIsNotClosedWithinTheLimit) {
  ReadOptions options;
  options.max_document_bytes = 1 << 20;
  std::string bytes = "id,text\n0,\"open\n";
  for (int i = 1; i <= 200'000; ++i) bytes += std::to_string(i) + ",row\n";
  const ReadResult result = read_csv(bytes, options);
  EXPECT_EQ(result.documents.size(), 200'000U);
  EXPECT_EQ(result.rejected, (Strings{"FILE, line 2: a quote opened in this row is not closed in 1048576 bytes"}));
}

TEST(CsvReader, RejectsRowsOverTheLimit) {
  ReadOptions options;
  options.max_document_bytes = 10;
  const ReadResult result = read_csv("id,text\n1,123456789\n2,12345678\n", options);
  EXPECT_EQ(documents(result), (Strings{"2=12345678"}));
  EXPECT_EQ(result.rejected,
            (Strings{"FILE, line 2: the row has 11 bytes, more than `max_document_bytes` allows (10)"}));
  const std::string endless = "id,text\n" + std::string(3'000'000, 'x') + "\n2,ok\n";
  EXPECT_EQ(read_csv(endless, options).rejected,
            (Strings{"FILE, line 2: the row has 3000000 bytes, more than `max_document_bytes` allows (10)"}));
  EXPECT_EQ(documents(read_csv(endless, options)), (Strings{"2=ok"}));
}

TEST(CsvReader, TakesAMarkAndOtherCharsets) {
  EXPECT_EQ(documents(read_csv("\xef\xbb\xbfid,text\n1,one\n")), (Strings{"1=one"}));
  EXPECT_EQ(documents(read_csv("\xef\xbb\xbf\"id\",\"text\"\n1,one\n")), (Strings{"1=one"}));
  EXPECT_EQ(documents(read_csv("id,text\n1,sch\xf6n und gr\xfcn und gro\xdf in der Stra\xdf"
                               "e der B\xe4ume\n")),
            (Strings{"1=schön und grün und groß in der Straße der Bäume"}));
  std::string wide = "\xff\xfe";
  for (const char c : std::string_view("id\ttext\n1\tone\n")) wide += {c, '\0'};
  EXPECT_EQ(documents(read_tsv(wide)), (Strings{"1=one"}));
}

TEST(CsvReader, TakesAHeaderAlone) {
  EXPECT_TRUE(read_csv("id,text\n").documents.empty());
  EXPECT_TRUE(read_csv("").documents.empty());
  EXPECT_TRUE(read_csv("\n\n").rejected.empty());
  EXPECT_EQ(documents(read_csv("\n\nid,text\n1,one")), (Strings{"1=one"}));
}

TEST(CsvReader, RejectsAHeaderThatDoesNotEnd) {
  EXPECT_EQ(read_csv("id,\"text\n1,one\n").rejected,
            (Strings{"FILE, line 1: the first row, which should name the columns, has a quotation mark that is never "
                     "closed"}));
}

TEST(CsvReader, RejectsRowsThatEndWithACarriageReturn) {
  const ReadResult result = read_csv("text,id\rhello,1\rworld,2\r");
  EXPECT_TRUE(result.documents.empty());
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_NE(result.rejected[0].find("carriage return"), std::string::npos) << result.rejected[0];
}

TEST(CsvReader, TakesAHeaderOfManyColumns) {
  std::string header = "id,text";
  std::string row = "1,one";
  for (int column = 0; column < 100'000; ++column) {
    header += ",a_column_" + std::to_string(column);
    row += ",";
  }
  EXPECT_EQ(documents(read_csv(header + "\n" + row + "\n")), (Strings{"1=one"}));
}

TEST(TsvReader, KeepsQuotesThatMeanNothing) {
  const ReadResult result = read_tsv("id\ttext\n1\t\"Hello,\n2\the said.\"\n3\t\"x\ty\"\n4\t\"a\" b\n");
  EXPECT_EQ(documents(result), (Strings{"1=\"Hello,", "2=he said.\"", "3=x\ty", "4=\"a\" b"}));
}

/// Many rows over many blocks: each once, in order, whatever they contain.
RC_GTEST_PROP(CsvReader, GivesBackWhatWasWritten, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::element('a', '"', ',', '\n', '\r'));
  const auto values = *rc::gen::container<Strings>(text);
  const std::string filler(40'000, 'x');
  std::string bytes = "text,filler\n";
  for (const std::string& value : values) {
    bytes += '"';
    for (const char c : value) bytes += c == '"' ? "\"\"" : std::string(1, c);
    bytes += "\"," + filler + "\n";
  }
  const ReadResult result = read_csv(bytes);
  RC_ASSERT(result.rejected.empty());
  RC_ASSERT(result.documents.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) RC_ASSERT(result.documents[i].text() == values[i]);
}

TEST(Recognition, OfTablesNeedsADoubtlessHeader) {
  EXPECT_EQ(recognise_csv("id,text\n1,one\n"), 2);
  EXPECT_EQ(recognise_tsv("id\ttext\n1\tone\n"), 2);
  EXPECT_EQ(recognise_csv("id,cluster\n1,2\n"), 1);
  EXPECT_EQ(recognise_csv("Well, this is text, with commas.\nMore of it, too.\n"), 1);
  EXPECT_EQ(recognise_csv("body,text\nno second field\n"), 1);
  EXPECT_EQ(recognise_csv("text,text\na,b\n"), 1);
  EXPECT_EQ(recognise_csv(std::string_view("\0\0\0\1,\0\0", 7)), 0);
}

}  // namespace
}  // namespace cento
