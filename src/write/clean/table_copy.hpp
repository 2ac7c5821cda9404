#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "read/arrow/table_file.hpp"
#include "write/clean/record_copy.hpp"
#include "write/clean/record_log.hpp"

namespace cento {

/// Parquet or Arrow files copied to one file without some of their rows: with the schema, the order of columns and the
/// metadata of the first, and values as they are stored. Groups of rows are prepared on several threads.
class TableCopy {
 public:
  /// The target must outlive it.
  TableCopy(CopyTarget& target, std::size_t threads) : target_(target), threads_(threads) {}
  ~TableCopy();
  TableCopy(const TableCopy&) = delete;
  TableCopy& operator=(const TableCopy&) = delete;

  /// Appends the rows of a file that `keeps`, a byte for each, says. Throws UsageError when its schema is another than
  /// that of the first, Error when it is damaged or the copy cannot be written.
  void add(std::unique_ptr<TableFile> file, std::string_view name, std::span<const std::uint8_t> keeps);

  [[nodiscard]] bool is_begun() const { return copy_ != nullptr; }

  /// Completes the copy, unless nothing was added.
  void finish();

 private:
  static int write(CentoArrowOutput* output, const char* bytes, std::int64_t size);
  void begin(std::unique_ptr<TableFile> file);
  void copy_groups(const TableFile& file, std::span<const std::uint8_t> keeps);
  template <typename Function, typename... Arguments>
  void call(Function function, Arguments... arguments);

  CopyTarget& target_;
  [[nodiscard]] std::exception_ptr not_written() const {
    const std::lock_guard lock(mutex_);
    return not_written_;
  }

  std::size_t threads_;
  std::unique_ptr<TableFile> first_;
  CentoArrowCopy* copy_ = nullptr;
  mutable std::mutex mutex_;
  std::exception_ptr not_written_;  // what the target threw; one thread writes while others prepare
};

[[nodiscard]] bool is_table(const Format& format);

/// Adds the rows of an input that the choice leaves. Rows without a record were damaged and are left out; an input
/// without any could not be read.
void copy_table(Input& in, const ReadOptions& reading, RecordLog& log, const LoggedFile& logged,
                const RecordChoice& choice, TableCopy& copy);

}  // namespace cento
