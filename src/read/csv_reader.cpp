#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/byte_size.hpp"
#include "core/json_text.hpp"
#include "read/csv_row.hpp"
#include "read/field_names.hpp"
#include "read/formats.hpp"
#include "read/html_text.hpp"
#include "read/line_cutter.hpp"
#include "read/oversize.hpp"
#include "read/text_charset.hpp"

namespace cento {

int recognise_text(std::string_view head);

namespace {

constexpr std::string_view kDefaultPart = "text";
constexpr std::string_view kHtmlField = "html";
constexpr std::uint64_t kWholeFileBytesMost = std::uint64_t{1} << 30;  // of UTF-16, which is converted in memory
constexpr std::uint64_t kRowBytesMost = std::uint64_t{1} << 31;        // spans count in 32 bits

using Names = std::vector<std::string_view>;

bool equal_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view name) {
  const std::size_t begin = std::min(name.find_first_not_of(" \t"), name.size());
  return name.substr(begin, name.find_last_not_of(" \t") + 1 - begin);
}

std::optional<std::size_t> column_named(const std::vector<std::string>& columns, std::string_view name) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

/// The column with the first of the usual names that there is.
std::optional<std::size_t> usual_column(const std::vector<std::string>& columns,
                                        std::span<const std::string_view> usual) {
  for (const std::string_view name : usual) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const std::string& column) { return equal_but_for_case(column, name); });
    if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  }
  return std::nullopt;
}

/// What the columns of a file are for.
class Columns {
 public:
  struct TextColumn {
    std::size_t index = 0;
    std::string part;
    bool is_html = false;
  };

  /// Takes the header's names. Returns what is wrong with them, or nothing.
  std::string assign(const Names& names, const ReadOptions& options);

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t column) const { return names_[column]; }
  [[nodiscard]] const std::vector<TextColumn>& texts() const { return texts_; }
  [[nodiscard]] std::optional<std::size_t> id() const { return id_; }
  [[nodiscard]] const std::vector<std::size_t>& others() const { return others_; }

 private:
  void add_text(std::size_t index, std::string_view part);
  void choose_texts(const ReadOptions& options);

  std::vector<std::string> names_;
  std::vector<TextColumn> texts_;
  std::optional<std::size_t> id_;
  std::vector<std::size_t> others_;  // become metadata
};

std::string Columns::assign(const Names& names, const ReadOptions& options) {
  for (const std::string_view name : names) names_.emplace_back(trimmed(name));
  choose_texts(options);
  if (texts_.empty() && options.text_fields.empty()) {
    return fmt::format("no column holds the text; there are: {}; name one with --text-field", list_field_names(names));
  }
  if (texts_.empty()) {
    return fmt::format("no column is named \"{}\"; there are: {}", options.text_fields.front(),
                       list_field_names(names));
  }
  id_ = options.id_field.empty() ? usual_column(names_, usual_id_fields()) : column_named(names_, options.id_field);
  if (!id_ && !options.id_field.empty()) {
    return fmt::format("no column is named \"{}\"; there are: {}", options.id_field, list_field_names(names));
  }
  for (std::size_t column = 0; column < names_.size(); ++column) {
    const bool is_text = std::any_of(texts_.begin(), texts_.end(), [&](const auto& t) { return t.index == column; });
    if (!is_text && id_ != column) others_.push_back(column);
  }
  return {};
}

void Columns::choose_texts(const ReadOptions& options) {
  if (options.text_fields.empty()) {
    if (const auto column = usual_column(names_, usual_text_fields())) add_text(*column, kDefaultPart);
    return;
  }
  const bool text_is_named =
      std::find(options.text_fields.begin(), options.text_fields.end(), kDefaultPart) != options.text_fields.end();
  for (const std::string& field : options.text_fields) {
    // What HTML says is text, so that its part can be written and read again as text.
    const bool is_renamed = field == kHtmlField && !text_is_named;
    if (const auto column = column_named(names_, field)) add_text(*column, is_renamed ? kDefaultPart : field);
  }
}

void Columns::add_text(std::size_t index, std::string_view part) {
  texts_.push_back({index, std::string(part), equal_but_for_case(names_[index], kHtmlField)});
}

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
  Columns columns_;
  bool is_refused_ = false;  // the header does not do: nothing of the file is read
  std::uint64_t next_line_ = 1;
};

/// The next row with what comes after it, as far as it had to be looked at; its size is 0 if it is too long.
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

/// False at the end of the input, or after the file was rejected.
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
      problem = columns_.assign(names, options());
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

/// Notes the whole rows of the window; returns their bytes.
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

/// Gives up the first line of a row that has no end, and goes on behind it.
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

/// False after the row was rejected because its text is too large.
bool CsvReader::add_parts(DocumentBatch& batch, const Names& fields, const Names& literals, const Place& place,
                          std::vector<Part>& parts) const {
  for (const Columns::TextColumn& column : columns_.texts()) {
    std::string_view value = fields[column.index];
    if (column.is_html) value = html_to_text(value, batch.arena);
    if (value.size() > options().max_document_bytes) {
      reject_oversize(batch, place, "text", value, options().max_document_bytes);
      return false;
    }
    parts.push_back({column.part == kDefaultPart ? kDefaultPart : batch.arena.store(column.part), value,
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

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
           c == '.';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_plain);
}

/// Whether names are those of columns beyond doubt: all plain and different, with a usual one for the text.
bool are_certainly_columns(const Names& names) {
  if (names.size() < 2 || !std::all_of(names.begin(), names.end(), is_plain_name)) return false;
  Names sorted = names;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return false;
  const std::vector<std::string> columns(names.begin(), names.end());
  return usual_column(columns, usual_text_fields()).has_value();
}

/// Any text could be a table, so the name of the file has to say so, unless header and first row leave no doubt.
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
