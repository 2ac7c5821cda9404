#pragma once

#include <span>
#include <string>

#include "read/table/tables.hpp"

namespace cento {

/// Appends the rows of a TREC run or of relevance judgements: as tab-separated values under a line of column names, or
/// as one JSON object per line with the same names.
void append_tsv(std::string& out, std::span<const RunRow> rows);
void append_tsv(std::string& out, std::span<const QrelRow> rows);
void append_json_lines(std::string& out, std::span<const RunRow> rows);
void append_json_lines(std::string& out, std::span<const QrelRow> rows);

}  // namespace cento
