#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cento/error.hpp"
#include "read_all.hpp"

namespace cento {

int recognise_text(std::string_view head);
std::unique_ptr<Reader> make_text_reader(const ReadOptions& options);

namespace {

using testing::read_all;
using testing::ReadDocument;
using testing::ReadResult;
using Strings = std::vector<std::string>;

ReadOptions split_by(std::string split) {
  ReadOptions options;
  options.split = std::move(split);
  return options;
}

ReadResult read_text(std::string_view bytes, const ReadOptions& options = {}) {
  return read_all(make_text_reader(options), bytes);
}

/// "id=text" of each document.
Strings documents_of(const ReadResult& result) {
  Strings all;
  for (const ReadDocument& document : result.documents) all.push_back(document.id + "=" + document.text());
  return all;
}

/// ASCII as UTF-16, little-endian, with a byte order mark.
std::string utf16(std::string_view text) {
  std::string out = "\xff\xfe";
  for (const char c : text) out += {c, '\0'};
  return out;
}

TEST(TextReader, MakesAFileADocument) {
  const ReadResult result = read_text("Two lines\nof text.\n");
  EXPECT_EQ(documents_of(result), (Strings{"FILE=Two lines\nof text.\n"}));
  EXPECT_EQ(result.documents[0].parts[0].first, "text");
  EXPECT_EQ(result.documents[0].place, "FILE");
  EXPECT_EQ(result.documents[0].metadata, "{}");
}

TEST(TextReader, MakesAnEmptyFileAnEmptyDocument) {
  EXPECT_EQ(documents_of(read_text("")), (Strings{"FILE="}));
}

TEST(TextReader, ConvertsOtherCharsets) {
  const ReadResult latin = read_text(
      "Ein sch\xf6ner Tag mit gr\xfcnen B\xe4umen und gro\xdf"
      "en H\xe4usern in der Stra\xdf"
      "e.");
  EXPECT_EQ(documents_of(latin), (Strings{"FILE=Ein schöner Tag mit grünen Bäumen und großen Häusern in der Straße."}));
  EXPECT_EQ(documents_of(read_text(utf16("wide"))), (Strings{"FILE=wide"}));
  EXPECT_EQ(documents_of(read_text("\xef\xbb\xbfmarked")), (Strings{"FILE=marked"}));
}

TEST(TextReader, KeepsAndCountsNulBytes) {
  const ReadResult result = read_text(std::string_view("a\0b\0", 4));
  EXPECT_EQ(result.documents[0].text(), std::string_view("a\0b\0", 4));
  EXPECT_EQ(result.counts.at("NUL bytes"), 2U);
}

TEST(TextReader, RejectsAFileOverTheLimit) {
  ReadOptions options;
  options.max_document_bytes = 10;
  EXPECT_EQ(documents_of(read_text("ten bytes!", options)), (Strings{"FILE=ten bytes!"}));
  const ReadResult result = read_text("eleven bytes", options);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Strings{"FILE: the file has 12 bytes, more than `max_document_bytes` allows (10)"}));
}

TEST(TextReader, SplitsAtLines) {
  const ReadResult result = read_text("one\r\n\n  \nfour\nfive", split_by("lines"));
  EXPECT_EQ(documents_of(result), (Strings{"FILE:1=one", "FILE:4=four", "FILE:5=five"}));
  EXPECT_EQ(result.documents[1].place, "FILE, line 4");
}

TEST(TextReader, RejectsALineOverTheLimit) {
  ReadOptions options = split_by("lines");
  options.max_document_bytes = 5;
  const ReadResult result = read_text("12345\n123456\nok\n", options);
  EXPECT_EQ(documents_of(result), (Strings{"FILE:1=12345", "FILE:3=ok"}));
  EXPECT_EQ(result.rejected,
            (Strings{"FILE, line 2: the line has 6 bytes, more than `max_document_bytes` allows (5)"}));
}

TEST(TextReader, DecidesTheCharsetOfAllLinesAtOnce) {
  const std::string german =
      "Gr\xfc\xdf"
      "e aus M\xfcnchen, sch\xf6ne T\xe4ler und B\xe4"
      "che\n";
  const ReadResult result = read_text(german + german + "\xe9\n", split_by("lines"));
  ASSERT_EQ(result.documents.size(), 3U);
  EXPECT_EQ(result.documents[0].text(), "Grüße aus München, schöne Täler und Bäche");
  EXPECT_EQ(result.documents[2].text(), "é");
  EXPECT_EQ(result.documents[2].charset, result.documents[0].charset);
  EXPECT_EQ(result.documents[2].charset_source, result.documents[0].charset_source);
}

