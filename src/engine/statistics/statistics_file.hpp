#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/collection_totals.hpp"
#include "engine/job.hpp"
#include "methods/ndd/collection_statistics.hpp"

namespace cento {

/// What `cento stats` counts besides tokens.
struct CountedFeatures {
  std::vector<std::string> features;
  std::uint32_t least = 2;  // documents in which a feature must occur to be kept; tokens are always kept
};

/// A table of a statistics file.
struct CountedTable {
  std::string counted;         // "tokens", or the name of the features
  std::uint64_t distinct = 0;  // hashes, including those not kept
  std::uint64_t kept = 0;
};

/// Counts in how many documents of a collection each token and feature occurs, and saves that to a file.
class StatisticsFile {
 public:
  /// `job` must outlive it. Throws UsageError when the features do not exist.
  StatisticsFile(const CountedFeatures& counted, Job& job);

  CollectionTotals read(const Collection& collection);

  /// Saves what was read, as save_frequencies() does; `report` gets each table. Called once.
  void save(const std::string& file, const std::function<void(const CountedTable&)>& report);

 private:
  Job& job_;
  std::vector<std::string> counted_;
  std::vector<std::unique_ptr<StatisticsCounter>> counters_;  // one for each
};

}  // namespace cento
