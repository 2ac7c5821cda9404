#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/memory/arena.hpp"

namespace cento {

/// How rows are written. RFC 4180: a field in quotes may hold separators, line ends and doubled quotes. Tab-separated
/// files often contain quotes as ordinary characters, so there a quoted field must be sound: it ends in a quote before
/// a separator or line end, and does not hold both tabs and line ends. Otherwise its quotes are part of the text.
struct CsvDialect {
  char separator = ',';
  bool quotes_must_be_sound = false;
};

inline constexpr CsvDialect kCsv{',', false};
inline constexpr CsvDialect kTsv{'\t', true};

/// What is known about the row at the beginning of some bytes.
struct RowScan {
  std::size_t size = 0;    // with its line end; 0 when the bytes do not hold all of it
  bool in_quotes = false;  // if size is 0: the bytes end inside quotes
};

/// Finds the end of the first row. `is_last`: no bytes follow, so the last row needs no line end; an open quote still
/// makes it incomplete.
[[nodiscard]] RowScan scan_row(std::string_view bytes, bool is_last, const CsvDialect& dialect);

/// A row without its line end.
[[nodiscard]] std::string_view without_line_end(std::string_view row);

/// Splits a row (without its line end) into its fields' values. They point into the row or, where quotes were doubled,
/// into the arena. `literals`, if given, gets the fields as written in the row, with their quotes.
void split_row(std::string_view row, const CsvDialect& dialect, Arena& arena, std::vector<std::string_view>& fields,
               std::vector<std::string_view>* literals = nullptr);

}  // namespace cento
