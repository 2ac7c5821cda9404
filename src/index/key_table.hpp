#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/plain_vector.hpp"
#include "index/digest.hpp"

namespace cento {

/// A sorted table from hashes, of which it has the upper 48 bits (the key), to 32-bit values: a directory on the top
/// bits and eight bytes an entry. A view: what it was made of must outlive it.
///
/// The directory has 2^b + 1 numbers of 32 bits, 16 ≤ b ≤ 28: entries of the keys whose top b bits are i begin at
/// directory[i]. An entry has the lower 48 − b bits of its key, so that the whole key is known. Entries are ascending
/// by key, then by value.
///
/// A small table has b = 0 and a directory of another kind: for each entry the upper 16 bits of its key, ascending; the
/// entry has the other 32. So a table of a few keys takes a few bytes.
///
/// No content of directory and entries makes these functions look outside of them; but in a damaged table values may be
/// any number, so that users compare them with what they count.
class KeyTable {
 public:
  struct Entry {
    std::uint32_t rest;  // the lower bits of the key
    std::uint32_t value;
  };

  static constexpr unsigned kKeyBits = 48;
  static constexpr unsigned kLeastDirectoryBits = 16;

  KeyTable() = default;  // empty: finds nothing
  KeyTable(unsigned directory_bits, std::span<const std::uint32_t> directory, std::span<const Entry> entries);

  [[nodiscard]] static std::uint64_t key_of(std::uint64_t hash) { return hash >> (64U - kKeyBits); }

  /// Asks the processor to fetch what find() of this hash will need: the directory, or, with a second call after some
  /// others, the entries.
  void prefetch_directory(std::uint64_t hash) const;
  void prefetch_entries(std::uint64_t hash) const;

  /// All entries of the hash's key, ascending by value.
  [[nodiscard]] std::span<const Entry> find(std::uint64_t hash) const;

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
  [[nodiscard]] std::span<const std::uint32_t> directory() const { return directory_; }
  [[nodiscard]] unsigned directory_bits() const { return directory_bits_; }

  /// Calls `take(low, value)` for the entries whose keys have these upper 16 bits, in order; `low` are the other 32.
  template <typename Take>
  void for_each_below(std::uint32_t top, const Take& take) const {
    const unsigned slot_bits = top_bits() - kLeastDirectoryBits;
    const std::uint64_t slots = std::uint64_t{1} << slot_bits;
    for (std::uint64_t slot = 0; slot < slots; ++slot) {
      const auto above_rest = static_cast<std::uint32_t>(slot << rest_bits());
      for (const Entry& entry : bucket((std::uint64_t{top} << slot_bits) + slot)) {
        take(above_rest | entry.rest, entry.value);
      }
    }
  }

  /// Calls `take(key, value)` for all entries, in order.
  template <typename Take>
  void for_each(const Take& take) const {
    if (directory_bits_ == 0) return for_each_of_small(take);
    for (std::uint64_t top = 0; top + 1 < directory_.size(); ++top) {
      for (const Entry& entry : bucket(top)) take((top << rest_bits()) | entry.rest, entry.value);
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
  /// The entries of keys that begin with these bits.
  [[nodiscard]] std::span<const Entry> bucket(std::uint64_t top) const;

  unsigned directory_bits_ = 0;
  std::span<const std::uint32_t> directory_;
  std::span<const Entry> entries_;
};

/// Calls `use(i, entries of keys[i])` for all keys, one after the other. Memory is asked for all of them before it is
/// waited for.
template <typename Use>
void find_all(const KeyTable& table, std::span<const IndexKey> keys, const Use& use) {
  if (table.size() == 0) return;
  for (const IndexKey& key : keys) table.prefetch_directory(key.hash);
  for (const IndexKey& key : keys) table.prefetch_entries(key.hash);
  for (std::size_t i = 0; i < keys.size(); ++i) use(i, table.find(keys[i].hash));
}

/// The number of directory bits of a table of so many entries: eight to sixteen entries for each number; 0 for a small
/// table, of less than kSmallTableEntries.
[[nodiscard]] unsigned directory_bits_for(std::size_t entries);
inline constexpr std::size_t kSmallTableEntries = std::size_t{1} << 14;

/// How many numbers the directory of a table of so many entries has.
[[nodiscard]] std::size_t directory_size_for(unsigned directory_bits, std::size_t entries);

/// The parts of a table.
struct BuiltTable {
  unsigned directory_bits = 0;
  PlainVector<std::uint32_t> directory;
  PlainVector<KeyTable::Entry> entries;

  [[nodiscard]] KeyTable view() const { return {directory_bits, directory, entries}; }
};
/// The table of these keys, which may be in any order and are moved about; at most 2^32 − 1.
[[nodiscard]] BuiltTable build_key_table(PlainVector<IndexKey>& keys);

}  // namespace cento
