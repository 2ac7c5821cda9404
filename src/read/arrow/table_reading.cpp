#include "read/arrow/table_reading.hpp"

#include <algorithm>
#include <utility>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::int64_t kPieceRowsMost = 4096;  // texts of a dictionary may be much larger than what is stored of them
constexpr std::size_t kGroupsAheadMost = 8;    // each holds the pages it is at

}  // namespace

std::vector<TablePiece> cut_table(const TableFile& file, const GroupRange& groups, const ColumnPaths& columns,
                                  std::uint64_t piece_bytes) {
  std::vector<TablePiece> pieces;
  std::uint64_t first_row = 0;
  for (std::int64_t group = 0; group < file.groups(); ++group) {
    const std::int64_t rows = file.group_rows(group);
    const std::uint64_t row_bytes =
        file.group_bytes(group, columns) / static_cast<std::uint64_t>(std::max<std::int64_t>(rows, 1)) + 1;
    const auto piece_rows =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(piece_bytes / row_bytes), 1, kPieceRowsMost);
    for (std::int64_t begin = 0; groups.has(group) && begin < rows; begin += piece_rows) {
      const std::int64_t taken = std::min(piece_rows, rows - begin);
      pieces.push_back(
          {group, taken, first_row + static_cast<std::uint64_t>(begin), row_bytes * static_cast<std::uint64_t>(taken)});
    }
    first_row += static_cast<std::uint64_t>(rows);
  }
  return pieces;
}

TableReading::TableReading(const TableFile& file, ColumnPaths columns, std::vector<TablePiece> pieces,
                           std::uint64_t ahead_bytes)
    : file_(file), columns_(std::move(columns)), pieces_(std::move(pieces)), ahead_bytes_(ahead_bytes) {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const auto [group, is_new] = groups_.try_emplace(pieces_[i].group);
    if (is_new) group->second.next = i;
    group->second.end = i + 1;
  }
}

TableReading::Group& TableReading::group_of(std::size_t piece) {
  return groups_.at(pieces_[piece].group);
}

std::vector<TableReading::Rows> TableReading::take(std::size_t piece) {
  std::unique_lock lock(mutex_);
  Group& group = group_of(piece);
  for (auto found = group.ready.find(piece);; found = group.ready.find(piece)) {
    if (found != group.ready.end()) {
      Packed packed = std::move(found->second);
      group.ready.erase(found);
      ready_bytes_ -= pieces_[piece].bytes;
      const bool is_done = group.next == group.end && group.ready.empty() && !group.is_busy;
      if (is_done) groups_.erase(pieces_[piece].group);
      changed_.notify_all();
      lock.unlock();
      return unpack(std::move(packed));
    }
    if (!group.is_busy) {
      read_next(group, lock);
    } else if (Group* ahead = group_to_read_ahead(group)) {
      read_next(*ahead, lock);
    } else {
      changed_.wait(lock);
    }
  }
}

/// A later group that no thread reads, if there is room for more of it; null otherwise.
TableReading::Group* TableReading::group_to_read_ahead(const Group& wanted) {
  if (ready_bytes_ >= ahead_bytes_) return nullptr;
  std::size_t seen = 0;
  for (auto& [number, group] : groups_) {
    if (seen > kGroupsAheadMost) break;
    ++seen;
    if (&group != &wanted && !group.is_busy && group.next < group.end) return &group;
  }
  return nullptr;
}

/// Reads the next piece of a group, without the lock meanwhile.
void TableReading::read_next(Group& group, std::unique_lock<std::mutex>& lock) {
  const std::size_t number = group.next++;
  const TablePiece& piece = pieces_[number];
  group.is_busy = true;
  ready_bytes_ += piece.bytes;
  lock.unlock();
  Packed packed = read_piece(group, piece);
  lock.lock();
  group.is_busy = false;
  if (number + 1 == group.end) group.rows.reset();
  group.ready.emplace(number, std::move(packed));
  changed_.notify_all();
}

TableReading::Packed TableReading::read_piece(Group& group, const TablePiece& piece) const {
  Packed packed;
  if (group.is_damaged) return packed;
  std::int64_t left = piece.rows;
  try {
    if (group.rows == nullptr) group.rows = file_.read(piece.group, columns_, piece.rows);
    while (left > 0) {
      std::optional<PackedRows> rows = group.rows->next(left);
      if (!rows) throw Error("rows are missing at the end of a group of rows");
      left -= rows->rows();
      packed.rows.push_back(*std::move(rows));
    }
  } catch (const Error& error) {
    group.is_damaged = true;
    packed.lost = rows_after(group, piece) + left;
    packed.problem = error.what();
  }
  return packed;
}

/// How many rows of the group come after a piece.
std::int64_t TableReading::rows_after(const Group& group, const TablePiece& piece) const {
  const TablePiece& last = pieces_[group.end - 1];
  return static_cast<std::int64_t>(last.first_row - piece.first_row) + last.rows - piece.rows;
}

std::vector<TableReading::Rows> TableReading::unpack(Packed packed) {
  std::vector<Rows> rows;
  for (const PackedRows& some : packed.rows) {
    rows.push_back({nullptr, some.rows()});
    Rows& unpacked = rows.back();
    try {
      unpacked.batch = some.unpack();
    } catch (const Error& error) {
      unpacked.problem = error.what();
    }
  }
  if (packed.lost > 0) rows.push_back({nullptr, packed.lost, std::move(packed.problem)});
  return rows;
}

}  // namespace cento
