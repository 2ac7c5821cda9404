#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/json/json_text.hpp"
#include "core/utf8.hpp"
#include "read/formats.hpp"
#include "read_all.hpp"

namespace cento {
namespace {

using testing::ReadResult;
using Parts = std::vector<std::pair<std::string, std::string>>;

ReadResult read_jsonl(std::string_view bytes, const ReadOptions& options = {}) {
  return testing::read_all(format_named("jsonl")->make(options), bytes);
}

ReadOptions with_text_fields(std::vector<std::string> fields) {
  ReadOptions options;
  options.text_fields = std::move(fields);
  return options;
}

std::string only_rejection(std::string_view bytes, const ReadOptions& options = {}) {
  const ReadResult result = read_jsonl(bytes, options);
  EXPECT_TRUE(result.documents.empty());
  EXPECT_EQ(result.rejected.size(), 1U);
  return result.rejected.empty() ? "" : result.rejected[0];
}

TEST(Jsonl, ReadsIdTextAndMetadata) {
  const ReadResult result = read_jsonl(
      "{\"id\":\"a\",\"text\":\"One.\",\"url\":\"http://x/\",\"n\":[1, 2]}\n"
      "{\"text\":\"Two\\nlines, \\u00e9t\\u00e9 \\\"q\\\".\",\"id\":17}\n");
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].id, "a");
  EXPECT_EQ(result.documents[0].parts, (Parts{{"text", "One."}}));
  EXPECT_EQ(result.documents[0].metadata, R"({"url":"http://x/","n":[1, 2]})");
  EXPECT_EQ(result.documents[0].place, "FILE, line 1");
  EXPECT_EQ(result.documents[1].id, "17");
  EXPECT_EQ(result.documents[1].text(), "Two\nlines, \xC3\xA9t\xC3\xA9 \"q\".");
  EXPECT_EQ(result.documents[1].metadata, "{}");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(Jsonl, SkipsBlankLinesByteOrderMarkAndCarriageReturns) {
  const ReadResult result =
      read_jsonl("\xEF\xBB\xBF{\"id\":\"a\",\"text\":\"x\"}\r\n\n   \r\n{\"id\":\"b\",\"text\":\"y\"}");
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[1].id, "b");
  EXPECT_EQ(result.documents[1].place, "FILE, line 4");
  EXPECT_TRUE(result.rejected.empty());
}

TEST(Jsonl, NamesDocumentsWithoutIdByTheirPlace) {
  const ReadResult result =
      read_jsonl("{\"text\":\"x\"}\n{\"text\":\"y\",\"id\":null}\n{\"text\":\"z\",\"id\":{\"a\":1}}\n");
  ASSERT_EQ(result.documents.size(), 3U);
  EXPECT_EQ(result.documents[0].id, "FILE:1");
  EXPECT_EQ(result.documents[1].id, "FILE:2");
  EXPECT_EQ(result.documents[2].id, "FILE:3");
  EXPECT_EQ(result.documents[2].metadata, R"({"id":{"a":1}})");
}

TEST(Jsonl, TakesTheUsualNamesInTheirOrder) {
  const ReadResult result = read_jsonl(R"({"url":"u","body":"the body","docno":"D1","content":"the content"})");
  EXPECT_EQ(result.documents.at(0).id, "D1");
  EXPECT_EQ(result.documents.at(0).parts, (Parts{{"text", "the content"}}));
  EXPECT_EQ(result.documents.at(0).metadata, R"({"url":"u","body":"the body"})");
}

TEST(Jsonl, TakesFieldsTheUserNamed) {
  const ReadResult result =
      read_jsonl("{\"id\":1,\"title\":\"T\",\"body\":\"B\",\"text\":\"no\"}\n{\"id\":2,\"body\":\"C\"}\n",
                 with_text_fields({"body", "title"}));
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].parts, (Parts{{"body", "B"}, {"title", "T"}}));
  EXPECT_EQ(result.documents[0].metadata, R"({"text":"no"})");
  EXPECT_EQ(result.documents[1].parts, (Parts{{"body", "C"}}));
}

TEST(Jsonl, ReachesIntoNestedObjects) {
  ReadOptions options = with_text_fields({"meta.page.text"});
  options.id_field = "meta.key";
  const ReadResult result = read_jsonl(R"({"meta":{"key":"k1","page":{"text":"Deep.\n"}}})", options);
  EXPECT_EQ(result.documents.at(0).id, "k1");
  EXPECT_EQ(result.documents.at(0).parts, (Parts{{"meta.page.text", "Deep.\n"}}));
  EXPECT_EQ(read_jsonl(R"({"a.b":"plain","a":{"b":"nested"}})", with_text_fields({"a.b"})).documents.at(0).text(),
            "plain");
}

TEST(Jsonl, ReadsLabelledPairs) {
  const ReadResult result = read_jsonl(R"({"id":"p","a":"One?","b":"Two?","label":1})");
  EXPECT_EQ(result.documents.at(0).parts, (Parts{{"a", "One?"}, {"b", "Two?"}}));
  EXPECT_EQ(result.documents.at(0).metadata, R"({"label":1})");
}

