#include "sign/feature_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "../temp_folder.hpp"
#include "cento/error.hpp"

namespace cento {
namespace {

using testing::TempFolder;
using Sets = std::vector<Features>;

constexpr std::uint64_t kPlenty = std::uint64_t{64} << 20;

Features got(const FeatureStore& store, std::size_t set) {
  Features scratch;
  const auto features = store.get(set, scratch);
  return {features.begin(), features.end()};
}

/// Sets of many sizes, some empty, some larger than the usual slab.
Sets random_sets(std::uint32_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  Sets sets(count);
  for (Features& set : sets) {
    const std::size_t size = random() % 50 == 0 ? 2000 : random() % 4 == 0 ? 0 : random() % 100;
    for (std::size_t i = 0; i < size; ++i) set.push_back(random());
    std::sort(set.begin(), set.end());
  }
  return sets;
}

TEST(FeatureStore, GivesBackSetsByNumber) {
  FeatureStore store(kPlenty, "");
  EXPECT_EQ(store.size(), 0U);
  store.add(Features{1, 2, 3});
  store.add({});
  store.add(Features{~0ULL});
  EXPECT_EQ(store.size(), 3U);
  EXPECT_EQ(store.features(), 4U);
  EXPECT_EQ(store.size_of(0), 3U);
  EXPECT_EQ(store.size_of(1), 0U);
  EXPECT_EQ(got(store, 0), (Features{1, 2, 3}));
  EXPECT_EQ(got(store, 1), Features{});
  EXPECT_EQ(got(store, 2), Features{~0ULL});
  EXPECT_EQ(store.spilled_bytes(), 0U);
}

TEST(FeatureStore, GivesAPartOfASet) {
  for (const std::uint64_t memory : {kPlenty, std::uint64_t{0}}) {
    FeatureStore store(memory, "");
    store.add(Features{9});
    store.add(Features{1, 2, 3, 4, 5});
    for (int i = 0; i < 100; ++i) store.add(Features(100, 7));  // pushes it out of memory, if there is little
    EXPECT_EQ(store.spilled_bytes() > 0, memory == 0);
    Features scratch;
    const auto part = store.get(1, 1, 3, scratch);
    EXPECT_EQ(Features(part.begin(), part.end()), (Features{2, 3, 4}));
    EXPECT_TRUE(store.get(1, 5, 0, scratch).empty());
  }
}

TEST(FeatureStore, IsReadByManyThreads) {
  const Sets sets = random_sets(3, 500);
  FeatureStore store(10'000, "");
  for (const Features& set : sets) store.add(set);
  EXPECT_GT(store.spilled_bytes(), 0U);
  std::vector<int> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (int& mine : wrong) {
      threads.emplace_back([&] {
        for (std::size_t set = 0; set < sets.size(); ++set) mine += static_cast<int>(got(store, set) != sets[set]);
      });
    }
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(FeatureStore, SaysThatTheTemporaryFolderIsMissing) {
  FeatureStore store(0, "/nowhere/at/all");
  const auto add_many = [&] {
    for (int i = 0; i < 100; ++i) store.add(Features(1000, 1));
  };
  EXPECT_THROW(add_many(), Error);
}

TEST(FeatureStore, LeavesNoFileBehind) {
  const TempFolder folder;
  FeatureStore store(0, folder.path());
  for (int i = 0; i < 100; ++i) store.add(Features(1000, 1));
  EXPECT_GT(store.spilled_bytes(), 0U);
  EXPECT_EQ(folder.size(), 0U);
}

TEST(FeatureStore, KeepsSetsWhereTheyAre) {
  SetPlacer placer(1000);
  FeatureStore store(kPlenty, "");
  std::vector<const std::uint64_t*> places;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Features set(i % 40 * 10, i);
    const PlacedSet placed = placer.place(set);
    places.push_back(placed.features.data());
    store.keep(placed);
  }
  Features scratch;
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(got(store, i), Features(i % 40 * 10, i));
    if (store.size_of(i) > 0) {
      EXPECT_EQ(store.get(i, scratch).data(), places[i]);
    }
  }
}

TEST(FeatureStore, CopiesWhatHasFarMoreMemoryThanItNeeds) {
  SetPlacer placer(100);
  Features set(50, 3);
  set.reserve(5000);
  const PlacedSet placed = placer.place(set);
  FeatureStore store(kPlenty, "");
  store.keep(placed);
  Features scratch;
  EXPECT_NE(store.get(0, scratch).data(), placed.features.data());
  EXPECT_EQ(got(store, 0), Features(50, 3));
}

TEST(FeatureStore, KeepsNoMoreThanItsMemory) {
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 20;
  MemoryLedger ledger(kMemory);
  FeatureStore store(MemoryPart(kMemory, "sets", &ledger), "");
  SetPlacer placer(FeatureStore::slab_features(kMemory));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Features set(1000, i);
    store.keep(placer.place(set));
  }
  EXPECT_GT(store.spilled_bytes(), 5 * kMemory);
  EXPECT_LE(ledger.entries().front().used, kMemory + kMemory / 8);  // with the begins of sets
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(got(store, i), Features(1000, i));
}

/// Sets are kept or copied, in any order.
RC_GTEST_PROP(FeatureStore, KeepsAndCopiesWhateverTheMemory, (std::uint32_t seed)) {
  const Sets sets = random_sets(seed, *rc::gen::inRange<std::size_t>(0, 300));
  const auto memory = *rc::gen::element<std::uint64_t>(0, 5000, 60'000, 200'000, kPlenty);
  std::mt19937 random(seed);
  std::vector<SetPlacer> placers(2, SetPlacer(FeatureStore::slab_features(memory)));
  FeatureStore store(memory, "");
  for (const Features& set : sets) {
    Features made = set;
    const PlacedSet placed = placers[random() % 2].place(made);
    random() % 4 == 0 ? store.add(placed.features) : store.keep(placed);
  }
  RC_ASSERT(store.size() == sets.size());
  for (std::size_t set = 0; set < sets.size(); ++set) RC_ASSERT(got(store, set) == sets[set]);
}

RC_GTEST_PROP(FeatureStore, KeepsAllSetsWhateverTheMemory, (std::uint32_t seed)) {
  const Sets sets = random_sets(seed, *rc::gen::inRange<std::size_t>(0, 300));
  const auto memory = *rc::gen::element<std::uint64_t>(0, 5000, 60'000, 200'000, kPlenty);
  FeatureStore store(memory, "");
  std::uint64_t features = 0;
  for (const Features& set : sets) {
    store.add(set);
    features += set.size();
  }
  RC_ASSERT(store.size() == sets.size());
  RC_ASSERT(store.features() == features);
  RC_ASSERT(memory < kPlenty || store.spilled_bytes() == 0);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    RC_ASSERT(store.size_of(set) == sets[set].size());
    RC_ASSERT(got(store, set) == sets[set]);
  }
}

}  // namespace
}  // namespace cento
