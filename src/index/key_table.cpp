#include "index/key_table.hpp"

#include <algorithm>
#include <bit>

#include "index/table_sort.hpp"

namespace cento {

namespace {

constexpr unsigned kMostDirectoryBits = 28;
constexpr std::size_t kEntriesPerSlot = 8;
constexpr std::size_t kScannedEntries = 32;  // in more it pays to search by halves

using Entries = std::span<const KeyTable::Entry>;

Entries between(Entries entries, std::uint64_t begin, std::uint64_t end) {
  begin = std::min<std::uint64_t>(begin, entries.size());
  end = std::clamp<std::uint64_t>(end, begin, entries.size());
  return entries.subspan(begin, end - begin);
}

Entries scan(Entries entries, std::uint32_t rest) {
  std::size_t begin = 0;
  while (begin < entries.size() && entries[begin].rest < rest) ++begin;
  std::size_t end = begin;
  while (end < entries.size() && entries[end].rest == rest) ++end;
  return entries.subspan(begin, end - begin);
}

Entries search(Entries entries, std::uint32_t rest) {
  const auto begin = std::lower_bound(entries.begin(), entries.end(), rest,
                                      [](const KeyTable::Entry& entry, std::uint32_t r) { return entry.rest < r; });
  const auto end = std::upper_bound(begin, entries.end(), rest,
                                    [](std::uint32_t r, const KeyTable::Entry& entry) { return r < entry.rest; });
  return {begin, end};
}

}  // namespace

KeyTable::KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory, std::span<const Entry> entries)
    : directory_bits_(directory_bits), directory_(directory), entries_(entries) {}

Entries KeyTable::bucket(std::uint64_t top) const {
  if (directory_bits_ != 0) return between(entries_, directory_[top], directory_[top + 1]);
  const auto [begin, end] = std::equal_range(directory_.begin(), directory_.end(), static_cast<std::uint32_t>(top));
  return between(entries_, static_cast<std::uint64_t>(begin - directory_.begin()),
                 static_cast<std::uint64_t>(end - directory_.begin()));
}

void KeyTable::prefetch_directory(std::uint64_t hash) const {
  if (directory_bits_ != 0) __builtin_prefetch(&directory_[key_of(hash) >> rest_bits()]);
}

void KeyTable::prefetch_entries(std::uint64_t hash) const {
  if (directory_bits_ == 0) return;
  const std::uint64_t begin = directory_[key_of(hash) >> rest_bits()];
  __builtin_prefetch(entries_.data() + std::min<std::uint64_t>(begin, entries_.size()));
}

std::span<const KeyTable::Entry> KeyTable::find(std::uint64_t hash) const {
  const std::uint64_t key = key_of(hash);
  const auto rest = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << rest_bits()) - 1));
  const Entries entries = bucket(key >> rest_bits());
  return entries.size() <= kScannedEntries ? scan(entries, rest) : search(entries, rest);
}

unsigned directory_bits_for(std::size_t entries) {
  if (entries < kSmallTableEntries) return 0;
  const auto bits = static_cast<unsigned>(std::bit_width(entries / kEntriesPerSlot)) - 1;
  return std::clamp(bits, KeyTable::kLeastDirectoryBits, kMostDirectoryBits);
}

std::size_t directory_size_for(unsigned directory_bits, std::size_t entries) {
  return directory_bits == 0 ? entries : (std::size_t{1} << directory_bits) + 1;
}

BuiltTable build_key_table(PlainVector<IndexKey>& keys) {
  BuiltTable table;
  table.directory_bits = directory_bits_for(keys.size());
  table.entries.reserve(keys.size());
  const KeyPartition partition = partition_keys(keys);
  table.directory = sort_entries(keys, partition, 1, [&](std::span<const KeyTable::Entry> entries) {
    table.entries.insert(table.entries.end(), entries.begin(), entries.end());
  });
  return table;
}

}  // namespace cento
