#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// Counters of bucket_sort, kept from one call to the next.
struct BucketSortScratch {
  PlainVector<std::uint32_t> ends;
};

/// Copies `records` to `sorted`, ascending by key, and by the record's own order among equal keys. Made for keys that
/// are evenly spread after their first `skipped_bits` bits, which are the same in all: one pass into buckets of about
/// one record, and one that moves the few still out of order. Other keys are sorted correctly, but more slowly. At most
/// 2^32 - 1 records.
template <typename Record, typename KeyOf>
void bucket_sort(std::span<const Record> records, std::span<Record> sorted, const KeyOf& key_of, int skipped_bits,
                 BucketSortScratch& scratch) {
  constexpr int kBucketBitsMost = 18;  // the counters still fit in the L2 cache
  constexpr std::uint32_t kFewRecords = 24;
  const int bits =
      std::clamp(static_cast<int>(std::bit_width(records.size())), 1, std::min(kBucketBitsMost, 64 - skipped_bits));
  const auto bucket_of = [&](const Record& record) { return (key_of(record) << skipped_bits) >> (64 - bits); };
  auto& ends = scratch.ends;
  ends.resize((std::size_t{1} << bits) + 1);
  std::fill(ends.begin(), ends.end(), 0);
  for (const Record& record : records) ++ends[bucket_of(record) + 1];
  std::uint32_t largest = 0;
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends) {
    largest = std::max(largest, end);
    end = sum += end;
  }
  for (const Record& record : records) sorted[ends[bucket_of(record)]++] = record;  // now `ends` holds ends

  const auto before = [&](const Record& a, const Record& b) {
    const std::uint64_t key_a = key_of(a);
    const std::uint64_t key_b = key_of(b);
    return key_a != key_b ? key_a < key_b : a < b;
  };
  if (largest > kFewRecords) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {
      const std::span<Record> bucket = sorted.subspan(begin, end - begin);
      // A large bucket mostly holds one key whose records are already in order.
      if (bucket.size() > kFewRecords && !std::is_sorted(bucket.begin(), bucket.end(), before)) {
        std::sort(bucket.begin(), bucket.end(), before);
      }
      begin = end;
    }
  }
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (!before(sorted[i], sorted[i - 1])) continue;
    const Record record = sorted[i];
    std::size_t place = i;
    for (; place > 0 && before(record, sorted[place - 1]); --place) sorted[place] = sorted[place - 1];
    sorted[place] = record;
  }
}

}  // namespace cento
