#include "read/arrow/arrow_rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "read/arrow/hand_made_arrow.hpp"

namespace cento {
namespace {

using testing::HandMadeArrow;
using Column = std::unique_ptr<HandMadeArrow>;
using Texts = std::vector<HandMadeArrow::Text>;

const std::string kLong = "A string that is longer than twelve bytes, ";

Column table(Column first, Column second = nullptr) {
  const auto rows = static_cast<std::size_t>(first->array.length + first->array.offset);
  std::vector<Column> columns;
  columns.push_back(std::move(first));
  if (second != nullptr) columns.push_back(std::move(second));
  return HandMadeArrow::structure("", std::move(columns), std::vector<bool>(rows, true));
}

Column struct_of(const std::string& name, Column field, const std::vector<bool>& valid, std::int64_t offset = 0) {
  std::vector<Column> fields;
  fields.push_back(std::move(field));
  return HandMadeArrow::structure(name, std::move(fields), valid, offset);
}

ArrowRowOptions columns(const std::string& text, const std::string& id = "") {
  ArrowRowOptions options;
  options.texts = {{text, "text"}};
  options.id = id;
  options.file = "table";
  return options;
}

/// "id=text" of documents and "row N: reason" of rejected rows.
std::vector<std::string> read(const HandMadeArrow& rows, const ArrowRowOptions& options) {
  const ArrowRows reader(rows.schema, options);
  DocumentBatch batch;
  reader.of(rows.array).add(0, rows.array.length, 0, batch);
  std::vector<std::string> found;
  for (const Document& document : batch.documents) {
    found.push_back(std::string(document.id) + "=" + std::string(document.parts[0].text));
  }
  for (const BadRecord& bad : batch.rejected) found.push_back(bad.place.to_string() + ": " + bad.reason);
  return found;
}

std::string problem_of(const HandMadeArrow& rows, const ArrowRowOptions& options) {
  try {
    const ArrowRows reader(rows.schema, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ArrowRows, ReadsStringsOfEveryLayout) {
  for (const std::string format : {"u", "U", "vu", "z", "Z", "vz"}) {
    const auto rows =
        table(HandMadeArrow::strings("text", format, {"one", "", std::nullopt, kLong + "4", kLong + "5"}));
    EXPECT_EQ(read(*rows, columns("text")),
              (std::vector<std::string>{"1=one", "2=", "4=" + kLong + "4", "5=" + kLong + "5",
                                        "table, row 3: the row has no text"}))
        << format;
  }
}

TEST(ArrowRows, RejectsBytesThatAreNotUtf8) {
  for (const std::string format : {"z", "Z", "vz"}) {
    const auto rows = table(HandMadeArrow::strings("text", format, {"good", "bad \xFF"}));
    EXPECT_EQ(read(*rows, columns("text")),
              (std::vector<std::string>{"1=good", "table, row 2: the text is not valid UTF-8"}));
  }
  const auto rows = table(HandMadeArrow::strings("text", "u", {"good"}), HandMadeArrow::strings("id", "z", {"\xFF"}));
  EXPECT_EQ(read(*rows, columns("text", "id")), std::vector<std::string>{"table, row 1: the id is not valid UTF-8"});
}

template <typename Number>
void expect_numbers(const std::string& format, Number least, const std::string& digits) {
  const auto rows = table(HandMadeArrow::strings("text", "u", {"a", "b", "c"}),
                          HandMadeArrow::integers<Number>("id", format, {Number(7), std::nullopt, least}));
  EXPECT_EQ(read(*rows, columns("text", "id")),
            (std::vector<std::string>{"7=a", digits + "=c", "table, row 2: the row has no id"}))
      << format;
}

TEST(ArrowRows, TakesIdsOfIntegersOfEveryWidth) {
  expect_numbers<std::int8_t>("c", -128, "-128");
  expect_numbers<std::uint8_t>("C", 255, "255");
  expect_numbers<std::int16_t>("s", -32768, "-32768");
  expect_numbers<std::uint16_t>("S", 65535, "65535");
  expect_numbers<std::int32_t>("i", -5, "-5");
  expect_numbers<std::uint32_t>("I", 4294967295U, "4294967295");
  expect_numbers<std::int64_t>("l", -9000000000, "-9000000000");
  expect_numbers<std::uint64_t>("L", 18446744073709551615U, "18446744073709551615");
}

template <typename Index>
void expect_dictionary(const std::string& index_format, const std::string& value_format) {
  auto indices = HandMadeArrow::integers<Index>("text", index_format, {Index(2), Index(0), std::nullopt, Index(1)});
  auto values = HandMadeArrow::strings("", value_format, {"before", "zero", std::nullopt, kLong}, 1);
  const auto rows = table(HandMadeArrow::dictionary(std::move(indices), std::move(values)));
  EXPECT_EQ(read(*rows, columns("text")),
            (std::vector<std::string>{"1=" + kLong, "2=zero", "table, row 3: the row has no text",
                                      "table, row 4: the row has no text"}))
      << index_format << value_format;
}

TEST(ArrowRows, ReadsDictionariesWithIndicesOfEveryWidth) {
  for (const std::string format : {"u", "U", "vu", "z"}) {
    expect_dictionary<std::int8_t>("c", format);
    expect_dictionary<std::uint8_t>("C", format);
    expect_dictionary<std::int16_t>("s", format);
    expect_dictionary<std::uint16_t>("S", format);
    expect_dictionary<std::int32_t>("i", format);
    expect_dictionary<std::uint32_t>("I", format);
    expect_dictionary<std::int64_t>("l", format);
    expect_dictionary<std::uint64_t>("L", format);
  }
}

TEST(ArrowRows, FindsFieldsOfStructsByDots) {
  auto body = HandMadeArrow::strings("body", "u", {"skipped", "skipped", "one", "two", std::nullopt}, 1);
  const auto doc = [&] { return struct_of("doc", std::move(body), {true, true, false, true}, 1); };
  auto rows = struct_of("", doc(), {true, true, true});
  EXPECT_EQ(read(*rows, columns("doc.body")), (std::vector<std::string>{"1=one", "table, row 2: the row has no text",
                                                                        "table, row 3: the row has no text"}));
}

TEST(ArrowRows, PrefersAColumnWhoseNameHasTheDot) {
  auto inner = struct_of("doc", HandMadeArrow::strings("body", "u", {"inner"}), {true});
  EXPECT_EQ(read(*table(std::move(inner), HandMadeArrow::strings("doc.body", "u", {"outer"})), columns("doc.body")),
            std::vector<std::string>{"1=outer"});
}

TEST(ArrowRows, ReadsSlicedBatches) {
  auto text = HandMadeArrow::strings("text", "u", {"a", "b", "c", std::nullopt, "e"}, 1);
  const auto rows = struct_of("", std::move(text), {true, true, true, false}, 1);
  EXPECT_EQ(read(*rows, columns("text")), (std::vector<std::string>{"1=c", "table, row 2: the row has no text",
                                                                    "table, row 3: the row has no text"}));
}

TEST(ArrowRows, NamesDocumentsByTheirRows) {
  const auto rows =
      table(HandMadeArrow::strings("text", "u", {"a", "b"}), HandMadeArrow::strings("id", "u", {"x", {}}));
  ArrowRowOptions options = columns("text", "id");
  options.id_is_required = false;
  options.row_id_prefix = "a.parquet:";
  EXPECT_EQ(read(*rows, options), (std::vector<std::string>{"x=a", "a.parquet:2=b"}));
}

TEST(ArrowRows, RejectsTextsThatAreTooLong) {
  const auto rows = table(HandMadeArrow::strings("text", "u", {"abc", "abcd"}));
  ArrowRowOptions options = columns("text");
  options.max_text_bytes = 3;
  EXPECT_EQ(read(*rows, options).at(0), "1=abc");
  EXPECT_NE(read(*rows, options).at(1).find("table, row 2: the text has 4 bytes, more than"), std::string::npos);
}

TEST(ArrowRows, SaysWhichColumnsThereAre) {
  const auto rows = table(struct_of("doc", HandMadeArrow::strings("body", "u", {"a"}), {true}),
                          HandMadeArrow::integers<std::int32_t>("year", "i", {1}));
  EXPECT_EQ(problem_of(*rows, columns("text")), "there is no column \"text\"; columns: doc.body, year");
  EXPECT_EQ(problem_of(*rows, columns("doc.bdy")),
            "there is no column \"doc.bdy\"; columns: doc.body, year; did you mean \"doc.body\"?");
  EXPECT_EQ(problem_of(*rows, columns("year")), "the column \"year\" has the type int32; it must be string");
  EXPECT_EQ(problem_of(*rows, columns("doc.body", "doc")),
            "the column \"doc\" has the type struct; it must be string or integer");
}

RC_GTEST_PROP(ArrowRows, GiveTheTextsWhateverTheLayout, ()) {
  const std::string format = *rc::gen::element<std::string>("u", "U", "vu", "z", "Z", "vz");
  const auto offset = *rc::gen::inRange<std::int64_t>(0, 5);
  const auto outer_offset = *rc::gen::inRange<std::int64_t>(0, 5);
  const auto lengths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-1, 40));
  const bool is_nested = *rc::gen::arbitrary<bool>();
  Texts values(static_cast<std::size_t>(offset + outer_offset), "not a row");
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    values.emplace_back(lengths[i] < 0
                            ? HandMadeArrow::Text()
                            : std::string(static_cast<std::size_t>(lengths[i]), static_cast<char>('a' + i % 26)));
    if (values.back()) expected.push_back(std::to_string(i + 1) + "=" + *values.back());
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] < 0) expected.push_back("table, row " + std::to_string(i + 1) + ": the row has no text");
  }
  const std::size_t rows_of_struct = lengths.size() + static_cast<std::size_t>(outer_offset);
  Column column = HandMadeArrow::strings("text", format, values, offset);
  if (is_nested) column = struct_of("doc", std::move(column), std::vector<bool>(rows_of_struct, true));
  const auto rows = struct_of("", std::move(column), std::vector<bool>(rows_of_struct, true), outer_offset);
  RC_ASSERT(read(*rows, columns(is_nested ? "doc.text" : "text")) == expected);
}

}  // namespace
}  // namespace cento
