#include "core/spill/shuffle.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;

struct ShuffledRecord {
  std::uint64_t key = 0;
  std::uint64_t value = 0;

  friend auto operator<=>(const ShuffledRecord&, const ShuffledRecord&) = default;
};

struct KeyOfShuffled {
  std::uint64_t operator()(const ShuffledRecord& record) const { return record.key; }
};

using Records = std::vector<ShuffledRecord>;
using RecordShuffle = Shuffle<ShuffledRecord, KeyOfShuffled>;

constexpr std::uint64_t kPlenty = std::uint64_t{64} << 20;

ShuffleOptions shuffle_options(std::uint64_t memory_bytes, std::uint64_t expected_bytes = 0) {
  ShuffleOptions options;
  options.memory = memory_bytes;
  options.expected_bytes = expected_bytes;
  options.partition_bytes = std::uint64_t{1} << 10;
  return options;
}

TEST(BlockPool, ShrinksWhenNothingIsInUse) {
  BlockPool pool;
  std::vector<char*> blocks;
  for (int i = 0; i < 300; ++i) blocks.push_back(pool.take());
  pool.shrink_to(0);  // no effect while a block is in use
  for (char* block : blocks) {
    *block = 'x';
    pool.give_back(block);
  }
  pool.shrink_to(std::size_t{3} << 20);
  blocks.clear();
  for (int i = 0; i < 300; ++i) blocks.push_back(pool.take());
  for (char* block : blocks) std::fill_n(block, BlockPool::kBlockBytes, 'y');
  std::sort(blocks.begin(), blocks.end());
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    ASSERT_GE(blocks[i] - blocks[i - 1], static_cast<std::ptrdiff_t>(BlockPool::kBlockBytes));
  }
  for (char* block : blocks) pool.give_back(block);
}

/// Adds records from as many threads as there are parts, each from its own writer.
void add_all(RecordShuffle& shuffle, const std::vector<Records>& parts) {
  std::vector<std::jthread> threads;
  for (const Records& part : parts) {
    threads.emplace_back([&shuffle, &part] {
      RecordShuffle::Writer writer(shuffle);
      for (const ShuffledRecord& record : part) writer.add(record);
      writer.flush();
    });
  }
}

/// All partitions, concatenated.
Records read_all(RecordShuffle& shuffle) {
  Records all;
  RecordShuffle::Scratch scratch;
  for (std::size_t partition = 0; partition < shuffle.partitions(); ++partition) {
    const auto records = shuffle.read(partition, scratch);
    all.insert(all.end(), records.begin(), records.end());
  }
  return all;
}

Records random_records(std::uint32_t seed, std::size_t count, std::uint64_t key_mask = ~0ULL) {
  std::mt19937_64 random(seed);
  Records records(count);
  for (ShuffledRecord& record : records) record = {random() & key_mask, random() % 100};
  return records;
}

Records plainly_sorted(const std::vector<Records>& parts) {
  Records all;
  for (const Records& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Shuffle, BringsEqualKeysTogether) {
  RecordShuffle shuffle(shuffle_options(kPlenty));
  add_all(shuffle, {{{3, 1}, {1, 5}, {3, 0}}, {{1, 4}, {2, 2}}});
  EXPECT_EQ(read_all(shuffle), (Records{{1, 4}, {1, 5}, {2, 2}, {3, 0}, {3, 1}}));
  EXPECT_EQ(shuffle.spilled_bytes(), 0U);
}

TEST(Shuffle, MayBeEmpty) {
  RecordShuffle shuffle(shuffle_options(kPlenty, 1 << 14));
  EXPECT_GT(shuffle.partitions(), 1U);
  EXPECT_TRUE(read_all(shuffle).empty());
}

TEST(Shuffle, MakesMorePartitionsForMoreRecordsUpToABound) {
  EXPECT_EQ(RecordShuffle(shuffle_options(0)).partitions(), 1U);
  EXPECT_EQ(RecordShuffle(shuffle_options(kPlenty, 5 << 10)).partitions(), 8U);
  EXPECT_EQ(RecordShuffle(shuffle_options(0, 5 << 10)).partitions(), 1U) << "there is no memory for open blocks";
  const std::size_t most = RecordShuffle(shuffle_options(kPlenty, ~0ULL)).partitions();
  EXPECT_EQ(most, RecordShuffle(shuffle_options(kPlenty, ~0ULL / 2)).partitions());
  EXPECT_LE(most, 4096U) << "each partition of each writer has an open block";
}

TEST(Shuffle, SpillsWhatIsOverTheBudget) {
  const TempFolder folder;
  ShuffleOptions options = shuffle_options(4 * BlockPool::kBlockBytes, 16 << 10);
  options.temp_dir = folder.path();
  RecordShuffle shuffle(options);
  const std::vector<Records> parts = {random_records(1, 60'000), random_records(2, 30'000)};
  add_all(shuffle, parts);
  const std::uint64_t all_bytes = 90'000 * sizeof(ShuffledRecord);
  EXPECT_GE(shuffle.spilled_bytes(), all_bytes - 4 * BlockPool::kBlockBytes);
  EXPECT_LT(shuffle.spilled_bytes(), all_bytes) << "what fits stays in memory";
  EXPECT_EQ(folder.size(), 0U) << "temporary files have no name";
  EXPECT_EQ(read_all(shuffle), plainly_sorted(parts));
}

TEST(Shuffle, ReadsPartitionsInPartsThatAreTooLargeForTheMemory) {
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{6} << 20}) {
    RecordShuffle shuffle(shuffle_options(memory));
    EXPECT_EQ(shuffle.partitions(), 1U);
    const std::vector<Records> parts = {random_records(3, 400'000), random_records(4, 200'000), {{~0ULL, 1}, {0, 1}}};
    add_all(shuffle, parts);
    RecordShuffle::Scratch scratch;
    Records all;
    const auto batches = shuffle.batches();
    EXPECT_GE(batches.size(), 8U);
    for (const RecordShuffle::Batch& batch : batches) {
      const auto records = shuffle.read(batch, scratch);
      EXPECT_LT(records.size_bytes(), std::size_t{2} << 20);
      all.insert(all.end(), records.begin(), records.end());
    }
    EXPECT_EQ(all, plainly_sorted(parts));
    EXPECT_TRUE(read_all(shuffle).empty()) << "what was read is gone";
  }
}

