#include "read/json/literal_offsets.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <string>

#include "core/json/json_value.hpp"
#include "core/utf8.hpp"

namespace cento {
namespace {

using Spans = std::vector<Span>;

std::string without(std::string text, const Spans& spans) {
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) text.erase(span->begin, span->size());
  return text;
}

std::string cut_json(const std::string& literal, const Spans& spans) {
  Spans raw;
  find_in_json_string(literal, spans, raw);
  return without(literal, raw);
}

std::string cut_csv(const std::string& literal, const Spans& spans, const CsvDialect& dialect = kCsv) {
  Spans raw;
  find_in_csv_field(literal, dialect, spans, raw);
  return without(literal, raw);
}

TEST(LiteralOffsets, FindsPlainText) {
  EXPECT_EQ(cut_json(R"("One. Two. Three.")", {{5, 10}}), R"("One. Three.")");
  EXPECT_EQ(cut_json(R"("One. Two. Three.")", {{0, 5}, {10, 16}}), R"("Two. ")");
  EXPECT_EQ(cut_json(R"("One.")", {{0, 4}}), R"("")");
  EXPECT_EQ(cut_json(R"("One.")", {}), R"("One.")");
}

TEST(LiteralOffsets, PassesEscapes) {
  EXPECT_EQ(cut_json(R"("a\nb\"c\\d")", {{2, 4}}), R"("a\nc\\d")");
  EXPECT_EQ(cut_json(R"("a\u00e9b")", {{1, 3}}), R"("ab")") << "two bytes of text";
  EXPECT_EQ(cut_json(R"("a\u4e2db")", {{4, 5}}), R"("a\u4e2d")") << "three";
  EXPECT_EQ(cut_json(R"("a\ud83d\ude00b\u0041")", {{1, 6}}), R"("a\u0041")") << "four, by a pair of surrogates";
  EXPECT_EQ(cut_json(R"("a\ud83dxb")", {{4, 5}}), R"("a\ud83db")") << "a lone one is U+FFFD";
}

TEST(LiteralOffsets, PassesBytesThatAreNoUtf8) {
  EXPECT_EQ(cut_json("\"a\xff\xe4\xb8xy\"", {{7, 8}}), "\"a\xff\xe4\xb8y\"");
  EXPECT_EQ(cut_json("\"a\xffxy\"", {{1, 4}}), "\"axy\"");
}

TEST(LiteralOffsets, FindsFieldsOfRows) {
  EXPECT_EQ(cut_csv("One. Two.", {{0, 5}}), "Two.");
  EXPECT_EQ(cut_csv(R"("One, ""two"", three")", {{5, 12}}), R"("One, three")");
  EXPECT_EQ(cut_csv(R"("One")", {{0, 3}}), R"("")");
  EXPECT_EQ(cut_csv(R"("One" more)", {{5, 8}}), R"("One" m)") << "what wrongly follows is text";
  EXPECT_EQ(cut_csv(R"("One" more)", {{6, 10}}, kTsv), R"("One" )") << "these quotes are text";
}

/// A text, and a JSON string for it, with each character written in any possible way.
struct Escaped {
  std::string text;
  std::string literal = "\"";
  std::vector<std::uint32_t> boundaries = {0};
};

void append_unit(std::string& out, std::uint32_t unit) {
  constexpr std::string_view kDigits = "0123456789abCDEF";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out.push_back(kDigits[unit >> shift & 0xFU]);
}

void append_escaped(std::string& out, std::uint32_t point) {
  constexpr std::uint32_t kFirstPair = 0x10000;
  if (point < kFirstPair) return append_unit(out, point);
  append_unit(out, 0xD800 + ((point - kFirstPair) >> 10U));
  append_unit(out, 0xDC00 + ((point - kFirstPair) & 0x3FFU));
}

Escaped random_string(std::mt19937& random) {
  static const std::vector<std::uint32_t> kPoints = {'a', 'b', ' ', '.', '"', '\\', '/', '\n', 0xE9, 0x4E2D, 0x1F600};
  Escaped made;
  for (std::size_t i = random() % 20; i > 0; --i) {
    const std::uint32_t point = kPoints[random() % kPoints.size()];
    append_utf8(made.text, point);
    const bool must_escape = point == '"' || point == '\\' || point == '\n';
    if (random() % 3 == 0 || point == '\n') {
      append_escaped(made.literal, point);
    } else {
      if (must_escape) made.literal.push_back('\\');
      append_utf8(made.literal, point);
    }
    made.boundaries.push_back(static_cast<std::uint32_t>(made.text.size()));
  }
  made.literal.push_back('"');
  return made;
}

Spans random_spans(const std::vector<std::uint32_t>& boundaries, std::mt19937& random) {
  Spans spans;
  std::uint32_t at = 0;
  for (const std::uint32_t boundary : boundaries) {
    if (random() % 3 != 0) continue;
    if (random() % 2 == 0) spans.push_back({at, boundary});
    at = boundary;
  }
  return spans;
}

RC_GTEST_PROP(LiteralOffsets, CutsTheLiteralOfTheCutText, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const Escaped made = random_string(random);
  RC_ASSERT(unescape_json_string(made.literal) == made.text);
  const Spans spans = random_spans(made.boundaries, random);
  const std::string cut = cut_json(made.literal, spans);
  RC_ASSERT(is_json_value(cut));
  RC_ASSERT(unescape_json_string(cut) == without(made.text, spans));
}

}  // namespace
}  // namespace cento
