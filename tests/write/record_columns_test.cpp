#include "write/arrow/record_columns.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "write/arrow/record_stream.hpp"

namespace cento {
namespace {

constexpr std::array kItemFields{id_field("name"), ColumnField{"count", ColumnType::whole32, true}};
constexpr std::array kFields{
    ColumnField{"text", ColumnType::text, true},
    ColumnField{"number", ColumnType::whole64},
    ColumnField{"share", ColumnType::real},
    ColumnField{"flag", ColumnType::flag},
    ColumnField{"items", ColumnType::list, false, kItemFields},
};

/// A row of all types, as plain values.
struct PlainRow {
  std::optional<std::string> text;
  std::uint64_t number = 0;
  double share = 0;
  bool flag = false;
  std::vector<std::pair<std::string, std::optional<std::uint32_t>>> items;

  friend bool operator==(const PlainRow&, const PlainRow&) = default;
};

void add_items(const PlainRow& row, RecordColumn& lists) {
  for (const auto& [name, count] : row.items) {
    RowFiller item(lists.items());
    item.text(name);
    count ? item.whole(*count) : item.null();
  }
}

void add(const PlainRow& row, RecordColumns& out) {
  RowFiller filler(out);
  row.text ? filler.text(*row.text) : filler.null();
  filler.whole(row.number).real(row.share).flag(row.flag);
  add_items(row, out[4]);
  out[4].end_list();
}

bool bit(const ArrowArray& column, int buffer, std::int64_t row) {
  return (static_cast<const std::uint8_t*>(column.buffers[buffer])[row / 8] >> (row % 8) & 1) != 0;
}

bool is_null(const ArrowArray& column, std::int64_t row) {
  return column.buffers[0] != nullptr && !bit(column, 0, row);
}

template <typename Value>
Value value(const ArrowArray& column, std::int64_t row) {
  return static_cast<const Value*>(column.buffers[1])[row];
}

std::string text(const ArrowArray& column, std::int64_t row) {
  const auto begin = value<std::int32_t>(column, row);
  return {static_cast<const char*>(column.buffers[2]) + begin,
          static_cast<std::size_t>(value<std::int32_t>(column, row + 1) - begin)};
}

PlainRow plain_row(const ArrowArray& rows, std::int64_t row) {
  PlainRow plain;
  if (!is_null(*rows.children[0], row)) plain.text = text(*rows.children[0], row);
  plain.number = value<std::uint64_t>(*rows.children[1], row);
  plain.share = value<double>(*rows.children[2], row);
  plain.flag = bit(*rows.children[3], 1, row);
  const ArrowArray& lists = *rows.children[4];
  const ArrowArray& items = *lists.children[0];
  for (auto i = value<std::int32_t>(lists, row); i < value<std::int32_t>(lists, row + 1); ++i) {
    plain.items.emplace_back(text(*items.children[0], i), std::nullopt);
    if (!is_null(*items.children[1], i)) plain.items.back().second = value<std::uint32_t>(*items.children[1], i);
  }
  return plain;
}

/// The rows of batches as a reader of the Arrow stream sees them, after the batches themselves are gone.
std::vector<PlainRow> rows_of(std::vector<RecordBatchPtr> batches) {
  ArrowArrayStream stream{};
  stream_records(kFields, std::move(batches), &stream);
  std::vector<ArrowArray> arrays;
  for (ArrowArray array{}; stream.get_next(&stream, &array) == 0 && array.release != nullptr;) arrays.push_back(array);
  stream.release(&stream);
  std::vector<PlainRow> rows;
  for (ArrowArray& array : arrays) {
    for (std::int64_t row = 0; row < array.length; ++row) rows.push_back(plain_row(array, row));
    array.release(&array);
  }
  return rows;
}

rc::Gen<PlainRow> any_row() {
  using Item = std::pair<std::string, std::optional<std::uint32_t>>;
  const auto item = rc::gen::map(
      rc::gen::tuple(rc::gen::arbitrary<std::string>(), rc::gen::inRange<std::uint32_t>(0, 9)), [](const auto& made) {
        const std::uint32_t count = std::get<1>(made);
        return Item{std::get<0>(made), count == 0 ? std::nullopt : std::optional(count)};
      });
  return rc::gen::apply(
      [](bool has_text, const std::string& text, std::uint64_t number, bool flag, const std::vector<Item>& items) {
        return PlainRow{has_text ? std::optional(text) : std::nullopt, number, static_cast<double>(number) / 7, flag,
                        items};
      },
      rc::gen::arbitrary<bool>(), rc::gen::arbitrary<std::string>(), rc::gen::arbitrary<std::uint64_t>(),
      rc::gen::arbitrary<bool>(), rc::gen::container<std::vector<Item>>(item));
}

RC_GTEST_PROP(RecordColumns, GiveBackWhatWasAddedInAnyBatches, ()) {
  const auto rows = *rc::gen::container<std::vector<PlainRow>>(any_row());
  const auto cuts = *rc::gen::container<std::vector<bool>>(rows.size(), rc::gen::arbitrary<bool>());
  auto whole = std::make_shared<RecordColumns>(kFields);
  RecordColumns open(kFields);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add(rows[i], open);
    if (!cuts[i]) continue;
    whole->append(open);
    open = RecordColumns(kFields);
  }
  whole->append(open);
  RC_ASSERT(whole->rows() == rows.size());
  RC_ASSERT(rows_of({whole}) == rows);
  RC_ASSERT(rows_of({whole, whole}).size() == 2 * rows.size());
}

RC_GTEST_PROP(RecordColumns, ExtendTheLastList, ()) {
  auto rows = *rc::gen::container<std::vector<PlainRow>>(any_row());
  RC_PRE(!rows.empty());
  auto whole = std::make_shared<RecordColumns>(kFields);
  for (const PlainRow& row : rows) add(row, *whole);
  const auto more = *rc::gen::container<std::vector<PlainRow>>(any_row());
  RC_PRE(!more.empty());
  RecordColumns continued(kFields);
  for (const PlainRow& row : more) add(row, continued);
  whole->append(continued, true);
  // The first row continued the last list; its other values are those of the row that it belongs to.
  rows.back().items.insert(rows.back().items.end(), more.front().items.begin(), more.front().items.end());
  rows.insert(rows.end(), more.begin() + 1, more.end());
  RC_ASSERT(rows_of({whole}) == rows);
}

TEST(RecordColumns, DescribeThemselves) {
  ArrowArrayStream stream{};
  stream_records(kFields, {}, &stream);
  ArrowSchema schema{};
  ASSERT_EQ(stream.get_schema(&stream, &schema), 0);
  stream.release(&stream);
  EXPECT_STREQ(schema.format, "+s");
  std::string columns;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    columns += std::string(schema.children[i]->name) + ":" + schema.children[i]->format + " ";
  }
  EXPECT_EQ(columns, "text:u number:L share:g flag:b items:+l ");
  EXPECT_STREQ(schema.children[4]->children[0]->children[1]->name, "count");
  EXPECT_EQ(schema.children[0]->flags, ARROW_FLAG_NULLABLE);
  schema.release(&schema);
}

