// Any bytes as a TREC run and as relevance judgements: rows are sound, and every line that is not empty is either a row
// or rejected.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/utf8.hpp"
#include "read/formats.hpp"
#include "read/table/tables.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

cento::ReporterOptions quiet() {
  cento::ReporterOptions options;
  options.quiet = true;
  return options;
}

std::size_t lines_with_fields(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  std::size_t lines = 0;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    lines += line.find_first_not_of(" \t\r\v\f") == std::string_view::npos ? 0 : 1;
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
  }
  return lines;
}

/// gzip, a zstd frame, or a skippable one.
bool is_compressed(std::string_view bytes) {
  const bool is_skippable = bytes.size() >= 4 && (bytes[0] & 0xF0) == 0x50 && bytes.substr(1, 3) == "\x2A\x4D\x18";
  return is_skippable || bytes.starts_with("\x1F\x8B") || bytes.starts_with("\x28\xB5\x2F\xFD");
}

void read_as_run(std::string_view bytes) {
  (void)cento::format_named("run")->recognise(bytes);
  cento::Reporter reporter(quiet());
  const auto rows = cento::read_run(*cento::memory_input("FILE", bytes), reporter);
  for (const cento::RunRow& row : rows) {
    require(cento::is_valid_utf8(row.topic) && cento::is_valid_utf8(row.document) && cento::is_valid_utf8(row.tag));
    require(std::isfinite(row.score));
  }
  require(rows.size() + reporter.rejected() == lines_with_fields(bytes));
}

void read_as_qrels(std::string_view bytes) {
  (void)cento::format_named("qrels")->recognise(bytes);
  cento::Reporter reporter(quiet());
  const auto rows = cento::read_qrels(*cento::memory_input("FILE", bytes), reporter);
  for (const cento::QrelRow& row : rows) {
    require(cento::is_valid_utf8(row.topic) && cento::is_valid_utf8(row.document));
  }
  require(rows.size() + reporter.rejected() == lines_with_fields(bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Compressed input is decompressed first: its lines are not those of the bytes.
  if (is_compressed(bytes)) return 0;
  read_as_run(bytes);
  read_as_qrels(bytes);
  return 0;
}
