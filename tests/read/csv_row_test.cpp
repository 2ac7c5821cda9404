#include "read/table/csv_row.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace cento {
namespace {

using Strings = std::vector<std::string>;

Strings split(std::string_view row, const CsvDialect& dialect = kCsv) {
  Arena arena;
  std::vector<std::string_view> fields;
  split_row(row, dialect, arena, fields);
  return {fields.begin(), fields.end()};
}

std::size_t row_size(std::string_view bytes, bool is_last = true, const CsvDialect& dialect = kCsv) {
  return scan_row(bytes, is_last, dialect).size;
}

TEST(CsvRow, IsSplitAtSeparators) {
  EXPECT_EQ(split("a,b,c"), (Strings{"a", "b", "c"}));
  EXPECT_EQ(split(",,"), (Strings{"", "", ""}));
  EXPECT_EQ(split(""), (Strings{""}));
}

TEST(CsvRow, HasQuotedFields) {
  EXPECT_EQ(split(R"("a,b",c)"), (Strings{"a,b", "c"}));
  EXPECT_EQ(split(R"("say ""hi""","")"), (Strings{R"(say "hi")", ""}));
  EXPECT_EQ(split("\"two\nlines\",x"), (Strings{"two\nlines", "x"}));
  EXPECT_EQ(split(R"("""",b)"), (Strings{"\"", "b"}));
}

TEST(CsvRow, KeepsQuotesThatDoNotOpenAField) {
  EXPECT_EQ(split(R"(5" disk,b)"), (Strings{R"(5" disk)", "b"}));
  EXPECT_EQ(split(R"("bold" claim,b)"), (Strings{"bold claim", "b"}));
}

TEST(CsvRow, EndsAtALineEndOutsideQuotes) {
  EXPECT_EQ(row_size("a,b\nc"), 4U);
  EXPECT_EQ(row_size("a,\"x\ny\"\r\nc"), 9U);
  EXPECT_EQ(row_size("a,b", true), 3U);
  EXPECT_EQ(row_size("a,b", false), 0U);
  EXPECT_EQ(row_size("\"a\"", false), 0U);  // the quote may be doubled by what follows
  EXPECT_TRUE(scan_row("a,\"open\nfor ever", true, kCsv).in_quotes);
}

TEST(TsvRow, HonoursSoundQuotes) {
  EXPECT_EQ(split("\"a\tb\"\tc", kTsv), (Strings{"a\tb", "c"}));
  EXPECT_EQ(split("x\t\"say \"\"hi\"\"\"", kTsv), (Strings{"x", "say \"hi\""}));
  EXPECT_EQ(row_size("1\t\"two\nlines\"\n2\tx\n", true, kTsv), 14U);
}

TEST(TsvRow, KeepsQuotesThatMeanNothing) {
  EXPECT_EQ(split("\"Hello\" he said\tb", kTsv), (Strings{"\"Hello\" he said", "b"}));
  EXPECT_EQ(row_size("1\t\"Hello,\n2\the said.\"\n", true, kTsv), 10U);
  EXPECT_EQ(row_size("1\t\"open for ever\n2\tx\n", true, kTsv), 17U);
  EXPECT_EQ(row_size("1\t\"open at the end", true, kTsv), 18U);
}

std::string quoted(const std::string& value) {
  std::string out = "\"";
  for (const char c : value) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

RC_GTEST_PROP(CsvRow, GivesBackWhatWasQuoted, ()) {
  const auto text = rc::gen::container<std::string>(rc::gen::element('a', '"', ',', '\n', '\r'));
  const auto values = *rc::gen::nonEmpty(rc::gen::container<Strings>(text));
  std::string row;
  for (const std::string& value : values) row += (row.empty() ? "" : ",") + quoted(value);
  RC_ASSERT(row_size(row + "\nnext,row\n") == row.size() + 1);
  RC_ASSERT(split(row) == values);
}

/// A row found by the cutter is split the same way without the bytes after it.
RC_GTEST_PROP(TsvRow, IsTheSameAlone, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', '"', '\t', '\n'));
  const std::size_t size = row_size(text, true, kTsv);
  RC_ASSERT(size > 0 || text.empty());
  RC_ASSERT(row_size(text.substr(0, size), true, kTsv) == size);
}

}  // namespace
}  // namespace cento