RC_GTEST_PROP(RecordColumns, GiveBackSomeOfTheirRows, ()) {
  const auto rows = *rc::gen::container<std::vector<PlainRow>>(any_row());
  const auto begin = *rc::gen::inRange<std::size_t>(0, rows.size() + 1);
  const auto end = *rc::gen::inRange<std::size_t>(begin, rows.size() + 1);
  auto batch = std::make_shared<RecordColumns>(kFields);
  for (const PlainRow& row : rows) add(row, *batch);
  ArrowArray some{};
  export_rows(batch, begin, end, &some);
  batch.reset();
  RC_ASSERT(some.length == static_cast<std::int64_t>(end - begin));
  for (std::int64_t i = 0; i < some.n_children; ++i) {
    RC_ASSERT(some.children[i]->offset == static_cast<std::int64_t>(begin));
    RC_ASSERT(some.children[i]->length == some.length);
  }
  for (std::size_t i = begin; i < end; ++i) RC_ASSERT(plain_row(some, static_cast<std::int64_t>(i)) == rows[i]);
  some.release(&some);
}

RC_GTEST_PROP(RecordColumns, KnowTheSizeOfARowWhateverIsBesideIt, ()) {
  const auto rows = *rc::gen::container<std::vector<PlainRow>>(any_row());
  RecordColumns all(kFields);
  for (const PlainRow& row : rows) add(row, all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RecordColumns one(kFields);
    add(rows[i], one);
    RC_ASSERT(all.bytes_of(i) == one.bytes_of(0));
  }
}

TEST(RecordColumns, CountTheBytesOfARow) {
  RecordColumns items(kItemFields);
  RowFiller(items).text("x").whole(3);
  RowFiller(items).text("four").whole(3);
  EXPECT_EQ(items.bytes_of(1), items.bytes_of(0) + 3);
}

TEST(RecordColumns, DescribeIdsAsDictionariesIfAsked) {
  static constexpr std::array kInner{id_field("id")};
  static constexpr std::array kWithIds{id_field("a_id"), ColumnField{"place", ColumnType::text, kMayBeNull},
                                       ColumnField{"places", ColumnType::list, false, kInner}};
  for (const IdsAs ids : {IdsAs::text, IdsAs::dictionary}) {
    ArrowSchema schema{};
    export_fields(kWithIds, ids, &schema);
    const bool is_dictionary = ids == IdsAs::dictionary;
    for (const ArrowSchema* id : {schema.children[0], schema.children[2]->children[0]->children[0]}) {
      EXPECT_STREQ(id->format, is_dictionary ? "i" : "u");
      ASSERT_EQ(id->dictionary != nullptr, is_dictionary);
      if (!is_dictionary) continue;
      EXPECT_STREQ(id->dictionary->format, "u");
    }
    EXPECT_STREQ(schema.children[1]->format, "u");
    EXPECT_EQ(schema.children[1]->dictionary, nullptr);
    schema.release(&schema);
  }
}

TEST(RecordColumns, HaveNamesInUtf8) {
  RecordColumns items(kItemFields);
  RowFiller(items).name("a\xFF.txt").whole(1);
  RowFiller(items).name("学校").whole(2);
  EXPECT_EQ(items[0].text(0), "a\uFFFD.txt");
  EXPECT_EQ(items[0].text(1), "学校");
}

TEST(RecordColumns, LetWholeNumbersChange) {
  RecordColumns items(kItemFields);
  RowFiller(items).text("x").whole(3);
  RowFiller(items).text("y").whole(4);
  items[1].set_whole(0, 9);
  EXPECT_EQ(items[1].whole(0), 9U);
  EXPECT_EQ(items[1].whole(1), 4U);
  EXPECT_EQ(items[0].text(1), "y");
}

}  // namespace
}  // namespace cento
