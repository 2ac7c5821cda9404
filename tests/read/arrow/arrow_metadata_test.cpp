#include "read/arrow/arrow_metadata.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "read/arrow/hand_made_arrow.hpp"

namespace cento {
namespace {

using testing::HandMadeArrow;

/// The metadata of the only row of a table with this column and a text, which is used.
std::string metadata_of(std::unique_ptr<HandMadeArrow> column) {
  std::vector<std::unique_ptr<HandMadeArrow>> columns;
  columns.push_back(HandMadeArrow::strings("text", "u", {"Some text."}));
  columns.push_back(std::move(column));
  const auto table = HandMadeArrow::structure("", std::move(columns), {true});
  const ArrowMetadata metadata(table->schema, {*find_arrow_column(table->schema, "text")});
  std::string out;
  ArrowMetadata::Batch(metadata, table->array).append(0, out);
  return out;
}

template <typename Number>
std::string metadata_of(const std::string& format, Number number) {
  return metadata_of(HandMadeArrow::integers<Number>("x", format, {number}));
}

TEST(ArrowMetadata, HasStringsAndNumbers) {
  EXPECT_EQ(metadata_of(HandMadeArrow::strings("x", "u", {"a \"b\""})), R"({"x":"a \"b\""})");
  EXPECT_EQ(metadata_of(HandMadeArrow::strings("x", "vu", {std::nullopt})), R"({"x":null})");
  EXPECT_EQ(metadata_of<std::int8_t>("c", -3), R"({"x":-3})");
  EXPECT_EQ(metadata_of("g", 0.25), R"({"x":0.25})");
  EXPECT_EQ(metadata_of("f", 1.5F), R"({"x":1.5})");
  EXPECT_EQ(metadata_of("g", std::numeric_limits<double>::infinity()), R"({"x":null})");
  EXPECT_EQ(metadata_of<std::uint8_t>("b", 1), R"({"x":true})");
  EXPECT_EQ(metadata_of<std::uint8_t>("b", 0), R"({"x":false})");
}

TEST(ArrowMetadata, HasDatesAndTimes) {
  EXPECT_EQ(metadata_of<std::int32_t>("tdD", 19874), R"({"x":"2024-05-31"})");
  EXPECT_EQ(metadata_of<std::int32_t>("tdD", -1), R"({"x":"1969-12-31"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tdm", 86'400'000), R"({"x":"1970-01-02T00:00:00"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tss:", 3'661), R"({"x":"1970-01-01T01:01:01"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tsm:Europe/Rome", -1), R"({"x":"1969-12-31T23:59:59.999Z"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tsu:UTC", 1'000'001), R"({"x":"1970-01-01T00:00:01.000001Z"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tsn:", 5), R"({"x":"1970-01-01T00:00:00.000000005"})");
  EXPECT_EQ(metadata_of<std::int64_t>("tss:", std::numeric_limits<std::int64_t>::max()),
            R"({"x":9223372036854775807})");
  EXPECT_EQ(metadata_of<std::int64_t>("tsn:", std::numeric_limits<std::int64_t>::min()),
            R"({"x":"1677-09-21T00:12:43.145224192"})");
}

TEST(ArrowMetadata, ReachesIntoStructsAndLeavesOutOthers) {
  std::vector<std::unique_ptr<HandMadeArrow>> fields;
  fields.push_back(HandMadeArrow::strings("raw", "z", {"\xFF"}));
  fields.push_back(HandMadeArrow::strings("source", "u", {"paper"}));
  EXPECT_EQ(metadata_of(HandMadeArrow::structure("meta", std::move(fields), {true})), R"({"meta":{"source":"paper"}})");
  std::vector<std::unique_ptr<HandMadeArrow>> none;
  none.push_back(HandMadeArrow::strings("source", "u", {"paper"}));
  EXPECT_EQ(metadata_of(HandMadeArrow::structure("meta", std::move(none), {false})), R"({"meta":null})");
}

}  // namespace
}  // namespace cento
