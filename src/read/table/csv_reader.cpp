#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/byte_size.hpp"
#include "core/json/json_text.hpp"
#include "read/charset/text_charset.hpp"
#include "read/formats.hpp"
#include "read/html/html_text.hpp"
#include "read/input/oversize.hpp"
#include "read/line_cutter.hpp"
#include "read/table/csv_columns.hpp"
#include "read/table/csv_row.hpp"

namespace cento {

int recognise_text(std::string_view head);

namespace {

constexpr std::uint64_t kWholeFileBytesMost = std::uint64_t{1} << 30;  // of UTF-16, which is converted in memory
constexpr std::uint64_t kRowBytesMost = std::uint64_t{1} << 31;        // spans count in 32 bits

using Names = std::vector<std::string_view>;

/// Rows of a file whose first row names the columns.
class CsvReader : public Reader {
 public:
  CsvReader(const ReadOptions& options, const CsvDialect& dialect)
      : Reader(options), dialect_(dialect), charset_(options.charset, kWholeFileBytesMost) {}

  bool cut(Input& in, DocumentBatch& batch) override {
    Input* const source = charset_.cuttable(in, batch);
    const bool is_ready = source != nullptr && (columns_.size() != 0 || read_header(*source, batch));
    const bool has_rows = is_ready && !is_refused_ && cut_rows(*source, batch);
    return has_rows || !batch.rejected.empty() || !batch.others.empty();
  }

  void parse(DocumentBatch& batch) const override {
    Names fields;
    Names literals;
    for (const RawRecord& record : batch.block.records) {
      batch.record = charset_.raw({record.byte, record.end_byte});
      parse_row(batch, record.bytes.of(batch.block.bytes.view()), {batch.block.place.file, record.line}, fields,
                literals);
    }
  }

 private:
  bool read_header(Input& in, DocumentBatch& batch);
  [[nodiscard]] std::pair<std::string_view, RowScan> peek_row(Input& in) const;
  [[nodiscard]] std::string problem_of_endless_header(const RowScan& scan) const;
  bool cut_rows(Input& in, DocumentBatch& batch);
  std::size_t take_rows(const Input& in, std::string_view window, bool is_last, DocumentBatch& batch);
  void skip_bad_row(Input& in, bool in_quotes, bool is_last, DocumentBatch& batch);
  void parse_row(DocumentBatch& batch, std::string_view row, const Place& place, Names& fields, Names& literals) const;
  bool add_parts(DocumentBatch& batch, const Names& fields, const Names& literals, const Place& place,
                 std::vector<Part>& parts) const;
  [[nodiscard]] std::string_view id_of(const Names& fields, const Place& place, Arena& arena) const;
  [[nodiscard]] std::string_view metadata_of(const Names& fields, Arena& arena) const;

  [[nodiscard]] std::uint64_t row_bytes_most() const {
    return std::max<std::uint64_t>(kBlockBytes, std::min(options().max_document_bytes, kRowBytesMost));
  }

