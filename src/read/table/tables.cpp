#include "read/table/tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "read/document.hpp"
#include "read/formats.hpp"
#include "read/line_cutter.hpp"
#include "read/sgml/sgml.hpp"

namespace cento {

int recognise_run(std::string_view head);
int recognise_qrels(std::string_view head);

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::uint64_t kLongestLine = 64 * 1024;
constexpr std::string_view kWhiteSpace = " \t\r\v\f";
constexpr std::size_t kRunFields = 6;
constexpr std::size_t kQrelFields = 4;

/// The fields of a line, as many as fit, and their number.
struct Fields {
  std::array<std::string_view, kRunFields> at;
  std::size_t count = 0;
};

Fields split(std::string_view line) {
  Fields fields;
  std::size_t begin = line.find_first_not_of(kWhiteSpace);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kWhiteSpace, begin), line.size());
    if (fields.count < fields.at.size()) fields.at[fields.count] = line.substr(begin, end - begin);
    ++fields.count;
    begin = line.find_first_not_of(kWhiteSpace, end);
  }
  return fields;
}

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> parse_score(std::string_view text) {
  const auto score = parse_number<double>(text);
  return score && std::isfinite(*score) ? score : std::nullopt;
}

std::string valid_utf8(std::string_view bytes) {
  std::string valid;
  append_valid_utf8(valid, bytes);
  return valid;
}

/// Makes a row from a line's fields. Returns what is wrong, one sentence; empty when nothing is.
std::string read_row(const Fields& fields, RunRow& row) {
  if (fields.count != kRunFields) {
    return fmt::format("the line has {} fields, not the 6 of a run (topic Q0 document rank score tag)", fields.count);
  }
  const auto rank = parse_number<std::int64_t>(fields.at[3]);
  const auto score = parse_score(fields.at[4]);
  if (!rank) return fmt::format("the rank \"{}\" is not a whole number", valid_utf8(fields.at[3]));
  if (!score) return fmt::format("the score \"{}\" is not a number", valid_utf8(fields.at[4]));
  row = {valid_utf8(fields.at[0]), valid_utf8(fields.at[2]), *rank, *score, valid_utf8(fields.at[5])};
  return {};
}

std::string read_row(const Fields& fields, QrelRow& row) {
  if (fields.count != kQrelFields) {
    return fmt::format("the line has {} fields, not the 4 of relevance judgements (topic 0 document grade)",
                       fields.count);
  }
  const auto grade = parse_number<int>(fields.at[3]);
  if (!grade) return fmt::format("the grade \"{}\" is not a whole number", valid_utf8(fields.at[3]));
  row = {valid_utf8(fields.at[0]), valid_utf8(fields.at[2]), *grade};
  return {};
}

template <typename Row>
void read_block(const DocumentBatch& batch, Reporter& reporter, std::vector<Row>& rows) {
  Place place = batch.block.place;
  std::string_view rest = batch.block.bytes.view();
  if (place.byte == 0) rest = without_byte_order_mark(rest);
  for (; !rest.empty(); ++place.line) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const Fields fields = split(line);
    if (fields.count == 0) continue;
    Row row;
    std::string problem = read_row(fields, row);
    if (problem.empty()) {
      rows.push_back(std::move(row));
    } else {
      reporter.reject({{place.file, place.line, Place::kUnknown}, std::move(problem), line, line.size()});
    }
  }
}

template <typename Row>
std::vector<Row> read_rows(Input& in, Reporter& reporter) {
  std::vector<Row> rows;
  LineCutter cutter(kBlockBytes, kLongestLine);
  DocumentBatch batch;
  while (cutter.cut(in, batch)) {
    for (const BadRecord& bad : batch.rejected) reporter.reject(bad);
    read_block(batch, reporter, rows);
    batch.clear();
  }
  if (!in.problem().empty()) reporter.reject({in.place(), in.problem(), {}, 0, {}, BadKind::file});
  return rows;
}

/// Whether the first lines are all rows, according to `is_row`.
template <typename IsRow>
bool are_rows(std::string_view head, IsRow is_row) {
  constexpr int kLooked = 20;
  const bool is_cut = head.size() >= kSniffBytes;
  std::string_view rest = without_byte_order_mark(head);
  int rows = 0;
  while (!rest.empty() && rows < kLooked) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos && is_cut) break;
    const Fields fields = split(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (fields.count == 0) continue;
    if (!is_row(fields)) return false;
    ++rows;
  }
  return rows > 0;
}

bool is_run_row(const Fields& fields) {
  RunRow row;
  return read_row(fields, row).empty() && (fields.at[1] == "Q0" || fields.at[1] == "q0");
}

bool is_qrel_row(const Fields& fields) {
  QrelRow row;
  return read_row(fields, row).empty() && parse_number<std::int64_t>(fields.at[1]);
}

}  // namespace

std::vector<RunRow> read_run(Input& in, Reporter& reporter) {
  return read_rows<RunRow>(in, reporter);
}

std::vector<QrelRow> read_qrels(Input& in, Reporter& reporter) {
  return read_rows<QrelRow>(in, reporter);
}

int recognise_run(std::string_view head) {
  return are_rows(head, is_run_row) ? 2 : 0;
}

int recognise_qrels(std::string_view head) {
  return are_rows(head, is_qrel_row) ? 2 : 0;
}

}  // namespace cento
