#include "index/segment/key_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "index/segment/table_merge.hpp"

namespace cento {
namespace {

using Values = std::vector<std::uint32_t>;
using Reference = std::map<std::uint64_t, Values>;  // by key

Values found(const KeyTable& table, std::uint64_t hash) {
  Values values;
  for (const KeyTable::Entry& entry : table.find(hash)) values.push_back(entry.value);
  return values;
}

Reference reference_of(const PlainVector<IndexKey>& keys) {
  Reference reference;
  for (const IndexKey& key : keys) reference[KeyTable::key_of(key.hash)].push_back(key.value);
  for (auto& [key, values] : reference) std::sort(values.begin(), values.end());
  return reference;
}

void expect_same(const KeyTable& table, const Reference& reference, std::mt19937_64& random) {
  for (const auto& [key, values] : reference) ASSERT_EQ(found(table, key << 16U), values);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t hash = random();
    const auto expected = reference.find(KeyTable::key_of(hash));
    ASSERT_EQ(found(table, hash), expected == reference.end() ? Values() : expected->second);
  }
}

/// Keys of which `same` in a hundred are one of three; some others differ from the previous one only in the last bit.
PlainVector<IndexKey> random_keys(std::mt19937_64& random, std::size_t count, unsigned same) {
  PlainVector<IndexKey> keys;
  std::uint64_t hash = random();
  for (std::size_t i = 0; i < count; ++i) {
    hash = random() % 8 == 0 ? hash ^ 0x10000 : random();
    const bool is_same = random() % 100 < same;
    keys.push_back({is_same ? (random() % 3) << 62U : hash, static_cast<std::uint32_t>(random())});
  }
  return keys;
}

TEST(KeyTable, FindsTheValuesOfAHash) {
  PlainVector<IndexKey> keys = {{0x7777'0000'0000'0000, 5}, {0xffff'ffff'ffff'ffff, 1}, {0x7777'0000'0000'ffff, 2}};
  const BuiltTable built = build_key_table(keys);
  const KeyTable table = built.view();
  EXPECT_EQ(found(table, 0x7777'0000'0000'1234), (Values{2, 5})) << "the last 16 bits are not kept";
  EXPECT_EQ(found(table, 0xffff'ffff'ffff'0000), (Values{1}));
  EXPECT_EQ(found(table, 0x7777'0000'0001'0000), (Values{}));
}

TEST(KeyTable, WithoutKeysFindsNothing) {
  PlainVector<IndexKey> none;
  const BuiltTable built = build_key_table(none);
  for (const KeyTable& table : {KeyTable(), built.view()}) {
    table.prefetch_directory(1);
    table.prefetch_entries(1);
    EXPECT_TRUE(table.find(0).empty());
    EXPECT_TRUE(table.find(~std::uint64_t{0}).empty());
  }
}

TEST(KeyTable, HasEightToSixteenEntriesForEachNumberOfTheDirectory) {
  EXPECT_EQ(directory_bits_for(0), 0U);
  EXPECT_EQ(directory_bits_for(kSmallTableEntries - 1), 0U);
  EXPECT_EQ(directory_bits_for(kSmallTableEntries), 16U);
  EXPECT_EQ(directory_bits_for(std::size_t{8} << 20U), 20U);
  EXPECT_EQ(directory_bits_for((std::size_t{16} << 20U) - 1), 20U);
  EXPECT_EQ(directory_bits_for(0xffff'ffff), 28U);
}

TEST(KeyTable, IsAsAMultimap) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, kSmallTableEntries - 1, kSmallTableEntries,
                                  std::size_t{100'000}, std::size_t{600'000}}) {
    PlainVector<IndexKey> keys = random_keys(random, count, 20);
    const Reference reference = reference_of(keys);
    const BuiltTable built = build_key_table(keys);
    ASSERT_EQ(built.entries.size(), count);
    ASSERT_EQ(built.directory.size(), directory_size_for(built.directory_bits, count));
    expect_same(built.view(), reference, random);
  }
}

TEST(KeyTable, HoldsOneKeyVeryOften) {
  std::mt19937_64 random(2);
  PlainVector<IndexKey> keys = random_keys(random, 300'000, 100);
  for (IndexKey& key : keys) key.hash = 0xabcd'0000'0000'0000;
  const Reference reference = reference_of(keys);
  const BuiltTable built = build_key_table(keys);
  expect_same(built.view(), reference, random);
  EXPECT_TRUE(built.view().find(0xabcd'0000'0001'0000).empty());
  EXPECT_TRUE(built.view().find(0xabcc'ffff'ffff'0000).empty());
}

TEST(KeyTable, LooksAtNoBytesOutsideWhateverItsDirectorySays) {
  std::mt19937_64 random(3);
  for (const unsigned bits : {0U, 16U}) {
    std::vector<std::uint32_t> directory(directory_size_for(bits, 500));
    std::vector<KeyTable::Entry> entries(500);
    for (std::uint32_t& number : directory) number = static_cast<std::uint32_t>(random() % 1000);
    const KeyTable table(bits, directory, entries);
    for (int i = 0; i < 100'000; ++i) {
      const std::uint64_t hash = random() << (i % 64);
      table.prefetch_entries(hash);
      const auto some = table.find(hash);
      ASSERT_TRUE(some.empty() || (some.data() >= entries.data() && some.data() + some.size() <= &*entries.end()));
    }
  }
}

/// A renumbering that adds `first` and leaves out every seventh thousand.
Renumbering moved_by(std::uint32_t first, std::uint32_t values) {
  Renumbering renumbering;
  for (std::uint32_t i = 0; i < values; i += 1000) {
    renumbering.add(1000, i % 7000 == 0 ? Renumbering::kGone : first);
    if (i % 7000 != 0) first += 1000;
  }
  renumbering.finish();
  return renumbering;
}

TEST(TableMerge, GivesTheTableOfAllKeysThatAreLeft) {
  constexpr std::uint32_t kValues = 50'000;
  std::mt19937_64 random(4);
  for (const std::size_t count : {100U, 9'000U, 30'000U}) {
    std::vector<BuiltTable> tables(3);
    std::vector<KeyTable> views(3);
    std::vector<Renumbering> renumberings;
    PlainVector<IndexKey> all;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      PlainVector<IndexKey> keys = random_keys(random, count, 10);
      for (IndexKey& key : keys) key.value %= kValues;
      renumberings.push_back(moved_by(static_cast<std::uint32_t>(i) * kValues, kValues));
      for (const IndexKey& key : keys) {
        const std::uint32_t value = renumberings[i](key.value);
        if (value != Renumbering::kGone) all.push_back({key.hash, value});
      }
      tables[i] = build_key_table(keys);
      views[i] = tables[i].view();
    }
    const std::vector<MergedTable> merged = {
        {&views[0], &renumberings[0]}, {&views[1], &renumberings[1]}, {&views[2], &renumberings[2]}};
    ASSERT_EQ(count_merged(merged), all.size());
    const BuiltTable expected = build_key_table(all);
    for (const bool by_chunk : {false, true}) {
      if (by_chunk && expected.directory_bits == 0) continue;
      PlainVector<KeyTable::Entry> entries;
      const TakeEntries take = [&](std::span<const KeyTable::Entry> some) {
        entries.insert(entries.end(), some.begin(), some.end());
      };
      const PlainVector<std::uint32_t> directory =
          by_chunk ? merge_tables_by_chunk(merged, all.size(), 2, take) : merge_tables(merged, all.size(), 2, take);
      EXPECT_EQ(directory, expected.directory);
      EXPECT_TRUE(std::equal(entries.begin(), entries.end(), expected.entries.begin(), expected.entries.end(),
                             [](const auto& a, const auto& b) { return a.rest == b.rest && a.value == b.value; }));
    }
  }
}

RC_GTEST_PROP(Renumbering, IsAsAList, ()) {
  Renumbering renumbering;
  std::vector<std::uint32_t> expected;
  std::uint32_t next = *rc::gen::inRange<std::uint32_t>(0, 50);
  for (const auto& [count, kind] : *rc::gen::arbitrary<std::vector<std::pair<std::uint8_t, std::uint8_t>>>()) {
    const bool is_gone = kind % 3 == 0;
    if (kind % 3 == 1) next += 10;
    renumbering.add(count, is_gone ? Renumbering::kGone : next);
    for (std::uint32_t i = 0; i < count; ++i) expected.push_back(is_gone ? Renumbering::kGone : next++);
  }
  renumbering.finish();
  RC_ASSERT(renumbering.size() == expected.size());
  for (std::uint32_t i = 0; i < expected.size(); ++i) RC_ASSERT(renumbering(i) == expected[i]);
  RC_ASSERT(renumbering(renumbering.size()) == Renumbering::kGone);
}

}  // namespace
}  // namespace cento
