#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/arrow/arrow_column.hpp"
#include "read/arrow/arrow_files_interface.hpp"
#include "read/arrow/owned_arrow.hpp"
#include "read/input/input.hpp"
#include "read/reader.hpp"

namespace cento {

/// Columns of a table as the plug-in takes them.
class ColumnPaths {
 public:
  void add(const std::vector<std::int64_t>& path);
  [[nodiscard]] CentoArrowPaths get() const { return {numbers_.data(), static_cast<std::int64_t>(numbers_.size())}; }

 private:
  std::vector<std::int64_t> numbers_;
};

/// Rows as the plug-in has read them, still to be unpacked. Used by one thread at a time.
class PackedRows {
 public:
  PackedRows(CentoArrowPiece* piece, std::int64_t rows) : piece_(piece), rows_(rows) {}
  ~PackedRows();
  PackedRows(PackedRows&& other) noexcept : piece_(std::exchange(other.piece_, nullptr)), rows_(other.rows_) {}
  PackedRows& operator=(PackedRows&&) = delete;

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  /// Once. Throws Error when the rows are damaged.
  [[nodiscard]] std::shared_ptr<const OwnedArrowArray> unpack() const;

 private:
  CentoArrowPiece* piece_;
  std::int64_t rows_;
};

/// Rows of a group, read from the first to the last. Not thread-safe.
class GroupRows {
 public:
  explicit GroupRows(CentoArrowRows* rows) : rows_(rows) {}
  ~GroupRows();
  GroupRows(const GroupRows&) = delete;
  GroupRows& operator=(const GroupRows&) = delete;

  /// The next rows, at most that many; empty at the end. Throws Error when they are damaged.
  [[nodiscard]] std::optional<PackedRows> next(std::int64_t rows_most);

 private:
  CentoArrowRows* rows_;
};

/// An opened Parquet or Arrow file: groups of rows. Thread-safe.
class TableFile {
 public:
  /// Reads `in` itself at any place if it is a plain file, and otherwise a copy of it in the temporary folder. Throws
  /// Error when the file is damaged or the plug-in is missing.
  TableFile(Input& in, const ReadOptions& options);
  ~TableFile();
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  [[nodiscard]] std::int64_t groups() const;
  [[nodiscard]] std::int64_t group_rows(std::int64_t group) const;
  /// Uncompressed bytes of these columns, estimated when they are not known.
  [[nodiscard]] std::uint64_t group_bytes(std::int64_t group, const ColumnPaths& columns) const;
  /// Of the file as it is stored.
  [[nodiscard]] std::uint64_t size_bytes() const { return size_bytes_; }
  /// Whether the bytes were read through the input.
  [[nodiscard]] bool is_copy() const { return is_copy_; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }

  /// Of the whole file, and of what read() gives.
  void schema(ArrowSchema& out) const;
  void schema(const ColumnPaths& columns, ArrowSchema& out) const;
  [[nodiscard]] std::unique_ptr<GroupRows> read(std::int64_t group, const ColumnPaths& columns,
                                                std::int64_t batch_rows) const;

  /// As the plug-in knows it.
  [[nodiscard]] CentoArrowFile* handle() const { return file_; }

 private:
  CentoArrowFile* file_ = nullptr;
  std::uint64_t size_bytes_ = 0;
  std::int64_t rows_ = 0;
  bool is_copy_ = false;
};

}  // namespace cento
