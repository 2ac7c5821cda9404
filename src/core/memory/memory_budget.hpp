#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cento {

/// Records who was given how much of a job's memory, and how much of that was used.
class MemoryLedger {
 public:
  /// The most at any time, of all who go by this name.
  struct Entry {
    std::string name;
    std::uint64_t given = 0;
    std::uint64_t used = 0;
  };

  /// `limit`: what the user gave.
  explicit MemoryLedger(std::uint64_t limit) : limit_(limit) {}
  MemoryLedger(const MemoryLedger&) = delete;
  MemoryLedger& operator=(const MemoryLedger&) = delete;

  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  /// In the order in which memory was first given.
  [[nodiscard]] std::vector<Entry> entries() const;
  /// The most that was given at any time, to all together.
  [[nodiscard]] std::uint64_t most_given() const;

 private:
  friend class MemoryLease;

  struct Account {
    explicit Account(std::string_view own_name) : name(own_name) {}

    std::string name;
    std::uint64_t given = 0;
    std::uint64_t most_given = 0;
    std::atomic<std::uint64_t> used = 0;
    std::atomic<std::uint64_t> most_used = 0;
  };

  /// Leases share it: what was read from standard input is kept for the next job, beyond the ledger of this one.
  struct Books {
    Account& open(std::string_view name, std::uint64_t bytes);
    void close(Account& account, std::uint64_t bytes);

    std::mutex mutex;
    std::deque<Account> accounts;
    std::uint64_t given = 0;
    std::uint64_t most_given = 0;
  };

  std::uint64_t limit_;
  std::shared_ptr<Books> books_ = std::make_shared<Books>();
};

/// How much memory someone may hold, and under which name.
struct MemoryPart {
  MemoryPart(std::uint64_t own_bytes) : bytes(own_bytes) {}  // NOLINT: a plain number is a part of no budget
  MemoryPart(std::uint64_t own_bytes, std::string_view own_name, MemoryLedger* own_ledger)
      : bytes(own_bytes), name(own_name), ledger(own_ledger) {}

  /// One of `count` equal parts, under the same name.
  [[nodiscard]] MemoryPart divided(std::uint64_t count) const { return {bytes / count, name, ledger}; }
  /// What is left without another part of it.
  [[nodiscard]] MemoryPart less(const MemoryPart& other) const { return {bytes - other.bytes, name, ledger}; }
  /// At most this much.
  [[nodiscard]] MemoryPart at_most(std::uint64_t most) const { return {bytes < most ? bytes : most, name, ledger}; }

  std::uint64_t bytes;
  std::string_view name;           // a literal
  MemoryLedger* ledger = nullptr;  // null: nobody wants to know
};

/// A named share of a budget: one in `of` equal parts.
struct MemoryShare {
  std::string_view name;  // a literal
  std::uint64_t of = 1;
};

/// Memory to be divided by name. The shares that are held at the same time add up to less than the whole; the rest is
/// for what is being worked on: texts, their words and features.
class MemoryBudget {
 public:
  MemoryBudget(std::uint64_t bytes, MemoryLedger* ledger) : bytes_(bytes), ledger_(ledger) {}

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] MemoryPart part(const MemoryShare& share) const { return {bytes_ / share.of, share.name, ledger_}; }

 private:
  std::uint64_t bytes_;
  MemoryLedger* ledger_;
};

/// A part of the memory while someone holds it. Thread-safe.
class MemoryLease {
 public:
  explicit MemoryLease(const MemoryPart& part) : bytes_(part.bytes) {
    if (part.ledger == nullptr) return;
    books_ = part.ledger->books_;
    account_ = &books_->open(part.name, bytes_);
  }
  ~MemoryLease() {
    if (account_ != nullptr) end();
  }
  MemoryLease(MemoryLease&& other) noexcept
      : bytes_(other.bytes_),
        books_(std::move(other.books_)),
        account_(std::exchange(other.account_, nullptr)),
        used_(other.used_.exchange(0)) {}
  MemoryLease& operator=(MemoryLease&&) = delete;
  MemoryLease(const MemoryLease&) = delete;
  MemoryLease& operator=(const MemoryLease&) = delete;

  /// What may be held.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// Notes that more, or less, is held.
  void use(std::uint64_t bytes) {
    if (account_ != nullptr) add(bytes);
  }
  void free(std::uint64_t bytes) {
    if (account_ == nullptr) return;
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    account_->used.fetch_sub(bytes, std::memory_order_relaxed);
  }

 private:
  void add(std::uint64_t bytes);
  void end();

  std::uint64_t bytes_;
  std::shared_ptr<MemoryLedger::Books> books_;
  MemoryLedger::Account* account_ = nullptr;
  std::atomic<std::uint64_t> used_ = 0;
};

}  // namespace cento
