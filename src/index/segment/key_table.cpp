#include "index/segment/key_table.hpp"

#include <algorithm>
#include <bit>

#include "index/segment/table_sort.hpp"

namespace cento {

namespace {

constexpr unsigned kMostDirectoryBits = 28;
constexpr std::size_t kEntriesPerSlot = 8;
constexpr std::size_t kScannedEntries = 32;  // above this, binary search is faster

using Entries = std::span<const KeyTable::Entry>;

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

KeyTable::KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory, std::span<const Entry> entries,
                   Keys keys)
    : directory_bits_(directory_bits), keys_(keys), directory_(directory), entries_(entries) {}

KeyTable::KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory,
                   std::span<const std::uint32_t> narrow_entries)
    : directory_bits_(directory_bits), keys_(Keys::brief), directory_(directory), narrow_(narrow_entries) {}

KeyTable::Range KeyTable::between(std::uint64_t begin, std::uint64_t end) const {
  begin = std::min<std::uint64_t>(begin, size());
  return {begin, std::clamp<std::uint64_t>(end, begin, size())};
}

KeyTable::Range KeyTable::bucket(std::uint64_t top) const {
  if (directory_bits_ != 0) return between(directory_[top], directory_[top + 1]);
  const auto [begin, end] = std::equal_range(directory_.begin(), directory_.end(), static_cast<std::uint32_t>(top));
  return between(static_cast<std::uint64_t>(begin - directory_.begin()),
                 static_cast<std::uint64_t>(end - directory_.begin()));
}

KeyTable::Range KeyTable::sound_bucket(std::uint64_t top) const {
  const auto touched = directory_bits_ != 0 ? directory_.subspan(top, 2) : directory_;
  return is_sound(touched) ? bucket(top) : Range();
}

void KeyTable::prefetch_directory(std::uint64_t hash) const {
  if (directory_bits_ != 0) __builtin_prefetch(&directory_[key_of(hash) >> rest_bits()]);
}

void KeyTable::prefetch_entries(std::uint64_t hash) const {
  if (directory_bits_ == 0) return;
  const std::uint64_t begin = std::min<std::uint64_t>(directory_[key_of(hash) >> rest_bits()], size());
  if (is_narrow()) {
    __builtin_prefetch(narrow_.data() + begin);
  } else {
    __builtin_prefetch(entries_.data() + begin);
  }
}

std::span<const KeyTable::Entry> KeyTable::find(std::uint64_t hash) const {
  if (entries_.empty()) return {};
  const std::uint64_t key = keys_ == Keys::brief ? brief_key(key_of(hash)) : key_of(hash);
  const Range range = sound_bucket(key >> rest_bits());
  const Entries entries = entries_.subspan(range.begin, range.end - range.begin);
  if (!is_sound(entries)) return {};
  return entries.size() <= kScannedEntries ? scan(entries, rest_of(key)) : search(entries, rest_of(key));
}

void narrow_entries(std::span<const KeyTable::Entry> entries, unsigned directory_bits,
                    PlainVector<std::uint32_t>& out) {
  constexpr unsigned kLost = KeyTable::kKeyBits - KeyTable::kShortKeyBits;
  out.resize(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    out[i] = (entries[i].rest >> kLost << directory_bits) | entries[i].value;
  }
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