TEST(Shuffle, TakesOneGiantGroup) {
  Records group(300'000);
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = {0xABCDEF, group.size() - i};
  RecordShuffle shuffle(shuffle_options(1 << 20, group.size() * sizeof(ShuffledRecord)));
  EXPECT_GT(shuffle.partitions(), 1U);
  add_all(shuffle, {group, {{1, 1}, {~0ULL, 2}}});
  EXPECT_GT(shuffle.spilled_bytes(), 0U);
  EXPECT_EQ(read_all(shuffle), plainly_sorted({group, {{1, 1}, {~0ULL, 2}}}));
}

TEST(Shuffle, APartitionIsGoneOnceItWasRead) {
  RecordShuffle shuffle(shuffle_options(kPlenty));
  add_all(shuffle, {{{1, 1}}});
  EXPECT_EQ(read_all(shuffle).size(), 1U);
  EXPECT_TRUE(read_all(shuffle).empty());
}

TEST(Shuffle, TellsThatTheTemporaryFolderIsMissing) {
  ShuffleOptions options = shuffle_options(0);
  options.temp_dir = "/nowhere/at/all";
  RecordShuffle shuffle(options);
  RecordShuffle::Writer writer(shuffle);
  writer.add({1, 1});
  EXPECT_THROW(writer.flush(), Error);
}

TEST(Shuffle, RecordsNeedNotDivideABlock) {
  struct Odd {
    std::uint64_t key;
    std::uint64_t more;
    std::uint64_t rest;
    std::uint64_t fourth;
    std::uint64_t fifth;
    auto operator<=>(const Odd&) const = default;
  };
  static_assert(BlockPool::kBlockBytes % sizeof(Odd) != 0);
  struct KeyOfOdd {
    std::uint64_t operator()(const Odd& odd) const { return odd.key; }
  };
  Shuffle<Odd, KeyOfOdd> shuffle(shuffle_options(1 << 17));
  std::vector<Odd> expected;
  {
    Shuffle<Odd, KeyOfOdd>::Writer writer(shuffle);
    for (std::uint64_t i = 0; i < 10'000; ++i) {
      expected.push_back({i * 0x9E3779B97F4A7C15ULL, i, i + 1, i + 2, i + 3});
      writer.add(expected.back());
    }
    writer.flush();
  }
  EXPECT_GT(shuffle.spilled_bytes(), 0U);
  std::sort(expected.begin(), expected.end());
  Shuffle<Odd, KeyOfOdd>::Scratch scratch;
  const auto records = shuffle.read(0, scratch);
  EXPECT_TRUE(std::equal(records.begin(), records.end(), expected.begin(), expected.end()));
}

/// Every writer keeps a block open in each partition: with little memory, partitions are fewer and larger.
TEST(Shuffle, OpenBlocksStayWithinTheMemory) {
  constexpr std::uint64_t kExpected = std::uint64_t{1} << 30;
  ShuffleOptions options;
  options.expected_bytes = kExpected;
  options.writers = 4;
  options.memory = kPlenty * 16;
  const std::size_t usual = PartitionedBlocks(options).partitions();
  for (const std::uint64_t memory : {kPlenty, kPlenty / 4, kPlenty / 64, std::uint64_t{0}}) {
    options.memory = memory;
    const std::size_t partitions = PartitionedBlocks(options).partitions();
    const std::uint64_t open = partitions * options.writers * BlockPool::kBlockBytes;
    const std::uint64_t read = 2 * options.writers * (kExpected / partitions);
    EXPECT_LE(partitions, usual);
    EXPECT_LE(open, std::max(memory / 2, read)) << "with " << memory;
    EXPECT_LE(read, std::max<std::uint64_t>(memory, 4 * open)) << "reading must not take more instead";
  }
}

RC_GTEST_PROP(Shuffle, EqualsAPlainSortWhateverTheMemoryPartitionsAndThreads, (std::uint32_t seed)) {
  const auto threads = *rc::gen::inRange<std::size_t>(1, 4);
  const auto count = *rc::gen::element<std::size_t>(0, 1, 100, 3000, 20'000);
  const auto mask = *rc::gen::element<std::uint64_t>(~0ULL, 0xFF, 0xFFULL << 56, 0);
  const auto memory = *rc::gen::element<std::uint64_t>(0, 100'000, kPlenty);
  const auto expected_bytes = *rc::gen::element<std::uint64_t>(0, 10'000, 1'000'000);
  std::vector<Records> parts;
  for (std::size_t i = 0; i < threads; ++i) {
    parts.push_back(random_records(seed + static_cast<std::uint32_t>(i), count, mask));
  }
  ShuffleOptions options = shuffle_options(memory, expected_bytes);
  options.writers = threads;
  RecordShuffle shuffle(options);
  add_all(shuffle, parts);
  RC_ASSERT(memory > 0 || shuffle.spilled_bytes() == threads * count * sizeof(ShuffledRecord));
  RC_ASSERT(read_all(shuffle) == plainly_sorted(parts));
}

}  // namespace
}  // namespace cento
