#include "core/spill/bucket_sort.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace cento {
namespace {

struct Record {
  std::uint64_t key = 0;
  std::uint32_t value = 0;

  friend auto operator<=>(const Record&, const Record&) = default;
};

struct KeyOfRecord {
  std::uint64_t operator()(const Record& record) const { return record.key; }
};

std::vector<Record> sorted(const std::vector<Record>& records, int skipped_bits = 0) {
  std::vector<Record> out(records.size());
  BucketSortScratch scratch;
  bucket_sort<Record>(records, out, KeyOfRecord(), skipped_bits, scratch);
  return out;
}

std::vector<Record> plainly_sorted(std::vector<Record> records) {
  std::sort(records.begin(), records.end());
  return records;
}

TEST(BucketSort, SortsByKeyThenByTheRecord) {
  const std::vector<Record> records = {{5, 1}, {~0ULL, 0}, {5, 0}, {0, 9}, {1ULL << 63, 2}};
  const std::vector<Record> expected = {{0, 9}, {5, 0}, {5, 1}, {1ULL << 63, 2}, {~0ULL, 0}};
  EXPECT_EQ(sorted(records), expected);
}

TEST(BucketSort, TakesNothingAndOneRecord) {
  EXPECT_TRUE(sorted({}).empty());
  EXPECT_EQ(sorted({{7, 7}}), (std::vector<Record>{{7, 7}}));
}

TEST(BucketSort, SortsManyRecordsOfOneKey) {
  std::vector<Record> records;
  for (std::uint32_t i = 100'000; i > 0; --i) records.push_back({42, i});
  EXPECT_EQ(sorted(records), plainly_sorted(records));
}

TEST(BucketSort, ItsScratchMayBeUsedAgain) {
  BucketSortScratch scratch;
  std::mt19937_64 random(1);
  for (const std::size_t size : {1000U, 3U, 100'000U, 0U, 50U}) {
    std::vector<Record> records(size);
    for (Record& record : records) record = {random(), static_cast<std::uint32_t>(random())};
    std::vector<Record> out(size);
    bucket_sort<Record>(records, out, KeyOfRecord(), 0, scratch);
    EXPECT_EQ(out, plainly_sorted(records)) << size;
  }
}

/// Keys of all kinds: even, few, next to each other, a heavy one among others, all with the same first bits.
std::uint64_t random_key(std::mt19937_64& random, int kind, int skipped_bits) {
  const std::uint64_t even = random() >> skipped_bits;
  switch (kind) {
    case 0: return even;
    case 1: return even & 7;
    case 2: return random() % 5000;
    case 3: return random() % 3 == 0 ? even : 12345;
    default: return even & ~0xFFFFFFFFULL;
  }
}

RC_GTEST_PROP(BucketSort, EqualsAPlainSort, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  const auto kind = *rc::gen::inRange(0, 5);
  const auto skipped_bits = *rc::gen::inRange(0, 60);
  const std::uint64_t common_bits = skipped_bits == 0 ? 0 : random() << (64 - skipped_bits);
  const auto size = *rc::gen::element<std::size_t>(0, 1, 2, 30, 700, 5000);
  std::vector<Record> records(size);
  for (Record& record : records) {
    const std::uint64_t key = random_key(random, kind, skipped_bits);
    record.key = skipped_bits == 0 ? key : common_bits | (key & (~0ULL >> skipped_bits));
    record.value = static_cast<std::uint32_t>(random() % 4);
  }
  RC_ASSERT(sorted(records, skipped_bits) == plainly_sorted(records));
}

}  // namespace
}  // namespace cento
