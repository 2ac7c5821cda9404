#include "write/records/table_rows.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/append_all.hpp"
#include "core/json/json_text.hpp"

namespace cento {

void append_tsv(std::string& out, std::span<const RunRow> rows) {
  out += "topic\tdocument\trank\tscore\ttag\n";
  for (const RunRow& row : rows) {
    out += fmt::format("{}\t{}\t{}\t{}\t{}\n", row.topic, row.document, row.rank, row.score, row.tag);
  }
}

void append_tsv(std::string& out, std::span<const QrelRow> rows) {
  out += "topic\tdocument\tgrade\n";
  for (const QrelRow& row : rows) {
    append_all(out, row.topic, "\t", row.document, "\t", row.grade, "\n");
  }
}

void append_json_lines(std::string& out, std::span<const RunRow> rows) {
  for (const RunRow& row : rows) {
    out.push_back('{');
    append_json_field(out, "topic", row.topic);
    append_json_field(out, "document", row.document);
    append_all(out, ",\"rank\":", row.rank, ",\"score\":");
    out += std::isfinite(row.score) ? fmt::format("{}", row.score) : "null";
    append_json_field(out, "tag", row.tag);
    out += "}\n";
  }
}

void append_json_lines(std::string& out, std::span<const QrelRow> rows) {
  for (const QrelRow& row : rows) {
    out.push_back('{');
    append_json_field(out, "topic", row.topic);
    append_json_field(out, "document", row.document);
    append_all(out, ",\"grade\":", row.grade, "}\n");
  }
}

}  // namespace cento
