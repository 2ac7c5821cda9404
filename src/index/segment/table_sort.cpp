#include "index/segment/table_sort.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "core/parallel/executor.hpp"
#include "core/spill/bucket_sort.hpp"

namespace cento {

namespace {

constexpr unsigned kHashBits = 64;
constexpr unsigned kChunkBits = 8;
constexpr unsigned kGroupBits = 8;
constexpr unsigned kLowBits = KeyTable::kKeyBits - kChunkBits - kGroupBits;
constexpr std::size_t kFewKeys = 32;  // std::sort is as fast

std::size_t chunk_of(const IndexKey& key) {
  return key.hash >> (kHashBits - kChunkBits);
}

std::size_t group_of(const IndexKey& key) {
  return (key.hash >> (kHashBits - kChunkBits - kGroupBits)) % kChunkGroups;
}

std::uint32_t low_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(KeyTable::key_of(hash));
}

bool is_before(const IndexKey& a, const IndexKey& b) {
  const std::uint64_t key_a = KeyTable::key_of(a.hash);
  const std::uint64_t key_b = KeyTable::key_of(b.hash);
  return key_a != key_b ? key_a < key_b : a.value < b.value;
}

/// Moves each key to its chunk along cycles; `ends` holds how much of each chunk is filled.
void permute(std::span<IndexKey> keys, const KeyPartition& partition) {
  KeyPartition ends = partition;
  for (std::size_t chunk = 0; chunk < kTableChunks; ++chunk) {
    while (ends[chunk] < partition[chunk + 1]) {
      IndexKey key = keys[ends[chunk]];
      for (std::size_t target = chunk_of(key); target != chunk; target = chunk_of(key)) {
        std::swap(key, keys[ends[target]++]);
      }
      keys[ends[chunk]++] = key;
    }
  }
}

/// Sorts the keys of one chunk after the other; one object per thread.
class ChunkSorter {
 public:
  void sort(std::span<const IndexKey> keys, TableChunk& out) {
    group(keys);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < kChunkGroups; ++i) {
      const std::uint32_t end = ends_[i];
      if (end > begin) out.add_group(i, sorted(std::span(grouped_).subspan(begin, end - begin)));
      begin = end;
    }
  }

 private:
  void group(std::span<const IndexKey> keys) {
    ends_.fill(0);
    for (const IndexKey& key : keys) ++ends_[group_of(key)];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) sum += std::exchange(end, sum);
    grouped_.resize(keys.size());
    for (const IndexKey& key : keys) grouped_[ends_[group_of(key)]++] = grouped_key(low_of(key.hash), key.value);
  }

  std::span<const std::uint64_t> sorted(std::span<std::uint64_t> group) {
    if (group.size() <= kFewKeys) {
      std::sort(group.begin(), group.end());
      return group;
    }
    sorted_.resize(group.size());
    bucket_sort<std::uint64_t>(
        group, sorted_, [](std::uint64_t key) { return key; }, 0, scratch_);
    return sorted_;
  }

  std::array<std::uint32_t, kChunkGroups> ends_{};
  PlainVector<std::uint64_t> grouped_;
  PlainVector<std::uint64_t> sorted_;
  BucketSortScratch scratch_;
};

/// The keys are already sorted.
PlainVector<std::uint32_t> take_small_table(std::span<const IndexKey> keys, const TakeEntries& take) {
  PlainVector<std::uint32_t> directory;
  PlainVector<KeyTable::Entry> entries;
  for (const IndexKey& key : keys) {
    directory.push_back(static_cast<std::uint32_t>(KeyTable::key_of(key.hash) >> kLowBits));
    entries.push_back({low_of(key.hash), key.value});
  }
  take(entries);
  return directory;
}

}  // namespace

KeyPartition partition_keys(std::span<IndexKey> keys) {
  KeyPartition partition{};
  if (keys.size() < kSmallTableEntries) {
    // A function's address would not be inlined.
    std::sort(keys.begin(), keys.end(), [](const IndexKey& a, const IndexKey& b) { return is_before(a, b); });
    return partition;
  }
  for (const IndexKey& key : keys) ++partition[chunk_of(key) + 1];
  for (std::size_t i = 1; i <= kTableChunks; ++i) partition[i] += partition[i - 1];
  permute(keys, partition);
  return partition;
}

void TableChunk::start() {
  entries_.clear();
  starts_.clear();
}

void TableChunk::add_group(std::size_t group, std::span<const std::uint64_t> keys) {
  const unsigned rest_bits = KeyTable::kKeyBits - directory_bits_;
  const auto rest_mask = static_cast<std::uint32_t>((std::uint64_t{1} << rest_bits) - 1);
  const unsigned slots_bits = kLowBits - rest_bits;  // of a group
  const std::size_t first_slot = group << slots_bits;
  std::size_t next = entries_.size();
  entries_.resize(next + keys.size());
  for (const std::uint64_t key : keys) {
    const std::uint64_t low = key >> kLowBits;
    const std::size_t slot = first_slot + (low >> rest_bits);
    if (starts_.size() <= slot) starts_.resize(slot + 1, static_cast<std::uint32_t>(next));
    entries_[next++] = {static_cast<std::uint32_t>(low) & rest_mask, static_cast<std::uint32_t>(key)};
  }
}

void TableChunk::finish() {
  starts_.resize(std::size_t{1} << (directory_bits_ - kChunkBits), static_cast<std::uint32_t>(entries_.size()));
}

PlainVector<std::uint32_t> make_chunks(unsigned directory_bits, std::size_t threads, const FillChunk& fill,
                                       const TakeEntries& take) {
  PlainVector<std::uint32_t> directory;
  directory.reserve((std::size_t{1} << directory_bits) + 1);
  std::uint32_t entries = 0;
  const auto hand_on = [&](const TableChunk* chunk) {
    for (const std::uint32_t start : chunk->starts()) directory.push_back(entries + start);
    entries += static_cast<std::uint32_t>(chunk->entries().size());
    take(chunk->entries());
  };
  std::atomic<std::size_t> next = 0;
  TurnTaking turns;
  run_on_threads(threads, [&](std::size_t worker) {
    TableChunk chunk(directory_bits);
    for (std::size_t i = next++; i < kTableChunks; i = next++) {
      const auto make = [&] {
        chunk.start();
        fill(i, worker, chunk);
        chunk.finish();
        return &chunk;
      };
      turns.run(i, make, hand_on);
    }
  });
  directory.push_back(entries);
  return directory;
}

PlainVector<std::uint32_t> sort_entries(std::span<const IndexKey> keys, const KeyPartition& partition,
                                        std::size_t threads, const TakeEntries& take) {
  const unsigned directory_bits = directory_bits_for(keys.size());
  if (directory_bits == 0) return take_small_table(keys, take);
  std::vector<ChunkSorter> sorters(threads);
  const auto fill = [&](std::size_t chunk, std::size_t worker, TableChunk& out) {
    sorters[worker].sort(keys.subspan(partition[chunk], partition[chunk + 1] - partition[chunk]), out);
  };
  return make_chunks(directory_bits, threads, fill, take);
}

}  // namespace cento
