#include "core/memory/memory_budget.hpp"

#include <algorithm>

namespace cento {

std::vector<MemoryLedger::Entry> MemoryLedger::entries() const {
  const std::lock_guard lock(books_->mutex);
  std::vector<Entry> entries;
  for (const Account& account : books_->accounts)
    entries.push_back({account.name, account.most_given, account.most_used});
  return entries;
}

std::uint64_t MemoryLedger::most_given() const {
  const std::lock_guard lock(books_->mutex);
  return books_->most_given;
}

MemoryLedger::Account& MemoryLedger::Books::open(std::string_view name, std::uint64_t bytes) {
  const std::lock_guard lock(mutex);
  auto found = std::find_if(accounts.begin(), accounts.end(), [&](const Account& one) { return one.name == name; });
  Account& account = found != accounts.end() ? *found : accounts.emplace_back(name);
  account.given += bytes;
  account.most_given = std::max(account.most_given, account.given);
  given += bytes;
  most_given = std::max(most_given, given);
  return account;
}

void MemoryLedger::Books::close(Account& account, std::uint64_t bytes) {
  const std::lock_guard lock(mutex);
  account.given -= bytes;
  given -= bytes;
}

void MemoryLease::add(std::uint64_t bytes) {
  used_.fetch_add(bytes, std::memory_order_relaxed);
  const std::uint64_t used = account_->used.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::uint64_t most = account_->most_used.load(std::memory_order_relaxed);
  while (used > most && !account_->most_used.compare_exchange_weak(most, used, std::memory_order_relaxed)) {
  }
}

void MemoryLease::end() {
  account_->used.fetch_sub(used_, std::memory_order_relaxed);
  books_->close(*account_, bytes_);
}

}  // namespace cento
