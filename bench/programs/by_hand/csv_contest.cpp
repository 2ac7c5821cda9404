#include <csv.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <libfccp/csv.h>

#include "by_hand/contest.hpp"
#include "document_text.hpp"
#include "read/table/csv_row.hpp"

namespace cento::bench {

namespace {

constexpr int kColumns = 12;  // of the narrow table

struct TableCounts {
  std::size_t rows = 0;
  std::size_t fields = 0;
  std::size_t bytes = 0;

  void add(const char* field, std::size_t size) {
    ++fields;
    bytes += size + (size == 0 ? 0U : static_cast<unsigned char>(field[size - 1]));
  }
  [[nodiscard]] std::uint64_t result() const {
    return (std::uint64_t{rows} << 48) ^ (std::uint64_t{fields} << 32) ^ bytes;
  }
};

std::uint64_t count_with_cento(std::string_view table) {
  TableCounts counts;
  Arena arena;
  std::vector<std::string_view> fields;
  while (!table.empty()) {
    const RowScan scan = scan_row(table, true, kCsv);
    if (scan.size == 0) break;
    split_row(without_line_end(table.substr(0, scan.size)), kCsv, arena, fields);
    for (const std::string_view field : fields) counts.add(field.data(), field.size());
    ++counts.rows;
    table.remove_prefix(scan.size);
    arena.clear();
  }
  return counts.result();
}

std::uint64_t count_with_libcsv(std::string_view table) {
  TableCounts counts;
  csv_parser parser{};
  csv_init(&parser, 0);
  const auto field = [](void* bytes, std::size_t size, void* to) {
    static_cast<TableCounts*>(to)->add(static_cast<const char*>(bytes), size);
  };
  const auto row = [](int, void* to) { ++static_cast<TableCounts*>(to)->rows; };
  csv_parse(&parser, table.data(), table.size(), field, row, &counts);
  csv_fini(&parser, field, row, &counts);
  csv_free(&parser);
  return counts.result();
}

template <unsigned kCount>
using FastReader = io::CSVReader<kCount, io::trim_chars<>, io::double_quote_escape<',', '"'>>;

template <std::size_t... kIndex>
std::uint64_t count_with_fast_parser(std::string_view table, std::index_sequence<kIndex...>) {
  TableCounts counts;
  FastReader<sizeof...(kIndex)> reader("table", table.data(), table.data() + table.size());
  const char* fields[sizeof...(kIndex)] = {};
  while (reader.read_row(fields[kIndex]...)) {
    for (const char* field : fields) counts.add(field, std::char_traits<char>::length(field));
    ++counts.rows;
  }
  return counts.result();
}

/// Documents as fields: an id, a date and a text with line ends and quotes.
std::string wide_table(std::string_view text) {
  std::string table;
  std::size_t number = 0;
  for (const std::string_view document : cut_into_documents(text)) {
    table += fmt::format("doc{},2021-03-03,\"", ++number);
    for (const char c : document) table += c == '"' ? "\"\"" : std::string_view(&c, 1);
    table += "\"\r\n";
  }
  return table;
}

/// Numbers and single words, a sixth of them in quotes.
std::string narrow_table(std::size_t bytes) {
  std::string table;
  for (std::uint64_t row = 0; table.size() < bytes; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const std::uint64_t value = (row * kColumns + static_cast<std::uint64_t>(column)) * 0x9e3779b97f4a7c15ULL;
      if (column % 6 == 5) {
        table += fmt::format("\"{}, {}\"", value >> 56, value >> 40 & 0xffff);
      } else {
        table += fmt::format("{}", value >> (column * 5));
      }
      table += column + 1 < kColumns ? ',' : '\n';
    }
  }
  return table;
}

class ShownTable {
 public:
  void add_field(std::string_view field) { text_ += fmt::format("[{}]", shown(field)); }
  void end_row() { text_ += ' '; }
  void add_remark(std::string_view remark) { text_ += fmt::format("({}) ", remark); }
  [[nodiscard]] std::string text() const { return text_.substr(0, text_.find_last_not_of(' ') + 1); }

