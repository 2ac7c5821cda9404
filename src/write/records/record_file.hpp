#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/files/atomic_file.hpp"
#include "core/memory/memory_budget.hpp"
#include "write/arrow/record_columns.hpp"
#include "write/arrow/record_table_file.hpp"
#include "write/records/record_form.hpp"
#include "write/records/record_lines.hpp"

namespace cento {

/// The part of a job's memory that the rows of one table may take.
inline constexpr MemoryShare kRecordTable{"rows of a table", 32};

/// Records of one kind, made ready for a file of their form: as lines, or as rows of a table.
class RenderedRecords {
 public:
  /// `fields`: of a table. TSV is made by the callers, who know its columns.
  RenderedRecords(RecordForm form, std::span<const ColumnField> fields) {
    if (is_table(form)) rows_.emplace(fields);
  }

  template <typename Record>
  void add(const Record& record) {
    if (rows_) {
      add_row(record, *rows_);
    } else {
      append_line(lines_, record);
    }
  }

  void clear();

  [[nodiscard]] const std::string& lines() const { return lines_; }
  [[nodiscard]] std::optional<RecordColumns>& rows() { return rows_; }

  /// Tables: the first row continues the last one of the records before; the last is continued by those after.
  bool extends_last = false;
  bool ends_last = true;

 private:
  std::string lines_;
  std::optional<RecordColumns> rows_;
};

/// A file of records of one kind. It appears whole or not at all, as AtomicFile does.
class RecordFile {
 public:
  /// `memory`: for rows of a table. Throws Error when it cannot be created.
  RecordFile(const std::string& name, RecordForm form, std::span<const ColumnField> fields, const MemoryPart& memory);

  [[nodiscard]] RecordForm form() const { return form_; }
  /// To be filled, by any thread, and written.
  [[nodiscard]] RenderedRecords rendered() const { return {form_, fields_}; }

  /// Throws Error naming the file when the bytes cannot be written.
  void write(RenderedRecords& records);

  template <typename Record>
  void add(const Record& record) {
    one_.add(record);
    if (!is_table(form_) || is_full(*one_.rows())) write_one();
  }

  /// Lines of text, if it is no table.
  void write(std::string_view lines) { file_.write(lines); }

  /// As AtomicFile does; a table is only written in groups of rows.
  void flush() { file_.flush(); }

  void publish();

 private:
  [[nodiscard]] static bool is_full(const RecordColumns& rows);
  void write_one();
  void write_rows(RecordColumns& rows, bool extends_last, bool ends_last);
  void hand_over();

  RecordForm form_;
  std::span<const ColumnField> fields_;
  AtomicFile file_;
  RenderedRecords one_;                  // added one by one, and not written yet
  std::shared_ptr<RecordColumns> open_;  // rows that are too few to be handed over
  std::optional<RecordTableFile> table_;
};

}  // namespace cento
