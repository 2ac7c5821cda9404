#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "core/memory/memory_budget.hpp"
#include "write/arrow/plugin_output.hpp"
#include "write/arrow/record_stream.hpp"

namespace cento {

/// Writes records as a Parquet or Arrow file, by the plug-in. In Parquet files ids are dictionaries. Rows are kept
/// until they fill a row group; where that ends depends on the rows and the memory alone.
class RecordTableFile {
 public:
  /// `write` gets the file's bytes. `memory`: what a row group may take, at most. Throws Error when there is no
  /// plug-in.
  RecordTableFile(CentoArrowKind kind, std::span<const ColumnField> fields, const MemoryPart& memory,
                  std::function<void(std::string_view)> write);
  ~RecordTableFile();
  RecordTableFile(const RecordTableFile&) = delete;
  RecordTableFile& operator=(const RecordTableFile&) = delete;

  /// Throws what `write` throws.
  void add(const RecordBatchPtr& rows);
  void finish();

 private:
  void hand_over(const RecordBatchPtr& rows, std::size_t begin, std::size_t end);
  void end_group();

  PluginOutput output_;
  MemoryLease memory_;
  CentoArrowWriter* writer_ = nullptr;
  std::size_t group_rows_ = 0;
  std::uint64_t group_bytes_ = 0;
};

}  // namespace cento