 private:
  std::string text_;
};

/// As the reader does it: a row whose quote is never closed is rejected up to the end of its line.
std::string read_with_cento(std::string_view table) {
  ShownTable result;
  Arena arena;
  std::vector<std::string_view> fields;
  while (!table.empty()) {
    std::size_t size = scan_row(table, true, kCsv).size;
    const std::string_view row = without_line_end(table.substr(0, size));
    if (size == 0) {
      size = std::min(table.find('\n'), table.size() - 1) + 1;
      result.add_remark("line rejected");
    } else if (!row.empty()) {
      split_row(row, kCsv, arena, fields);
      for (const std::string_view field : fields) result.add_field(field);
      result.end_row();
    }
    table.remove_prefix(size);
  }
  return result.text();
}

std::string read_with_libcsv(std::string_view table, unsigned char options) {
  ShownTable result;
  csv_parser parser{};
  csv_init(&parser, options);
  const auto field = [](void* bytes, std::size_t size, void* to) {
    static_cast<ShownTable*>(to)->add_field({static_cast<const char*>(bytes), size});
  };
  const auto row = [](int, void* to) { static_cast<ShownTable*>(to)->end_row(); };
  const std::size_t read = csv_parse(&parser, table.data(), table.size(), field, row, &result);
  const bool is_whole = read == table.size() && csv_fini(&parser, field, row, &result) == 0;
  if (!is_whole) result.add_remark(fmt::format("refused at byte {}", read));
  csv_free(&parser);
  return result.text();
}

std::string read_with_fast_parser(std::string_view table) {
  ShownTable result;
  try {
    FastReader<2> reader("table", table.data(), table.data() + table.size());
    const char* first = nullptr;
    const char* second = nullptr;
    while (reader.read_row(first, second)) {
      result.add_field(first);
      result.add_field(second);
      result.end_row();
    }
  } catch (const std::exception&) {
    result.add_remark("refused");
  }
  return result.text();
}

std::vector<HardCase> hard_tables() {
  using namespace std::string_literals;
  constexpr std::size_t kLongField = 20'000'000;
  return {{"quoted line feed", "a,\"x\ny\"\nb,c\n"},
          {"quoted CRLF", "a,\"x\r\ny\"\r\nb,c\r\n"},
          {"doubled quotes", "a,\"say \"\"hi\"\"\"\nb,\"\"\"\"\n"},
          {"quote inside an unquoted field", "a,5\" disk\nb,c\n"},
          {"text after the closing quote", "a,\"bold\" claim\nb,c\n"},
          {"space before a quote", "a, \"x\"\nb,c\n"},
          {"spaces around fields", " a , b \nc,d\n"},
          {"CRLF", "a,b\r\nc,d\r\n"},
          {"lone CR between rows", "a,b\rc,d\r"},
          {"empty line between rows", "a,b\n\nc,d\n"},
          {"byte order mark",
           "\xef\xbb\xbf"
           "a,b\nc,d\n"},
          {"no line end after the last row", "a,b\nc,d"},
          {"quote never closed", "a,b\nc,\"d\ne,f\ng,h\n"},
          {"NUL byte", "a,b\0b\nc,d\n"s},
          {"field too few", "a,b\nc\nd,e\n"},
          {"field of 20 MB", "a," + std::string(kLongField, 'x') + "\nb,c\n"}};
}

}  // namespace

void compare_csv(std::string_view text) {
  const std::string wide = wide_table(text);
  const std::string narrow = narrow_table(text.size());
  fmt::print("\n# CSV\n");
  print_speeds("A table of documents", wide.size(),
               {{"ours", [&] { return count_with_cento(wide); }}, {"libcsv", [&] { return count_with_libcsv(wide); }}});
  print_speeds(
      "A table of short fields", narrow.size(),
      {{"ours", [&] { return count_with_cento(narrow); }},
       {"libcsv", [&] { return count_with_libcsv(narrow); }},
       {"Fast C++ CSV Parser", [&] { return count_with_fast_parser(narrow, std::make_index_sequence<kColumns>()); }}});
  print_findings(
      hard_tables(),
      {{"ours", read_with_cento},
       {"libcsv", [](std::string_view table) { return read_with_libcsv(table, 0); }},
       {"libcsv, strict", [](std::string_view table) { return read_with_libcsv(table, CSV_STRICT | CSV_STRICT_FINI); }},
       {"Fast C++ CSV Parser", read_with_fast_parser}});
}

}  // namespace cento::bench
