#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "index/digest.hpp"
#include "index/segment/key_table.hpp"

namespace cento {

/// Tables are made in chunks, which can be processed in parallel: a chunk has the keys with the same upper 8 bits, and
/// a group in it those with the same upper 16, each as one number: the lower 32 bits of the key, then the value.
inline constexpr std::size_t kTableChunks = 256;
inline constexpr std::size_t kChunkGroups = 256;

[[nodiscard]] constexpr std::uint64_t grouped_key(std::uint32_t low, std::uint32_t value) {
  return (std::uint64_t{low} << 32U) | value;
}

/// The begin of each chunk's keys, and the end of all.
using KeyPartition = std::array<std::uint32_t, kTableChunks + 1>;

/// Groups keys by chunk, in place. The keys of a small table are sorted instead.
[[nodiscard]] KeyPartition partition_keys(std::span<IndexKey> keys);

/// Takes the entries of a table, piece by piece, in order.
using TakeEntries = std::function<void(std::span<const KeyTable::Entry>)>;

/// Collects the entries of a chunk.
class TableChunk {
 public:
  explicit TableChunk(unsigned directory_bits) : directory_bits_(directory_bits) {}

  void start();
  /// Groups come in ascending order, their keys sorted.
  void add_group(std::size_t group, std::span<const std::uint64_t> keys);

  [[nodiscard]] std::span<const KeyTable::Entry> entries() const { return entries_; }
  /// For each directory number of the chunk, counted from the chunk's first entry; complete after finish().
  [[nodiscard]] std::span<const std::uint32_t> starts() const { return starts_; }
  void finish();

 private:
  unsigned directory_bits_;
  PlainVector<KeyTable::Entry> entries_;
  PlainVector<std::uint32_t> starts_;
};

/// Adds the groups of a chunk to `out`; called on many threads in parallel, each with its own `worker` from 0.
using FillChunk = std::function<void(std::size_t chunk, std::size_t worker, TableChunk& out)>;

/// Makes all chunks of a table that is not small, on `threads` threads, and passes the entries on in order. Returns the
/// directory.
[[nodiscard]] PlainVector<std::uint32_t> make_chunks(unsigned directory_bits, std::size_t threads,
                                                     const FillChunk& fill, const TakeEntries& take);

/// Sorts partitioned keys into entries. Returns the directory.
[[nodiscard]] PlainVector<std::uint32_t> sort_entries(std::span<const IndexKey> keys, const KeyPartition& partition,
                                                      std::size_t threads, const TakeEntries& take);

}  // namespace cento
