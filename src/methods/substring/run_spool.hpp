#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "align/substring/substring_runs.hpp"
#include "core/spill/record_spool.hpp"

namespace cento {

/// Maximal runs of covered tokens, ascending: in memory up to a limit, then in a temporary file.
class RunSpool {
 public:
  /// `temp_dir`: empty for the system default.
  RunSpool(const MemoryPart& memory, std::string temp_dir) : runs_(memory, std::move(temp_dir)) {}

  /// Takes runs that begin at or after the last one; those that overlap or touch become one.
  void add(const std::vector<CoveredRun>& runs) {
    for (const CoveredRun& run : runs) {
      if (!open_.empty() && run.begin > open_.back().end) store();
      append_run(run, open_);
    }
  }

  /// Called once, after the last add().
  void finish() {
    if (!open_.empty()) store();
  }

  [[nodiscard]] std::uint64_t size() const { return runs_.size(); }

 private:
  friend class RunCursor;

  void store() {
    runs_.append(open_);
    open_.clear();
  }

  RecordSpool<CoveredRun> runs_;
  std::vector<CoveredRun> open_;  // the last one, to which the next may be joined
};

/// Iterates over the runs of a spool, which must outlive this and be finished.
class RunCursor {
 public:
  explicit RunCursor(const RunSpool& spool) : reader_(spool.runs_), size_(spool.size()) { move_on(); }

  /// The next run if it begins before a token, otherwise null.
  [[nodiscard]] const CoveredRun* next_before(std::uint64_t token) const {
    return run_.begin < token ? &run_ : nullptr;
  }

  void move_on() { run_ = number_ < size_ ? reader_.at(number_++) : CoveredRun{kBehindAll, kBehindAll, 0}; }

  /// Skips the runs that begin before a token.
  void pass_to(std::uint64_t token) {
    while (next_before(token) != nullptr) move_on();
  }

 private:
  static constexpr std::uint64_t kBehindAll = ~std::uint64_t{0};

  SpoolReader<CoveredRun> reader_;
  std::uint64_t size_;
  std::uint64_t number_ = 0;  // of the run after run_
  CoveredRun run_;
};

}  // namespace cento
