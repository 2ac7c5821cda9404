#include "core/json/json_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cento {
namespace {

TEST(JsonText, EscapesWhatMustBe) {
  EXPECT_EQ(json_string("plain"), R"("plain")");
  EXPECT_EQ(json_string("say \"hi\" \\ there"), R"("say \"hi\" \\ there")");
  EXPECT_EQ(json_string("line\r\n\ttab"), R"("line\r\n\ttab")");
  EXPECT_EQ(json_string(std::string_view("\0\x1f", 2)), R"("\u0000\u001f")");
  EXPECT_EQ(json_string(""), R"("")");
}

TEST(JsonText, LeavesUnicodeAsItIs) {
  EXPECT_EQ(json_string("naïve 文字 😀"), "\"naïve 文字 😀\"");
}

TEST(JsonText, ReplacesInvalidBytes) {
  EXPECT_EQ(json_string("caf\xe9!"), "\"caf\uFFFD!\"");
}

TEST(JsonText, PutsCommasBetweenFields) {
  std::string out = "{";
  append_json_field(out, "a", "1");
  append_json_field(out, "b\n", "2");
  append_json_key(out, "list");
  out += "[";
  append_json_string(out, "x");
  out += "]}";
  EXPECT_EQ(out, R"({"a":"1","b\n":"2","list":["x"]})");
}

}  // namespace
}  // namespace cento