TEST(Jsonl, ExtractsTheTextOfHtml) {
  const ReadResult result = read_jsonl(R"({"id":"p","html":"<p>One &amp; two<\/p>"})");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].parts.at(0).first, "text");
  EXPECT_NE(result.documents[0].text().find("One & two"), std::string::npos);
  EXPECT_EQ(result.documents[0].metadata, "{}");
  const ReadResult both = read_jsonl(R"({"id":"p","html":"<p>x","text":"given"})");
  EXPECT_EQ(both.documents.at(0).text(), "given");
  EXPECT_EQ(both.documents.at(0).metadata, R"({"html":"<p>x"})");
}

TEST(Jsonl, MakesTextOfNumbersAndArraysOfStrings) {
  EXPECT_EQ(read_jsonl(R"({"id":1,"text":-12.50})").documents.at(0).text(), "-12.50");
  EXPECT_EQ(read_jsonl(R"({"id":1,"text":["One.","Tw\u006f."]})").documents.at(0).text(), "One.\n\nTwo.");
  EXPECT_EQ(read_jsonl(R"({"id":1,"text":""})").documents.at(0).text(), "");
}

TEST(Jsonl, FirstOfRepeatedKeysWins) {
  const ReadResult result = read_jsonl(R"({"id":"a","id":"b","text":"x","t\u0065xt":"y","m":1,"m":2})");
  EXPECT_EQ(result.documents.at(0).id, "a");
  EXPECT_EQ(result.documents.at(0).text(), "x");
  EXPECT_EQ(result.documents.at(0).metadata, R"({"m":1})");
  std::string many = R"({"text":"x")";
  for (int i = 0; i < 100; ++i) many += R"(,"k)" + std::to_string(i % 50) + "\":" + std::to_string(i);
  EXPECT_EQ(read_jsonl(many + "}").documents.at(0).metadata.find(":50"), std::string::npos);
}

TEST(Jsonl, RejectsLinesWithoutText) {
  EXPECT_EQ(only_rejection(R"({"a":1,"b":2,"label":0})"),
            "FILE, line 1: the line has no field \"text\"; it has: a, b, label (name the text with `text_fields`)");
  EXPECT_EQ(only_rejection("{}"),
            "FILE, line 1: the line has no field \"text\"; it has: nothing (name the text with `text_fields`)");
  EXPECT_EQ(only_rejection(R"({"text":"x"})", with_text_fields({"body", "title"})),
            "FILE, line 1: the line has no field \"body\", \"title\"; it has: text (name the text with `text_fields`)");
  EXPECT_EQ(only_rejection(R"({"text":null})"),
            "FILE, line 1: the field \"text\" is null (name the text with `text_fields`)");
  EXPECT_EQ(only_rejection(R"({"text":{"x":1}})"), "FILE, line 1: the field \"text\" is an object, not text");
  EXPECT_EQ(only_rejection(R"({"text":true})"), "FILE, line 1: the field \"text\" is true or false, not text");
  EXPECT_EQ(only_rejection(R"({"text":["a",1]})"),
            "FILE, line 1: the field \"text\" is an array that holds a number, not only strings");
}

TEST(Jsonl, RejectsWhatIsNotJson) {
  EXPECT_EQ(only_rejection(R"({"id":"a","text" "b"})"),
            "FILE, line 1: the line is not JSON: expected ':' at column 18");
  EXPECT_EQ(only_rejection(R"({"id":"a","text":"b"}{"id":"c"})"),
            "FILE, line 1: the line is not JSON: something follows the object at column 22");
  EXPECT_EQ(only_rejection(R"({"id":"a","text":"b)"),
            "FILE, line 1: the line is not JSON: the text ends inside the string that begins at column 18");
  EXPECT_EQ(only_rejection("plain words"), "FILE, line 1: the line is not a JSON object: expected '{' at column 1");
  EXPECT_EQ(only_rejection(R"({"text":"x","n":tru})"),
            "FILE, line 1: the line is not JSON: expected a value at column 17");
  EXPECT_EQ(only_rejection(R"({"text":"x","n":[1,{"a":2]})"),
            "FILE, line 1: the line is not JSON: expected ',' or '}' at column 26");
}

TEST(Jsonl, GoesOnAfterABadLine) {
  const ReadResult result = read_jsonl("{\"text\":\"x\"}\nnonsense\n{\"text\":\"y\"}\n");
  EXPECT_EQ(result.documents.size(), 2U);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0], "FILE, line 2: the line is not a JSON object: expected '{' at column 1");
}