  CsvDialect dialect_;
  TextCharset charset_;
  CsvColumns columns_;
  bool is_refused_ = false;  // the header is unusable: nothing of the file is read
  std::uint64_t next_line_ = 1;
};

/// The next row and the bytes that had to be read after it; its size is 0 if it is too long.
std::pair<std::string_view, RowScan> CsvReader::peek_row(Input& in) const {
  const std::uint64_t longest = row_bytes_most() + 1;
  for (std::size_t wanted = kBlockBytes;; wanted = std::min<std::uint64_t>(std::uint64_t{2} * wanted, longest)) {
    const std::string_view window = in.peek(wanted).substr(0, wanted);
    const RowScan scan = scan_row(window, window.size() < wanted, dialect_);
    if (scan.size != 0 || window.size() < wanted || wanted == longest) return {window, scan};
  }
}

std::string CsvReader::problem_of_endless_header(const RowScan& scan) const {
  if (scan.in_quotes) return "the first row, which should name the columns, has a quotation mark that is never closed";
  return fmt::format("the first row, which should name the columns, is longer than {}",
                     format_byte_size(row_bytes_most()));
}

/// As in files of old Macintosh programs, whose rows would all be taken for names of columns.
bool has_lone_returns(std::span<const std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [](std::string_view name) { return name.find('\r') != std::string_view::npos; });
}

constexpr const char* kLoneReturns =
    "the first row, which should name the columns, contains a carriage return; rows must end with a line feed, with or "
    "without a carriage return before it";

/// False at the end of the input, or if the file was rejected.
bool CsvReader::read_header(Input& in, DocumentBatch& batch) {
  if (is_refused_) return false;
  for (;;) {
    const auto [window, scan] = peek_row(in);
    if (window.empty()) return false;
    const std::string_view row = without_line_end(window.substr(0, scan.size));
    const std::string_view stored = batch.arena.store(row);
    const Place place{in.file(), next_line_};
    std::string problem = scan.size == 0 ? problem_of_endless_header(scan) : "";
    if (!row.empty()) {
      Names names;
      split_row(charset_.convert(row, batch.arena).text, dialect_, batch.arena, names);
      problem = has_lone_returns(names) ? kLoneReturns : columns_.assign(names, options());
    }
    is_refused_ = !problem.empty();
    batch.record = kWholeInput;
    if (is_refused_) batch.reject(place, std::move(problem), stored.substr(0, kShownOfOversize));
    next_line_ += static_cast<std::uint64_t>(std::count(window.begin(), window.begin() + scan.size, '\n'));
    in.consume(scan.size);
    if (is_refused_) return false;
    if (row.empty()) continue;
    batch.others.push_back({charset_.raw({0, in.offset()}), OtherRecord::Role::header, 0, stored});
    return true;
  }
}

bool CsvReader::cut_rows(Input& in, DocumentBatch& batch) {
  const std::uint64_t longest = row_bytes_most() + 1;
  for (std::size_t wanted = kBlockBytes;; wanted = std::min<std::uint64_t>(std::uint64_t{2} * wanted, longest)) {
    const std::string_view window = in.peek(wanted).substr(0, wanted);
    if (window.empty()) return false;
    const bool is_last = window.size() < wanted;
    const std::size_t size = take_rows(in, window, is_last, batch);
    if (size != 0) {
      batch.block.bytes.append(window.substr(0, size));
      in.consume(size);
      return true;
    }
    if (is_last || window.size() == longest) {
      skip_bad_row(in, scan_row(window, is_last, dialect_).in_quotes, is_last, batch);
      return true;
    }
  }
}

/// Records the whole rows of the window; returns their bytes.
std::size_t CsvReader::take_rows(const Input& in, std::string_view window, bool is_last, DocumentBatch& batch) {
  std::size_t begin = 0;
  batch.block.place = {in.file(), next_line_, in.offset()};
  while (begin < window.size()) {
    const RowScan scan = scan_row(window.substr(begin), is_last, dialect_);
    if (scan.size == 0) break;
    const std::string_view row = window.substr(begin, scan.size);
    const auto end = static_cast<std::uint32_t>(begin + without_line_end(row).size());
    const Span span{static_cast<std::uint32_t>(begin), end};
    if (!span.empty()) {
      batch.block.records.push_back({span, in.offset() + begin, next_line_, in.offset() + begin + scan.size});
    }
    next_line_ += static_cast<std::uint64_t>(std::count(row.begin(), row.end(), '\n'));
    begin += scan.size;
  }
  return begin;
}

/// Skips the first line of a row that has no end, and goes on after it.
void CsvReader::skip_bad_row(Input& in, bool in_quotes, bool is_last, DocumentBatch& batch) {
  const Place place{in.file(), next_line_++, in.offset()};
  const std::string_view window = in.peek(1);
  const std::string_view line = window.substr(0, window.find('\n'));
  const std::string_view shown = batch.arena.store(without_line_end(line).substr(0, kShownOfOversize));
  const std::uint64_t size = LineCutter::skip_line(in);
  std::string reason = oversize_reason("row", size, options().max_document_bytes);
  if (in_quotes && is_last) reason = "a quote opened in this row is never closed";
  if (in_quotes && !is_last)
    reason = fmt::format("a quote opened in this row is not closed in {} bytes", row_bytes_most());
  batch.reject(place, std::move(reason), shown);
  batch.rejected.back().full_size_bytes = size;
  batch.rejected.back().record = charset_.raw({place.byte, in.offset()});
}

void CsvReader::parse_row(DocumentBatch& batch, std::string_view row, const Place& place, Names& fields,
                          Names& literals) const {
  if (row.size() > options().max_document_bytes) {
    return reject_oversize(batch, place, "row", row, options().max_document_bytes);
  }
  const Utf8Text text = charset_.convert(row, batch.arena);
  split_row(text.text, dialect_, batch.arena, fields, &literals);
  if (fields.size() != columns_.size()) {
    return batch.reject(place,
                        fmt::format("the row has {} field{}, the header {}", fields.size(),
                                    fields.size() == 1 ? "" : "s", columns_.size()),
                        row);
  }
  std::vector<Part> parts;
  if (!add_parts(batch, fields, literals, place, parts)) return;
  Document& document = batch.add(id_of(fields, place, batch.arena), parts);
  document.metadata = metadata_of(fields, batch.arena);
  document.charset = text.charset;
  document.charset_source = text.source;
  document.place = place;
  if (text.replaced != 0) batch.counts["replaced characters"] += text.replaced;
}

/// False if the row was rejected because its text is too large.
bool CsvReader::add_parts(DocumentBatch& batch, const Names& fields, const Names& literals, const Place& place,
                          std::vector<Part>& parts) const {
  for (const CsvColumns::TextColumn& column : columns_.texts()) {
    std::string_view value = fields[column.index];
    if (column.is_html) value = html_to_text(value, batch.arena);
    if (value.size() > options().max_document_bytes) {
      reject_oversize(batch, place, "text", value, options().max_document_bytes);
      return false;
    }
    parts.push_back({column.part == kTextPart ? kTextPart : batch.arena.store(column.part), value,
                     column.is_html ? std::string_view() : literals[column.index]});
  }
  return true;
}

std::string_view CsvReader::id_of(const Names& fields, const Place& place, Arena& arena) const {
  if (columns_.id() && !fields[*columns_.id()].empty()) return fields[*columns_.id()];
  return arena.store(fmt::format("{}:{}", place.file, place.line));
}

std::string_view CsvReader::metadata_of(const Names& fields, Arena& arena) const {
  std::string json = "{";
  for (const std::size_t column : columns_.others()) append_json_field(json, columns_.name(column), fields[column]);
  json += '}';
  return arena.store(json);
}

/// Any text could be a table, so the file name must say so, unless header and first row leave no doubt.
int recognise_table(std::string_view head, const CsvDialect& dialect) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (recognise_text(head) == 0) return 0;
  const bool is_whole_file = head.size() < kSniffBytes;
  if (head.starts_with(kMark)) head.remove_prefix(kMark.size());
  const RowScan header = scan_row(head, false, dialect);
  if (header.size == 0) return 1;
  Arena arena;
  Names names;
  Names first;
  split_row(without_line_end(head.substr(0, header.size)), dialect, arena, names);
  if (!are_certainly_columns(names)) return 1;
  head.remove_prefix(header.size);
  const RowScan row = scan_row(head, is_whole_file, dialect);
  if (row.size == 0) return 1;
  split_row(without_line_end(head.substr(0, row.size)), dialect, arena, first);
  return first.size() == names.size() ? 2 : 1;
}

}  // namespace

int recognise_csv(std::string_view head) {
  return recognise_table(head, kCsv);
}

int recognise_tsv(std::string_view head) {
  return recognise_table(head, kTsv);
}

std::unique_ptr<Reader> make_csv_reader(const ReadOptions& options) {
  return std::make_unique<CsvReader>(options, kCsv);
}

std::unique_ptr<Reader> make_tsv_reader(const ReadOptions& options) {
  return std::make_unique<CsvReader>(options, kTsv);
}

}  // namespace cento
