#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "index/segment/key_table.hpp"
#include "index/segment/renumbering.hpp"
#include "index/segment/table_sort.hpp"

namespace cento {

/// A table to be merged, and the new numbers of its values; entries whose values are gone are left out.
struct MergedTable {
  const KeyTable* table = nullptr;
  const Renumbering* renumbering = nullptr;
  KeyTable::Keys keys = KeyTable::Keys::whole;  // requested; tables of older segments may have longer ones
};

/// How many entries remain of all these tables.
[[nodiscard]] std::uint64_t count_merged(std::span<const MergedTable> tables);

/// Merges the tables into one of `size` entries, as given by count_merged(), on `threads` threads. Returns its
/// directory. Holds few entries in memory: those of a chunk for each thread, or all of a table of about a million.
[[nodiscard]] PlainVector<std::uint32_t> merge_tables(std::span<const MergedTable> tables, std::uint64_t size,
                                                      std::size_t threads, const TakeEntries& take);

/// The same chunk by chunk, for any table that is not small.
[[nodiscard]] PlainVector<std::uint32_t> merge_tables_by_chunk(std::span<const MergedTable> tables, std::uint64_t size,
                                                               std::size_t threads, const TakeEntries& take);

}  // namespace cento
