#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/span.hpp"
#include "read/table/csv_row.hpp"

namespace cento {

// Finds stretches of a text in the literal that it was unescaped from (Part::literal). The stretches ascend, do not
// overlap and begin and end at character boundaries; an offset inside a character counts as its end. `raw` gets the
// same number of stretches of the literal: removing them leaves a literal of the text without its stretches.

/// `literal`: a JSON string with its quotes and valid escapes. Bytes that are not UTF-8 and lone surrogates mean
/// U+FFFD.
void find_in_json_string(std::string_view literal, std::span<const Span> stretches, std::vector<Span>& raw);

/// `literal`: a field of a row, as returned by split_row(). Without its stretches, a field may be read differently than
/// before: for example, one that then begins with a quote.
void find_in_csv_field(std::string_view literal, const CsvDialect& dialect, std::span<const Span> stretches,
                       std::vector<Span>& raw);

}  // namespace cento
