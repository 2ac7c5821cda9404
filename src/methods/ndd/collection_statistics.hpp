#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/memory/memory_budget.hpp"
#include "read/document.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

struct StatisticsOptions {
  std::string counted = "tokens";  // what is counted: "tokens", or the name of a feature set such as shingle:5
  std::uint32_t least = 1;         // hashes in fewer documents than this are counted, but not kept
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;            // empty: the system default
  MemoryLedger* ledger = nullptr;  // records who used how much of the memory; may be null
};

/// The frequencies of a collection, and what was left out of them.
struct CollectionStatistics {
  DocumentFrequencies frequencies;
  std::uint64_t distinct = 0;  // hashes, including those not kept
};

/// Counts how many documents contain each token or feature, while a collection is read.
class StatisticsCounter {
 public:
  /// The result for a batch of documents.
  struct Batch;

  /// Throws UsageError when the features do not exist.
  explicit StatisticsCounter(const StatisticsOptions& options);
  ~StatisticsCounter();

  /// As the `work` of a BatchStep: on any thread.
  [[nodiscard]] std::shared_ptr<Batch> sign(const DocumentBatch& batch) const;

  /// As its `take`: in input order.
  void add(const Batch& batch);

  /// Documents added so far.
  [[nodiscard]] std::uint64_t documents() const;

  /// Called once, after everything was added. `least`: as in StatisticsOptions; the larger of the two applies.
  [[nodiscard]] CollectionStatistics finish(std::uint32_t least = 1);

  /// Instead of finish(), for tables that are too large for memory: calls `take` with what is kept, piece by piece,
  /// ascending by hash. Returns the number of distinct hashes, including those not kept.
  std::uint64_t hand_on(const std::function<void(std::span<const Frequency>)>& take);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
