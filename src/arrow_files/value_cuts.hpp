#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "arrow_files/table_file.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// Cuts in the values of one column.
using Cuts = std::span<const CentoArrowCut>;

[[nodiscard]] inline Cuts cuts_of(const CentoArrowColumnCuts& column) {
  return {column.cuts, static_cast<std::size_t>(column.size)};
}
[[nodiscard]] inline std::span<const CentoArrowColumnCuts> cut_columns_of(const CentoArrowChoice& choice) {
  return {choice.cut_columns, static_cast<std::size_t>(choice.cut_columns_size)};
}
[[nodiscard]] CentoArrowFile::Path path_of(const CentoArrowColumnCuts& column);

/// The cuts in the rows from `begin` to `end`.
[[nodiscard]] Cuts cuts_in(Cuts cuts, std::int64_t begin, std::int64_t end);

/// A value without its cuts. Throws when one of them is not inside it.
[[nodiscard]] std::string without_cuts(std::string_view value, Cuts cuts);

/// Gives out the cuts of one row after the other.
class CutCursor {
 public:
  explicit CutCursor(Cuts cuts) : left_(cuts) {}

  /// For ascending rows.
  [[nodiscard]] Cuts of(std::int64_t row);

 private:
  Cuts left_;
};

/// Values that had cuts.
class CutValues {
 public:
  /// Valid as long as this, or until clear().
  [[nodiscard]] std::string_view add(std::string_view value, Cuts cuts) {
    return values_.emplace_back(without_cuts(value, cuts));
  }
  void clear() { values_.clear(); }

 private:
  std::deque<std::string> values_;
};

}  // namespace cento::arrow_files
