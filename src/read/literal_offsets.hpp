#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/span.hpp"
#include "read/csv_row.hpp"

namespace cento {

// Where stretches of a text stand in the literal that it was unescaped from (Part::literal). The stretches ascend, do
// not overlap and begin and end where characters do; an offset inside a character counts as its end. `raw` gets as many
// stretches of the literal: without them it is a literal still, of the text without those of the text.

/// `literal`: a JSON string with its quotes and sound escapes. Bytes that are no UTF-8 and lone surrogates stand for
/// U+FFFD.
void find_in_json_string(std::string_view literal, std::span<const Span> stretches, std::vector<Span>& raw);

/// `literal`: a field of a row, as split_row() gives it. Without stretches of it a field may be read otherwise than
/// before: one that then begins with a quote, for example.
void find_in_csv_field(std::string_view literal, const CsvDialect& dialect, std::span<const Span> stretches,
                       std::vector<Span>& raw);

}  // namespace cento