TEST(Jsonl, RepairsCharactersAndCountsThem) {
  const ReadResult result =
      read_jsonl("{\"id\":\"a\",\"text\":\"x\\udc00y\",\"m\":\"\\ud83d\"}\n{\"id\":\"b\",\"text\":\"p\xFFq\"}\n");
  ASSERT_EQ(result.documents.size(), 2U);
  EXPECT_EQ(result.documents[0].text(), "x\xEF\xBF\xBDy");
  EXPECT_EQ(result.documents[0].metadata, R"({"m":"\ufffd"})");
  EXPECT_EQ(result.documents[1].text(), "p\xEF\xBF\xBDq");
  EXPECT_EQ(result.counts.at("replaced characters"), 3U);
}

TEST(Jsonl, TakesControlCharactersAndNotANumber) {
  const ReadResult result = read_jsonl(std::string("{\"text\":\"a\tb\0c\",\"score\":NaN}", 28));
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].text(), std::string("a\tb\0c", 5));
  EXPECT_EQ(result.documents[0].metadata, R"({"score":null})");
  EXPECT_TRUE(result.counts.empty());
}

TEST(Jsonl, RejectsWhatIsTooLarge) {
  ReadOptions options;
  options.max_document_bytes = 20;
  EXPECT_EQ(only_rejection(R"({"id":"a","text":"twelve bytes"})", options),
            "FILE, line 1: the line has 32 bytes, more than `max_document_bytes` allows (20)");
  EXPECT_EQ(read_jsonl(R"({"text":"fits"})", options).documents.size(), 1U);
}

TEST(Jsonl, ReadsAFileThatIsOneObjectOverManyLines) {
  const ReadResult result = read_jsonl("{\n  \"id\": 7,\n  \"text\": \"One.\",\n  \"tags\": [\n    1\n  ]\n}\n");
  ASSERT_EQ(result.documents.size(), 1U);
  EXPECT_EQ(result.documents[0].id, "7");
  EXPECT_EQ(result.documents[0].text(), "One.");
  EXPECT_EQ(result.documents[0].metadata, R"({"tags":[     1   ]})");
  EXPECT_EQ(only_rejection("{\n  \"name\": \"no text\"\n}\n"),
            "FILE, line 1: the line has no field \"text\"; it has: name (name the text with `text_fields`)");
}

TEST(Jsonl, SuggestsLinesForAnArray) {
  const std::string advice =
      ": this is a JSON array, not JSON lines; write one object per line, for example with: jq -c '.[]'";
  EXPECT_EQ(only_rejection("[\n  {\"id\":1,\"text\":\"x\"},\n  {\"id\":2,\"text\":\"y\"}\n]\n"), "FILE" + advice);
  EXPECT_EQ(only_rejection("[{\"id\":1,\"text\":\"x\"}]\n"), "FILE, line 1" + advice);
  EXPECT_EQ(read_jsonl("[\"a header\"]\n{\"text\":\"x\"}\n").documents.size(), 1U);
}

TEST(Jsonl, IsRecognised) {
  const auto sure = [](std::string_view head) { return format_named("jsonl")->recognise(head); };
  EXPECT_EQ(sure("{\"id\": 1}\n{"), 2);
  EXPECT_EQ(sure("\xEF\xBB\xBF \n{ \"id\" : 1}"), 2);
  EXPECT_EQ(sure("{\"long\":\"" + std::string(kSniffBytes, 'x')), 2);
  EXPECT_EQ(sure("{\n  \"id\": 1\n}"), 1);
  EXPECT_EQ(sure("[{\"id\": 1}]"), 1);
  EXPECT_EQ(sure("[\n  {\"id\": 1}]"), 1);
  EXPECT_EQ(sure("[Music] la la la"), 0);
  EXPECT_EQ(sure("{ return 0; }"), 0);
  EXPECT_EQ(sure("{\"quoted\" words}"), 0);
  EXPECT_EQ(sure("Plain."), 0);
  EXPECT_EQ(sure(""), 0);
}

TEST(Jsonl, ReadsManyBlocksInOrder) {
  std::string bytes;
  for (int i = 0; i < 30000; ++i)
    bytes += "{\"id\":" + std::to_string(i) + ",\"text\":\"" + std::string(100, 'x') + "\"}\n";
  const ReadResult result = read_jsonl(bytes);
  ASSERT_EQ(result.documents.size(), 30000U);
  EXPECT_EQ(result.documents[29999].id, "29999");
  EXPECT_EQ(result.documents[29999].place, "FILE, line 30000");
}

RC_GTEST_PROP(Jsonl, GivesBackAnyTextAndId, (const std::string& text_bytes, const std::string& id_bytes)) {
  std::string text;
  append_valid_utf8(text, text_bytes);
  std::string id = "i";
  append_valid_utf8(id, id_bytes);
  const ReadResult result = read_jsonl("{\"id\":" + json_string(id) + ",\"text\":" + json_string(text) + "}");
  RC_ASSERT(result.documents.size() == 1U);
  RC_ASSERT(result.documents[0].id == id);
  RC_ASSERT(result.documents[0].text() == text);
}

}  // namespace
}  // namespace cento
