#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/memory/plain_vector.hpp"
#include "index/digest.hpp"
#include "index/segment/block_checks.hpp"

namespace cento {

/// A sorted table from hashes, of which it stores the upper 48 bits (the key), to 32-bit values: a directory on the top
/// bits and eight bytes per entry. A view: its data must outlive it.
///
/// The directory has 2^b + 1 numbers of 32 bits, 16 ≤ b ≤ 28: entries of the keys whose top b bits are i begin at
/// directory[i]. An entry has the lower 48 − b bits of its key, so that the whole key is known. Entries are ascending
/// by key, then by value.
///
/// A small table has b = 0 and a different directory: for each entry the upper 16 bits of its key, ascending; the entry
/// has the other 32. So a table of a few keys takes a few bytes.
///
/// A table of short keys has only the upper 32 bits of hashes: the lower 16 of every key are 0. Unless it is small, and
/// if all values are below 2^b, its entries may be narrow: one number each, the 32 − b bits of the key that are not in
/// the directory above b bits of value.
///
/// No content of directory and entries makes these functions read outside of them; but values in a damaged table may be
/// any number, so callers must check their range. find() and its callers leave out what is in damaged blocks of a
/// segment, if these are known.
class KeyTable {
 public:
  struct Entry {
    std::uint32_t rest;  // the lower bits of the key
    std::uint32_t value;
  };

  static constexpr unsigned kKeyBits = 48;
  static constexpr unsigned kShortKeyBits = 32;
  static constexpr unsigned kLeastDirectoryBits = 16;

  KeyTable() = default;                             // empty: finds nothing
  enum class Keys : std::uint8_t { whole, brief };  // brief: short keys
  KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory, std::span<const Entry> entries,
           Keys keys = Keys::whole);
  /// With narrow entries; `directory_bits` is not 0.
  KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory,
           std::span<const std::uint32_t> narrow_entries);

  /// Makes it check what it finds in a segment (null: no checks); they must outlive it.
  void set_checks(const BlockChecks* checks) { checks_ = checks; }

  [[nodiscard]] static std::uint64_t key_of(std::uint64_t hash) { return hash >> (64U - kKeyBits); }
  /// A key without the bits that a short one lacks.
  [[nodiscard]] static std::uint64_t brief_key(std::uint64_t key) {
    constexpr unsigned kLost = kKeyBits - kShortKeyBits;
    return key >> kLost << kLost;
  }

  /// Prefetches what find() of this hash will need: the directory, or, with a second call after some others, the
  /// entries.
  void prefetch_directory(std::uint64_t hash) const;
  void prefetch_entries(std::uint64_t hash) const;

  /// All entries of the hash's key, ascending by value. None for narrow entries: see for_each_found().
  [[nodiscard]] std::span<const Entry> find(std::uint64_t hash) const;

  /// Calls `use(value)` for all entries of the hash's key, ascending, for any kind of entries.
  template <typename Use>
  void for_each_found(std::uint64_t hash, const Use& use) const {
    if (narrow_.empty()) {
      for (const Entry& entry : find(hash)) use(entry.value);
      return;
    }
    const std::uint64_t key = brief_key(key_of(hash));
    const Range range = sound_bucket(key >> rest_bits());
    if (!is_sound(narrow_.subspan(range.begin, range.end - range.begin))) return;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Entry entry = entry_at(i);
      if (entry.rest == rest_of(key)) use(entry.value);
    }
  }

  [[nodiscard]] std::size_t size() const { return entries_.size() + narrow_.size(); }
  [[nodiscard]] bool is_narrow() const { return !narrow_.empty(); }
  /// Entry `i` of size(), in the order of keys.
  [[nodiscard]] Entry entry_at(std::size_t i) const {
    if (narrow_.empty()) return entries_[i];
    constexpr unsigned kLost = kKeyBits - kShortKeyBits;
    return {narrow_[i] >> directory_bits_ << kLost, narrow_[i] & ((std::uint32_t{1} << directory_bits_) - 1)};
  }
  [[nodiscard]] std::span<const std::uint32_t> directory() const { return directory_; }
  [[nodiscard]] unsigned directory_bits() const { return directory_bits_; }

  /// Calls `take(low, value)` for the entries whose keys have these upper 16 bits, in order; `low` are the other 32.
  template <typename Take>
  void for_each_below(std::uint32_t top, const Take& take) const {
    const unsigned slot_bits = top_bits() - kLeastDirectoryBits;
    const std::uint64_t slots = std::uint64_t{1} << slot_bits;
    for (std::uint64_t slot = 0; slot < slots; ++slot) {
      const auto above_rest = static_cast<std::uint32_t>(slot << rest_bits());
      const Range range = bucket((std::uint64_t{top} << slot_bits) + slot);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Entry entry = entry_at(i);
        take(above_rest | entry.rest, entry.value);
      }
    }
  }

  /// Calls `take(key, value)` for all entries, in order.
  template <typename Take>
  void for_each(const Take& take) const {
    if (directory_bits_ == 0) return for_each_of_small(take);
    for (std::uint64_t top = 0; top + 1 < directory_.size(); ++top) {
      const Range range = bucket(top);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Entry entry = entry_at(i);
        take((top << rest_bits()) | entry.rest, entry.value);
      }
    }
  }

 private:
  template <typename Take>
  void for_each_of_small(const Take& take) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      take((std::uint64_t{directory_[i]} << rest_bits()) | entries_[i].rest, entries_[i].value);
    }
  }

  [[nodiscard]] unsigned top_bits() const { return directory_bits_ == 0 ? kLeastDirectoryBits : directory_bits_; }
  [[nodiscard]] unsigned rest_bits() const { return kKeyBits - top_bits(); }
  [[nodiscard]] std::uint32_t rest_of(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key & ((std::uint64_t{1} << rest_bits()) - 1));
  }
  /// A range of entry numbers.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Range between(std::uint64_t begin, std::uint64_t end) const;
  /// The entries of keys that begin with these bits.
  [[nodiscard]] Range bucket(std::uint64_t top) const;
  /// The same; empty if the directory is damaged there.
  [[nodiscard]] Range sound_bucket(std::uint64_t top) const;
  template <typename T>
  [[nodiscard]] bool is_sound(std::span<const T> values) const {
    return checks_ == nullptr || values.empty() || checks_->are_sound(std::as_bytes(values));
  }

  unsigned directory_bits_ = 0;
  Keys keys_ = Keys::whole;
  std::span<const std::uint32_t> directory_;
  std::span<const Entry> entries_;
  std::span<const std::uint32_t> narrow_;
  const BlockChecks* checks_ = nullptr;
};

