#include "index/segment/table_merge.hpp"

#include <algorithm>
#include <vector>

#include "core/spill/bucket_sort.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kGatheredEntries = std::uint64_t{1} << 20;  // below this, most groups of most tables are empty
constexpr std::size_t kFewMergedKeys = 32;
constexpr unsigned kUnkeptBits = 64 - KeyTable::kKeyBits;

/// The stored part of a key, or of its lower bits.
template <typename Key>
Key wanted(const MergedTable& merged, Key key) {
  return merged.keys == KeyTable::Keys::brief ? static_cast<Key>(KeyTable::brief_key(key)) : key;
}

/// The keys with the same upper 16 bits of all tables, one after the other; one object per thread.
class GroupMerger {
 public:
  std::span<const std::uint64_t> merge(std::span<const MergedTable> tables, std::uint32_t top) {
    keys_.clear();
    for (const MergedTable& merged : tables) {
      merged.table->for_each_below(top, [&](std::uint32_t low, std::uint32_t value) {
        const std::uint32_t renumbered = (*merged.renumbering)(value);
        if (renumbered != Renumbering::kGone) keys_.push_back(grouped_key(wanted(merged, low), renumbered));
      });
    }
    return std::is_sorted(keys_.begin(), keys_.end()) ? keys_ : sorted();
  }

 private:
  std::span<const std::uint64_t> sorted() {
    if (keys_.size() <= kFewMergedKeys) {
      std::sort(keys_.begin(), keys_.end());
      return keys_;
    }
    sorted_.resize(keys_.size());
    bucket_sort<std::uint64_t>(
        keys_, sorted_, [](std::uint64_t key) { return key; }, 0, scratch_);
    return sorted_;
  }

  PlainVector<std::uint64_t> keys_;
  PlainVector<std::uint64_t> sorted_;
  BucketSortScratch scratch_;
};

PlainVector<IndexKey> gather(std::span<const MergedTable> tables, std::uint64_t size) {
  PlainVector<IndexKey> keys;
  keys.reserve(size);
  for (const MergedTable& merged : tables) {
    merged.table->for_each([&](std::uint64_t key, std::uint32_t value) {
      const std::uint32_t renumbered = (*merged.renumbering)(value);
      if (renumbered != Renumbering::kGone) keys.push_back({wanted(merged, key) << kUnkeptBits, renumbered});
    });
  }
  return keys;
}

}  // namespace

std::uint64_t count_merged(std::span<const MergedTable> tables) {
  std::uint64_t count = 0;
  for (const MergedTable& merged : tables) {
    const std::size_t size = merged.table->size();
    if (merged.renumbering->keeps_all()) {
      count += size;
      continue;
    }
    for (std::size_t i = 0; i < size; ++i) {
      if ((*merged.renumbering)(merged.table->entry_at(i).value) != Renumbering::kGone) ++count;
    }
  }
  return count;
}

PlainVector<std::uint32_t> merge_tables(std::span<const MergedTable> tables, std::uint64_t size, std::size_t threads,
                                        const TakeEntries& take) {
  if (size >= kGatheredEntries) return merge_tables_by_chunk(tables, size, threads, take);
  PlainVector<IndexKey> keys = gather(tables, size);
  const KeyPartition partition = partition_keys(keys);
  return sort_entries(keys, partition, threads, take);
}

PlainVector<std::uint32_t> merge_tables_by_chunk(std::span<const MergedTable> tables, std::uint64_t size,
                                                 std::size_t threads, const TakeEntries& take) {
  std::vector<GroupMerger> mergers(threads);
  const auto fill = [&](std::size_t chunk, std::size_t worker, TableChunk& out) {
    for (std::size_t group = 0; group < kChunkGroups; ++group) {
      const auto top = static_cast<std::uint32_t>(chunk * kChunkGroups + group);
      out.add_group(group, mergers[worker].merge(tables, top));
    }
  };
  return make_chunks(directory_bits_for(size), threads, fill, take);
}

}  // namespace cento
