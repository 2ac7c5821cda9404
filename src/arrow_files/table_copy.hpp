#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include <arrow/io/interfaces.h>

#include "arrow_files/table_file.hpp"
#include "read/arrow/arrow_files_interface.hpp"

/// The chosen rows of a group, ready to be appended.
struct CentoArrowGroup {
  CentoArrowGroup() = default;
  virtual ~CentoArrowGroup() = default;
  CentoArrowGroup(const CentoArrowGroup&) = delete;
  CentoArrowGroup& operator=(const CentoArrowGroup&) = delete;
};

/// A copy of some rows of one or several files.
struct CentoArrowCopy {
  CentoArrowCopy() = default;
  virtual ~CentoArrowCopy() = default;
  CentoArrowCopy(const CentoArrowCopy&) = delete;
  CentoArrowCopy& operator=(const CentoArrowCopy&) = delete;

  [[nodiscard]] virtual bool can_continue(const CentoArrowFile& file) const = 0;
  /// Thread-safe. Uses that many threads, where it can.
  [[nodiscard]] virtual std::unique_ptr<CentoArrowGroup> prepare(CentoArrowFile& file, std::int64_t group,
                                                                 const CentoArrowChoice& choice,
                                                                 std::size_t threads) = 0;
  virtual void append(CentoArrowGroup& prepared) = 0;
  virtual void finish() = 0;
};

namespace cento::arrow_files {

using OutputBytes = std::shared_ptr<arrow::io::OutputStream>;

/// Passes bytes on to Cento.
[[nodiscard]] OutputBytes called_output(int (*write)(CentoArrowOutput*, const char*, std::int64_t),
                                        CentoArrowOutput* output);

/// For a file of the same kind.
[[nodiscard]] std::unique_ptr<CentoArrowCopy> begin_copy(CentoArrowFile& file, OutputBytes output);
/// Null when the file is of another kind.
[[nodiscard]] std::unique_ptr<CentoArrowCopy> begin_parquet_copy(CentoArrowFile& file, OutputBytes output);
[[nodiscard]] std::unique_ptr<CentoArrowCopy> begin_ipc_copy(CentoArrowFile& file, OutputBytes output);

}  // namespace cento::arrow_files
