#include "core/memory/memory_budget.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>

#include "core/memory/spillable_memory.hpp"
#include "core/spill/shuffle.hpp"

namespace cento {
namespace {

constexpr MemoryShare kHalf{"a half", 2};
constexpr MemoryShare kFifth{"a fifth", 5};

TEST(MemoryBudget, IsDividedByName) {
  MemoryLedger ledger(1000);
  const MemoryBudget budget(ledger.limit(), &ledger);
  const MemoryPart half = budget.part(kHalf);
  EXPECT_EQ(half.bytes, 500U);
  EXPECT_EQ(half.divided(4).bytes, 125U);
  EXPECT_EQ(half.at_most(10).bytes, 10U);
  EXPECT_EQ(half.less(half.divided(5)).bytes, 400U);
  EXPECT_TRUE(ledger.entries().empty());  // nobody holds anything yet
}

TEST(MemoryBudget, RecordsTheMostThatWasGivenAndUsed) {
  MemoryLedger ledger(1000);
  const MemoryBudget budget(ledger.limit(), &ledger);
  {
    MemoryLease one(budget.part(kHalf));
    MemoryLease other(budget.part(kFifth));
    one.use(300);
    one.free(100);
    one.use(50);
    other.use(7);
    MemoryLease moved(std::move(one));
    moved.use(100);
  }
  MemoryLease later(budget.part(kHalf));
  later.use(10);
  const auto entries = ledger.entries();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "a half");
  EXPECT_EQ(entries[0].given, 500U);
  EXPECT_EQ(entries[0].used, 350U);
  EXPECT_EQ(entries[1].given, 200U);
  EXPECT_EQ(entries[1].used, 7U);
  EXPECT_EQ(ledger.most_given(), 700U);
}

TEST(MemoryBudget, CountsAllWhoGoByAName) {
  MemoryLedger ledger(1000);
  const MemoryBudget budget(ledger.limit(), &ledger);
  MemoryLease one(budget.part(kFifth));
  MemoryLease two(budget.part(kFifth));
  std::thread([&] { one.use(10); }).join();
  two.use(20);
  EXPECT_EQ(ledger.entries().front().given, 400U);
  EXPECT_EQ(ledger.entries().front().used, 30U);
}

TEST(MemoryBudget, ALeaseMayOutliveTheLedger) {
  auto ledger = std::make_unique<MemoryLedger>(1000);
  MemoryLease lease(MemoryBudget(ledger->limit(), ledger.get()).part(kFifth));
  lease.use(10);
  ledger.reset();
  lease.free(5);
  EXPECT_EQ(lease.bytes(), 200U);
}

TEST(MemoryBudget, PlainNumbersBelongToNoBudget) {
  MemoryLease lease(MemoryPart(100));
  lease.use(10);
  lease.free(10);
  EXPECT_EQ(lease.bytes(), 100U);
}

TEST(MemoryBudget, KnowsWhatTablesHold) {
  MemoryLedger ledger(std::uint64_t{1} << 30);
  const MemoryBudget budget(ledger.limit(), &ledger);
  SpillableMemory memory(budget.part(kHalf), "");
  SpillableVector<std::uint64_t> table(1000, 1, &memory);
  EXPECT_EQ(ledger.entries().front().used, 8000U);
}

}  // namespace
}  // namespace cento