/// Calls `use(i, entries of keys[i])` for all keys, one after the other. Prefetches for all of them before the first
/// access.
template <typename Use>
void find_all(const KeyTable& table, std::span<const IndexKey> keys, const Use& use) {
  if (table.size() == 0) return;
  for (const IndexKey& key : keys) table.prefetch_directory(key.hash);
  for (const IndexKey& key : keys) table.prefetch_entries(key.hash);
  for (std::size_t i = 0; i < keys.size(); ++i) use(i, table.find(keys[i].hash));
}

/// Calls `use(value)` for all values of the keys, likewise.
template <typename Use>
void find_all_values(const KeyTable& table, std::span<const IndexKey> keys, const Use& use) {
  if (table.size() == 0) return;
  for (const IndexKey& key : keys) table.prefetch_directory(key.hash);
  for (const IndexKey& key : keys) table.prefetch_entries(key.hash);
  for (const IndexKey& key : keys) table.for_each_found(key.hash, use);
}

/// Replaces `out` by narrow entries, for short keys and values below 2^directory_bits.
void narrow_entries(std::span<const KeyTable::Entry> entries, unsigned directory_bits, PlainVector<std::uint32_t>& out);

/// The number of directory bits of a table with this many entries: eight to sixteen entries for each number; 0 for a
/// small table, with less than kSmallTableEntries.
[[nodiscard]] unsigned directory_bits_for(std::size_t entries);
inline constexpr std::size_t kSmallTableEntries = std::size_t{1} << 14;

/// The size of the directory of a table with this many entries.
[[nodiscard]] std::size_t directory_size_for(unsigned directory_bits, std::size_t entries);

/// The parts of a table.
struct BuiltTable {
  unsigned directory_bits = 0;
  PlainVector<std::uint32_t> directory;
  PlainVector<KeyTable::Entry> entries;

  [[nodiscard]] KeyTable view() const { return {directory_bits, directory, entries}; }
};
/// The table of these keys, which may be in any order and are reordered; at most 2^32 − 1.
[[nodiscard]] BuiltTable build_key_table(PlainVector<IndexKey>& keys);

}  // namespace cento
