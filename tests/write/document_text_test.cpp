#include "write/view/document_text.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

/// A document whose sentences were set by hand: "Big\nnews. More." with sentences [0,9) and [10,15).
struct Sample {
  Sample() {
    document.id = "d1";
    document.parts = {&part, 1};
    document.place = {"news.jsonl", 7, 0};
    analyzed.sentences = {{{0, 9}, 0, 2}, {{10, 15}, 2, 1}};
    analyzed.tokens.resize(1);
    analyzed.tokens.hashes[0] = 0xABC;
    analyzed.tokens.begins[0] = 0;
    analyzed.tokens.ends[0] = 3;
  }

  Part part{"text", "Big\nnews. More."};
  Document document;
  AnalyzedText analyzed;
};

TEST(DocumentText, ShowsPlaceAndText) {
  const Sample sample;
  std::string out;
  append_document_text(out, sample.document, {&sample.analyzed, 1});
  EXPECT_EQ(out, "── d1  (news.jsonl, line 7)\nBig\nnews. More.\n\n");
}

TEST(DocumentText, ShowsTitleAndCharset) {
  Sample sample;
  sample.document.metadata = R"({"n":1,"title":"A\ttitle"})";
  sample.document.charset = "Shift_JIS";
  sample.document.charset_source = "meta";
  std::string out;
  append_document_text(out, sample.document, {&sample.analyzed, 1});
  EXPECT_EQ(out, "── d1  (news.jsonl, line 7)  A title  [Shift_JIS: meta]\nBig\nnews. More.\n\n");
}

TEST(DocumentText, NamesParts) {
  const std::vector<Part> parts = {{"title", "T\n"}, {"body", "B"}};
  Sample sample;
  sample.document.parts = parts;
  std::string out;
  append_document_text(out, sample.document, {});
  EXPECT_EQ(out, "── d1  (news.jsonl, line 7)\n[title]\nT\n[body]\nB\n\n");
}

TEST(DocumentText, ListsSentencesOnALineEach) {
  const Sample sample;
  std::string out;
  append_document_sentences(out, sample.document, {&sample.analyzed, 1});
  EXPECT_EQ(out, "── d1  (news.jsonl, line 7)\n0\t[0,9)\tBig news.\n1\t[10,15)\tMore.\n");
}

TEST(DocumentText, ListsTokens) {
  const Sample sample;
  std::string out;
  append_document_tokens(out, sample.document, {&sample.analyzed, 1});
  EXPECT_EQ(out, "── d1  (news.jsonl, line 7)\n0\t3\t0000000000000abc\tBig\n");
}

}  // namespace
}  // namespace cento
