#include "write/records/document_json.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "../read/read_all.hpp"
#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/formats.hpp"

namespace cento {
namespace {

using testing::ReadResult;
using Parts = std::vector<std::pair<std::string, std::string>>;

std::string line_of(const Document& document) {
  std::string out;
  append_document_line(out, document);
  return out;
}

Document with_parts(std::string_view id, std::span<const Part> parts) {
  Document document;
  document.id = id;
  document.parts = parts;
  document.place = {"FILE", 3, 40};
  return document;
}

TEST(DocumentLine, HoldsIdTextAndMetadata) {
  const Part part{"text", "One \"two\"\nthree."};
  Document document = with_parts("a", {&part, 1});
  EXPECT_EQ(line_of(document), "{\"id\":\"a\",\"text\":\"One \\\"two\\\"\\nthree.\"}\n");
  document.metadata = R"({"url":"http://x/","n":[1, 2]})";
  document.charset = "windows-1252";
  EXPECT_EQ(line_of(document),
            "{\"id\":\"a\",\"text\":\"One "
            "\\\"two\\\"\\nthree.\",\"charset\":\"windows-1252\",\"url\":\"http://x/\",\"n\":[1, 2]}\n");
}

TEST(DocumentLine, KeepsMetadataApartFromIdAndParts) {
  const std::vector<Part> parts = {{"title", "T"}, {"body", "B"}};
  Document document = with_parts("a", parts);
  document.metadata = R"({"id":7,"id_":8,"body":"other","x":null})";
  EXPECT_EQ(line_of(document),
            "{\"id\":\"a\",\"title\":\"T\",\"body\":\"B\",\"id_\":7,\"id__\":8,\"body_\":\"other\",\"x\":null}\n");
}

TEST(AnalyzedDocumentLine, TellsWhatCentoSees) {
  const Part part{"text", "One. Two words."};
  Document document = with_parts("a", {&part, 1});
  document.metadata = R"({"k":1})";
  AnalyzedText analyzed;
  analyzed.tokens.resize(3);
  analyzed.sentences = {{{0, 4}, 0, 1}, {{5, 15}, 1, 2}};
  std::string out;
  append_analyzed_document_line(out, document, {&analyzed, 1});
  EXPECT_EQ(out, R"({"id":"a","file":"FILE","line":3,"byte":40,"charset":"UTF-8","metadata":{"k":1},)"
                 R"("parts":[{"name":"text","text":"One. Two words.","sentences":[[0,4],[5,15]],"tokens":3}]})"
                 "\n");
}

RC_GTEST_PROP(DocumentLine, IsReadAgainAsTheSameDocument,
              (const std::string& id_bytes, const std::string& text_bytes, const std::string& more_bytes)) {
  std::string id = "i";
  append_valid_utf8(id, id_bytes);
  std::string a;
  append_valid_utf8(a, text_bytes);
  std::string b;
  append_valid_utf8(b, more_bytes);
  const std::vector<Part> parts = {{"title", a}, {"body", b}};
  Document document = with_parts(id, parts);
  document.metadata = R"({"k":[{"x":"\u00e9"}],"label":1})";
  ReadOptions options;
  options.text_fields = {"title", "body"};
  const ReadResult result = testing::read_all(format_named("jsonl")->make(options), line_of(document));
  RC_ASSERT(result.documents.size() == 1U);
  RC_ASSERT(result.documents[0].id == id);
  RC_ASSERT(result.documents[0].parts == (Parts{{"title", a}, {"body", b}}));
  RC_ASSERT(result.documents[0].metadata == document.metadata);
}

}  // namespace
}  // namespace cento
