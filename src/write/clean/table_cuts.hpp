#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/spill/record_spool.hpp"
#include "read/arrow/table_columns.hpp"
#include "write/clean/text_cuts.hpp"

namespace cento {

class FileCuts;
class GroupCuts;

/// What is cut out of the texts of Parquet and Arrow files when their rows are copied; 24 bytes per cut, in memory up
/// to a limit, then in a temporary file.
class TableCuts {
 public:
  /// `temp_dir`: empty for the system's default.
  TableCuts(const MemoryPart& memory, std::string temp_dir) : cuts_(memory, std::move(temp_dir)) {}

  /// Adds the cuts of a row, after those of the rows before it. Files come one after the other, with names at different
  /// addresses. Throws Error for texts that are not values of the table: those of HTML.
  void add(std::string_view file, const Document& document, std::span<const PartCut> cuts);

  [[nodiscard]] bool has(std::string_view file) const { return files_.contains(file.data()); }

  /// The cuts of a file with these columns; this must outlive them and not grow meanwhile.
  [[nodiscard]] FileCuts of(std::string_view file, const TableColumns& columns) const;

 private:
  friend FileCuts;
  friend GroupCuts;

  struct Cut {
    std::uint64_t row = 0;  // of the file
    std::uint64_t part = 0;
    Span bytes;
  };

  struct File {
    std::uint64_t begin = 0;  // of its cuts
    std::uint64_t end = 0;
  };

  [[nodiscard]] std::uint64_t number_of(std::string_view part);

  RecordSpool<Cut> cuts_;
  std::vector<std::string> parts_;               // names: a row has no part for a column without a value
  std::unordered_map<const char*, File> files_;  // by the address of the name
};

/// The cuts of a file, by its columns. Thread-safe.
class FileCuts {
 public:
  FileCuts() = default;

 private:
  friend TableCuts;
  friend GroupCuts;

  [[nodiscard]] std::uint64_t first_from(std::uint64_t row) const;

  const TableCuts* cuts_ = nullptr;
  TableCuts::File file_;
  std::vector<ColumnPaths> columns_;  // as TableCuts numbers the parts
};

/// The cuts in a group of rows of a file, as the plug-in takes them.
class GroupCuts {
 public:
  /// Those of the rows from `begin` to `end`; `file` must outlive them.
  GroupCuts(const FileCuts& file, std::int64_t begin, std::int64_t end);
  GroupCuts(const GroupCuts&) = delete;
  GroupCuts& operator=(const GroupCuts&) = delete;

  [[nodiscard]] const std::vector<CentoArrowColumnCuts>& columns() const { return columns_; }

 private:
  std::vector<std::vector<CentoArrowCut>> cuts_;  // of each column
  std::vector<CentoArrowColumnCuts> columns_;
};

}  // namespace cento
