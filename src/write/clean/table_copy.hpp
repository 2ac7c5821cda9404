#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "read/arrow/table_file.hpp"
#include "write/arrow/plugin_output.hpp"
#include "write/clean/record_copy.hpp"
#include "write/clean/record_log.hpp"
#include "write/clean/table_cuts.hpp"

namespace cento {

/// Parquet or Arrow files copied to one file without some of their rows and stretches of their texts: with the schema,
/// the order of columns and the metadata of the first, and other values as they are stored. Groups of rows are prepared
/// on several threads.
class TableCopy {
 public:
  /// The target must outlive it.
  TableCopy(CopyTarget& target, std::size_t threads)
      : output_([&target](std::string_view bytes) { target.write(bytes); }), threads_(threads) {}
  ~TableCopy();
  TableCopy(const TableCopy&) = delete;
  TableCopy& operator=(const TableCopy&) = delete;

  /// Appends the rows of a file that `keeps`, a byte for each, says, without the cuts. Throws UsageError when its
  /// schema is another than that of the first, Error when it is damaged or the copy cannot be written.
  void add(std::unique_ptr<TableFile> file, std::string_view name, std::span<const std::uint8_t> keeps,
           const FileCuts& cuts);

  [[nodiscard]] bool is_begun() const { return copy_ != nullptr; }

  /// Completes the copy, unless nothing was added.
  void finish();

 private:
  void begin(std::unique_ptr<TableFile> file);
  void copy_groups(const TableFile& file, std::span<const std::uint8_t> keeps, const FileCuts& cuts);

  PluginOutput output_;
  std::size_t threads_;
  std::unique_ptr<TableFile> first_;
  CentoArrowCopy* copy_ = nullptr;
};

[[nodiscard]] bool is_table(const Format& format);

/// Adds the rows of an input that the choice leaves, without their cuts. Rows without a record were damaged and are
/// left out; an input without any could not be read.
void copy_table(Input& in, const ReadOptions& reading, RecordLog& log, const LoggedFile& logged,
                const RecordChoice& choice, const TableCuts& cuts, TableCopy& copy);

}  // namespace cento
