#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "align/families.hpp"
#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/spill/temp_file.hpp"

namespace cento {

/// Lists of positions, one after another: in memory up to a budget, then in a temporary file. Written by one thread,
/// then read by many.
class PositionLists {
 public:
  /// `temp_dir`: empty for the system default.
  PositionLists(const MemoryPart& memory, std::string temp_dir) : lease_(memory), file_(std::move(temp_dir)) {}

  /// Adds a list and returns where it begins. Throws Error when the temporary folder is full.
  std::uint64_t add(std::span<const Position> list);

  /// Called once, after everything was added.
  void finish();

  /// `count` positions from the begin of a list. They may be in `scratch` until its next use.
  [[nodiscard]] std::span<const Position> get(std::uint64_t begin, std::size_t count,
                                              PlainVector<Position>& scratch) const;

  /// Bytes held in memory.
  [[nodiscard]] std::size_t memory_bytes() const {
    return (in_memory_.capacity() + unwritten_.capacity()) * sizeof(Position);
  }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return file_.size(); }

 private:
  void write();

  MemoryLease lease_;
  PlainVector<Position> in_memory_;  // the first lists
  PlainVector<Position> unwritten_;  // the last ones, not yet in the file
  TempFile file_;
};

}  // namespace cento
