#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/plain_vector.hpp"
#include "index/key_table.hpp"
#include "index/renumbering.hpp"
#include "index/table_sort.hpp"

namespace cento {

/// A table that is merged, and what its values become; entries whose values are gone are left out.
struct MergedTable {
  const KeyTable* table = nullptr;
  const Renumbering* renumbering = nullptr;
  KeyTable::Keys keys = KeyTable::Keys::whole;  // that are wanted; tables of older segments may have more of them
};

/// How many entries are left of all these tables.
[[nodiscard]] std::uint64_t count_merged(std::span<const MergedTable> tables);

/// Merges the tables into one of `size` entries, as count_merged() says, on so many threads. Returns its directory.
/// Holds few entries in memory: those of a chunk for each thread, or all of a table of about a million.
[[nodiscard]] PlainVector<std::uint32_t> merge_tables(std::span<const MergedTable> tables, std::uint64_t size,
                                                      std::size_t threads, const TakeEntries& take);

/// The same chunk by chunk, for any table that is not small.
[[nodiscard]] PlainVector<std::uint32_t> merge_tables_by_chunk(std::span<const MergedTable> tables, std::uint64_t size,
                                                               std::size_t threads, const TakeEntries& take);

}  // namespace cento
