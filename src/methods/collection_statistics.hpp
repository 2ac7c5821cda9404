#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "read/document.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

struct StatisticsOptions {
  std::string counted = "tokens";  // what is counted: "tokens", or the name of a feature set such as shingle:5
  std::uint32_t least = 1;         // hashes in fewer documents than this are not kept, only counted
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;  // empty: the system's
};

/// The frequencies of a collection, and what was left out of them.
struct CollectionStatistics {
  DocumentFrequencies frequencies;
  std::uint64_t distinct = 0;  // hashes, also those not kept
};

/// Counts in how many documents each token or feature is, while a collection is read.
class StatisticsCounter {
 public:
  /// Throws UsageError when there are no such features.
  explicit StatisticsCounter(const StatisticsOptions& options);
  ~StatisticsCounter();

  /// As BatchSteps::work: on any thread.
  [[nodiscard]] std::shared_ptr<void> sign(const DocumentBatch& batch) const;

  /// As BatchSteps::take: in input order.
  void add(const void* signed_batch);

  /// Documents that were added so far.
  [[nodiscard]] std::uint64_t documents() const;

  /// Called once, after everything was added. `least`: as in StatisticsOptions, if it is more than that.
  [[nodiscard]] CollectionStatistics finish(std::uint32_t least = 1);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
