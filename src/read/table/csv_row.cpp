#include "read/table/csv_row.hpp"

#include <algorithm>
#include <string>

namespace cento {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// A field inside some bytes.
struct Field {
  std::size_t end = 0;        // position of its separator or line end, or the size of the bytes
  std::size_t quote = kNone;  // its closing quote, if it is quoted
  bool is_open = false;       // the bytes end before the end of the field is certain
};

/// The first quote after the opening one that is not doubled; kNone when the bytes end before that is certain.
std::size_t closing_quote(std::string_view bytes, std::size_t opening, bool is_last) {
  for (std::size_t at = opening + 1;;) {
    const std::size_t quote = bytes.find('"', at);
    if (quote == kNone) return kNone;
    if (quote + 1 == bytes.size()) return is_last ? quote : kNone;
    if (bytes[quote + 1] != '"') return quote;
    at = quote + 2;
  }
}

std::size_t separator_or_line_end(std::string_view bytes, std::size_t begin, char separator) {
  std::size_t at = begin;
  while (at < bytes.size() && bytes[at] != separator && bytes[at] != '\n') ++at;
  return at;
}

bool ends_field(std::string_view rest, char separator) {
  return rest.empty() || rest.front() == separator || rest.front() == '\n' || rest == "\r" || rest.starts_with("\r\n");
}

/// Whether the quotes of a field are ordinary characters, as far as can be seen; see CsvDialect.
bool is_unsound(std::string_view bytes, std::size_t opening, std::size_t closing, char separator) {
  const std::string_view inside = bytes.substr(opening + 1, closing == kNone ? kNone : closing - opening - 1);
  if (inside.find('\n') != kNone && inside.find(separator) != kNone) return true;
  return closing != kNone && !ends_field(bytes.substr(closing + 1), separator);
}

Field scan_field(std::string_view bytes, std::size_t begin, bool is_last, const CsvDialect& dialect) {
  const auto unquoted = [&] { return Field{separator_or_line_end(bytes, begin, dialect.separator)}; };
  if (begin == bytes.size() || bytes[begin] != '"') return unquoted();
  const std::size_t closing = closing_quote(bytes, begin, is_last);
  if (dialect.quotes_must_be_sound) {
    if (is_unsound(bytes, begin, closing, dialect.separator) || (closing == kNone && is_last)) return unquoted();
  }
  if (closing == kNone) return {bytes.size(), kNone, true};
  return {separator_or_line_end(bytes, closing + 1, dialect.separator), closing};
}

/// The value of a quoted field: doubled quotes become one, and bytes that wrongly follow the closing quote are kept.
std::string_view unquoted_value(std::string_view inside, std::string_view behind, Arena& arena) {
  if (behind.empty() && inside.find('"') == kNone) return inside;
  std::string value;
  value.reserve(inside.size() + behind.size());
  for (std::size_t at = 0; at < inside.size();) {
    const std::size_t end = std::min(inside.find('"', at), inside.size() - 1) + 1;
    value += inside.substr(at, end - at);
    at = end + 1;  // after the second of two quotes
  }
  value += behind;
  return arena.store(value);
}

}  // namespace

RowScan scan_row(std::string_view bytes, bool is_last, const CsvDialect& dialect) {
  for (std::size_t begin = 0;;) {
    const Field field = scan_field(bytes, begin, is_last, dialect);
    if (field.is_open) return {0, true};
    if (field.end == bytes.size()) return {is_last ? bytes.size() : 0, false};
    if (bytes[field.end] == '\n') return {field.end + 1, false};
    begin = field.end + 1;
  }
}

std::string_view without_line_end(std::string_view row) {
  if (row.ends_with('\n')) row.remove_suffix(1);
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

void split_row(std::string_view row, const CsvDialect& dialect, Arena& arena, std::vector<std::string_view>& fields,
               std::vector<std::string_view>* literals) {
  fields.clear();
  if (literals != nullptr) literals->clear();
  for (std::size_t begin = 0; begin <= row.size();) {
    const Field field = scan_field(row, begin, true, dialect);
    std::string_view value = row.substr(begin, field.end - begin);
    if (literals != nullptr) literals->push_back(value);
    if (field.quote != kNone) {
      const std::size_t inside = field.quote - begin - 1;
      value = unquoted_value(value.substr(1, inside), value.substr(inside + 2), arena);
    }
    fields.push_back(value);
    begin = field.end + 1;
  }
}

}  // namespace cento