TEST(TextReader, SplitsWideTextAtLinesAndParagraphs) {
  EXPECT_EQ(documents_of(read_text(utf16("one\ntwo\n"), split_by("lines"))), (Strings{"FILE:1=one", "FILE:2=two"}));
  EXPECT_EQ(documents_of(read_text(utf16("one\nmore\n\ntwo\n"), split_by("paragraphs"))),
            (Strings{"FILE:1=one\nmore", "FILE:4=two"}));
  EXPECT_EQ(read_text(utf16("one"), split_by("lines")).documents[0].charset, "UTF-16LE");
}

TEST(TextReader, RejectsWideTextTooLargeToBeConverted) {
  ReadOptions options = split_by("lines");
  options.max_document_bytes = 10;
  const ReadResult result = read_text(utf16(std::string(500, 'x')), options);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected,
            (Strings{"FILE: the file has 1002 bytes, too many to be converted from UTF-16LE (at most 160)"}));
}

TEST(TextReader, SplitsAtParagraphs) {
  ReadOptions options = split_by("paragraphs");
  options.max_document_bytes = 20;
  const ReadResult result = read_text("\none\ntwo\n\n\nthree\n\nmuch too long for this limit\n\nend", options);
  EXPECT_EQ(documents_of(result), (Strings{"FILE:2=one\ntwo", "FILE:6=three", "FILE:10=end"}));
  EXPECT_EQ(result.rejected,
            (Strings{"FILE, line 8: the paragraph has 28 bytes, more than `max_document_bytes` allows (20)"}));
}

TEST(TextReader, SplitsAtAPattern) {
  const ReadResult result = read_text("first\ntext\n---\nsecond: é\n---\n\n---\nthird", split_by("^---$"));
  EXPECT_EQ(documents_of(result), (Strings{"FILE:1=first\ntext", "FILE:4=second: é", "FILE:8=third"}));
}

TEST(TextReader, SplitsBeforeALookahead) {
  EXPECT_EQ(documents_of(read_text("Chapter 1\na\nChapter 2\nb\n", split_by("(?=^Chapter)"))),
            (Strings{"FILE:1=Chapter 1\na", "FILE:3=Chapter 2\nb"}));
}

TEST(TextReader, RejectsPiecesOverTheLimit) {
  ReadOptions options = split_by(";");
  options.max_document_bytes = 5;
  const ReadResult result = read_text("12345;123456;ok", options);
  EXPECT_EQ(documents_of(result), (Strings{"FILE:1=12345", "FILE:1=ok"}));
  EXPECT_EQ(result.rejected,
            (Strings{"FILE, line 1: the text has 6 bytes, more than `max_document_bytes` allows (5)"}));
  EXPECT_EQ(read_text(std::string(100, 'x'), options).rejected,
            (Strings{"FILE: the file has 100 bytes, more than `max_document_bytes` allows (80)"}));
}

TEST(TextReader, RefusesWhatIsNoPattern) {
  EXPECT_THROW(make_text_reader(split_by("(unclosed")), UsageError);
}

TEST(TextReader, GivesUpOnAPatternThatTakesTooLong) {
  const ReadResult result = read_text(std::string(40, 'a') + "!", split_by("^(a+)+$"));
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected, (Strings{"FILE: the regular expression of `split` takes too long on this text"}));
}

TEST(TextReader, RecognisesText) {
  EXPECT_EQ(recognise_text("Just some words.\n"), 1);
  EXPECT_EQ(recognise_text(""), 1);
  EXPECT_EQ(recognise_text("sch\xf6n"), 1);
  EXPECT_EQ(recognise_text("文字"), 1);
  EXPECT_EQ(recognise_text(std::string_view("one\0stray byte", 14)), 1);
  EXPECT_EQ(recognise_text(utf16("wide")), 1);
  EXPECT_EQ(recognise_text(utf16("wide without a mark").substr(2)), 1);
}

TEST(TextReader, RecognisesWhatIsNotText) {
  EXPECT_EQ(recognise_text("%PDF-1.5\nlooks like text"), 0);
  EXPECT_EQ(recognise_text(std::string_view("PK\x03\x04\x14\x00\x00\x00\x08\x00rest", 14)), 0);
  EXPECT_EQ(recognise_text(std::string_view("\x7f"
                                            "ELF\x02\x01\x01\x00\x00\x00",
                                            10)),
            0);
  EXPECT_EQ(recognise_text(std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0", 20)), 0);
}

}  // namespace
}  // namespace cento
