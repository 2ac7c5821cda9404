#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "read/arrow/table_file.hpp"

namespace cento {

/// Some rows that follow each other in a group of a table: what one thread works on.
struct TablePiece {
  std::int64_t group = 0;
  std::int64_t rows = 0;
  std::uint64_t first_row = 0;  // in the file, from 0
  std::uint64_t bytes = 0;      // likely
};

/// Cuts some groups of a table into pieces of about `piece_bytes`.
[[nodiscard]] std::vector<TablePiece> cut_table(const TableFile& file, const GroupRange& groups,
                                                const ColumnPaths& columns, std::uint64_t piece_bytes);

/// Reads the pieces of a table on several threads. A group can only be read from its beginning, by one thread at a
/// time: a thread that would have to wait for another reads ahead in a later group, within `ahead_bytes`. What was read
/// is unpacked by the thread that takes it. Thread-safe.
class TableReading {
 public:
  /// Rows that follow each other in a piece.
  struct Rows {
    std::shared_ptr<const OwnedArrowArray> batch;  // null: they are lost
    std::int64_t count = 0;
    std::string problem = {};  // why
  };

  /// The file must outlive it.
  TableReading(const TableFile& file, ColumnPaths columns, std::vector<TablePiece> pieces, std::uint64_t ahead_bytes);

  [[nodiscard]] const std::vector<TablePiece>& pieces() const { return pieces_; }

  /// The rows of a piece, by its number; once for each piece.
  [[nodiscard]] std::vector<Rows> take(std::size_t piece);

 private:
  /// A piece as it was read.
  struct Packed {
    std::vector<PackedRows> rows;
    std::int64_t lost = 0;     // rows after them, to the end of the group
    std::string problem = {};  // why
  };

  /// A group that is being read.
  struct Group {
    std::size_t next = 0;             // piece to be read
    std::size_t end = 0;              // after its last piece
    bool is_busy = false;             // a thread reads it
    std::unique_ptr<GroupRows> rows;  // null before the first piece
    bool is_damaged = false;
    std::map<std::size_t, Packed> ready;  // by the number of the piece
  };

  [[nodiscard]] Group& group_of(std::size_t piece);
  [[nodiscard]] Group* group_to_read_ahead(const Group& wanted);
  void read_next(Group& group, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] Packed read_piece(Group& group, const TablePiece& piece) const;
  [[nodiscard]] std::int64_t rows_after(const Group& group, const TablePiece& piece) const;
  [[nodiscard]] static std::vector<Rows> unpack(Packed packed);

  const TableFile& file_;
  ColumnPaths columns_;
  std::vector<TablePiece> pieces_;
  std::uint64_t ahead_bytes_;
  std::uint64_t ready_bytes_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::int64_t, Group> groups_;  // those with pieces that were not taken
};

}  // namespace cento
