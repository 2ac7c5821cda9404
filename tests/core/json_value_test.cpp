#include "core/json/json_value.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/json/json_text.hpp"
#include "core/utf8.hpp"

namespace cento {
namespace {

std::string problem_of(std::string_view text) {
  Arena arena;
  return read_json_object(text, arena).problem;
}

/// The fields of an object, written "key=value" with the value as JSON.
std::vector<std::string> fields_of(std::string_view text) {
  Arena arena;
  const TolerantObject object = read_json_object(text, arena);
  EXPECT_EQ(object.problem, "");
  std::vector<std::string> fields;
  for (const JsonField& field : object.fields) {
    fields.push_back(std::string(field.key) + "=" + std::string(field.value));
  }
  return fields;
}

using Strings = std::vector<std::string>;

TEST(JsonObject, ListsFieldsInOrder) {
  EXPECT_EQ(fields_of(R"( { "id" : 7 , "tags":["x", {"y":null}],"ok":true } )"),
            (Strings{"id=7", R"(tags=["x", {"y":null}])", "ok=true"}));
  EXPECT_EQ(fields_of("{}"), Strings{});
  EXPECT_EQ(fields_of(R"({"k\u0065y":-1.5e+3})"), Strings{"key=-1.5e+3"});
}

TEST(JsonObject, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem_of(R"({"id":"a","text" "b"})"), "expected ':' at column 18");
  EXPECT_EQ(problem_of(R"({"id":"a" "text":"b"})"), "expected ',' or '}' at column 11");
  EXPECT_EQ(problem_of(R"({"id":"a"}x)"), "something follows the object at column 11");
  EXPECT_EQ(problem_of(R"({"id":"a","text":"b)"), "the text ends inside the string that begins at column 18");
  EXPECT_EQ(problem_of(R"({"id":"a")"), "expected ',' or '}', but the text ends");
  EXPECT_EQ(problem_of(R"({"id":)"), "expected a value, but the text ends");
  EXPECT_EQ(problem_of(R"({id:1})"), "expected a string at column 2");
  EXPECT_EQ(problem_of(R"({"id":01})"), "expected ',' or '}' at column 8");
  EXPECT_EQ(problem_of(R"({"id":1.})"), "expected a digit at column 9");
  EXPECT_EQ(problem_of(R"({"id":nul})"), "expected a value at column 7");
  EXPECT_EQ(problem_of(R"({"id":"\x41"})"), "invalid escape sequence at column 8");
  EXPECT_EQ(problem_of(R"({"id":"\u12G4"})"), "invalid escape sequence at column 8");
  EXPECT_EQ(problem_of(R"({"id":[1 2]})"), "expected ',' or ']' at column 10");
  EXPECT_EQ(problem_of("[1]"), "expected '{' at column 1");
  EXPECT_EQ(problem_of(""), "expected '{', but the text ends");
}

TEST(JsonObject, TellsAnObjectFromSomethingElse) {
  Arena arena;
  EXPECT_FALSE(read_json_object("12", arena).is_object);
  EXPECT_TRUE(read_json_object("{12", arena).is_object);
}

TEST(JsonObject, ReplacesLoneSurrogatesAndInvalidUtf8) {
  Arena arena;
  const TolerantObject object =
      read_json_object("{\"a\":\"x\\ud83dy\",\"b\":\"p\xFFq\",\"c\":\"\\ud83d\\ude00\"}", arena);
  ASSERT_EQ(object.problem, "");
  ASSERT_EQ(object.fields.size(), 3U);
  EXPECT_EQ(unescape_json_string(object.fields[0].value), "x\xEF\xBF\xBDy");
  EXPECT_EQ(unescape_json_string(object.fields[1].value), "p\xEF\xBF\xBDq");
  EXPECT_EQ(unescape_json_string(object.fields[2].value), "\xF0\x9F\x98\x80");
  EXPECT_EQ(object.replaced, 2U);
}

TEST(JsonObject, TakesControlCharactersAndNulInStrings) {
  Arena arena;
  const std::string text("{\"a\":\"x\0y\tz\"}", 13);
  const TolerantObject object = read_json_object(text, arena);
  ASSERT_EQ(object.problem, "");
  EXPECT_EQ(object.fields.at(0).value, R"("x\u0000y\u0009z")");
  EXPECT_EQ(unescape_json_string(object.fields.at(0).value), std::string("x\0y\tz", 5));
  EXPECT_EQ(object.replaced, 0U);
}

TEST(JsonObject, TurnsNotANumberIntoNull) {
  EXPECT_EQ(fields_of(R"({"a":NaN,"b":[-Infinity,1,"NaN"]})"), (Strings{"a=null", R"(b=[null,1,"NaN"])"}));
}

TEST(JsonObject, BoundsNesting) {
  const auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(problem_of(nested(1000)), "");
  EXPECT_EQ(problem_of(nested(1001)), "more than 1000 nested containers at column 1006");
  EXPECT_EQ(problem_of("{\"a\":" + std::string(1000000, '[')), "more than 1000 nested containers at column 1006");
}

TEST(JsonValue, IsCheckedWithItsEscapes) {
  for (const std::string_view sound : {"1", "-0.5e3", "\"\"", "\"\\n\\u00e9\"", "[]", "{}", "[1,{\"a\":[true]}]"}) {
    EXPECT_TRUE(is_json_value(sound)) << sound;
  }
  for (const std::string_view wrong : {"", "1 ", "01", "+1", ".5", "\"", "\"\\ud83d\"", "\"\\ude00\"", "[1,]", "[NaN]",
                                       "{\"a\"}", "{\"a\":1,}", "tru", "1 2"}) {
    EXPECT_FALSE(is_json_value(wrong)) << wrong;
  }
}

TEST(JsonValue, HasAKind) {
  EXPECT_EQ(kind_of_json("null"), JsonKind::null);
  EXPECT_EQ(kind_of_json("false"), JsonKind::boolean);
  EXPECT_EQ(kind_of_json("-1"), JsonKind::number);
  EXPECT_EQ(kind_of_json("\"1\""), JsonKind::string);
  EXPECT_EQ(kind_of_json("[1]"), JsonKind::array);
  EXPECT_EQ(kind_of_json("{}"), JsonKind::object);
  EXPECT_EQ(describe(JsonKind::object), "an object");
}

TEST(JsonString, UnescapesEveryEscape) {
  EXPECT_EQ(unescape_json_string(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(unescape_json_string(R"("a\u0041\u00E9\u4e2d\uD83D\uDE00z")"), "aA\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80z");
  EXPECT_EQ(unescape_json_string(R"("\ud83d\ud83d\ude00")"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  EXPECT_EQ(unescape_json_string(R"("\u0000")"), std::string(1, '\0'));
}

TEST(JsonArray, ListsItsElements) {
  EXPECT_EQ(json_elements(R"([1, "a,b",[2,3] ,{"x":4}])"),
            (std::vector<std::string_view>{"1", R"("a,b")", "[2,3]", R"({"x":4})"}));
  EXPECT_TRUE(json_elements("[]").empty());
}

RC_GTEST_PROP(JsonString, GivesBackWhatWasWritten, (const std::string& bytes)) {
  std::string valid;
  append_valid_utf8(valid, bytes);
  RC_ASSERT(unescape_json_string(json_string(valid)) == valid);
}

RC_GTEST_PROP(JsonObject, HoldsSoundJsonWhateverItWasMadeOf, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "{", "}", "[", "]", ":", ",", "\"", "\"a\"", "\\", "\\u", "d83d", "1", "NaN", "x", "\xFF", "\n"));
  std::string text = "{\"k\":";
  for (const std::string& piece : pieces) text += piece;
  text += "}";
  Arena arena;
  const TolerantObject object = read_json_object(text, arena);
  for (const JsonField& field : object.fields) {
    RC_ASSERT(is_json_value(field.key_text));
    RC_ASSERT(is_json_value(field.value));
    RC_ASSERT(is_valid_utf8(field.value));
  }
}

}  // namespace
}  // namespace cento
