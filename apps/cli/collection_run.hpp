#pragma once

#include <chrono>
#include <exception>
#include <string>

#include "core/reporter.hpp"
#include "read/collection.hpp"
#include "read/input_list.hpp"
#include "run_summary.hpp"
#include "shared_options.hpp"

namespace cento::cli {

/// Thrown by a step that has seen enough: reading ends, nothing is wrong.
class StopReading : public std::exception {};

/// What every command that reads a collection does around its own work: finds the inputs, shows progress, collects bad
/// records, tells at the end what it came to.
class CollectionRun {
 public:
  /// `options` must outlive it. Throws Error when there is nothing to read.
  CollectionRun(std::string command, const SharedOptions& options);

  Reporter& reporter() { return reporter_; }

  void read(const BatchSteps& steps);

  /// Publishes the rejects file, writes the statistics, shows the summary.
  void finish(const RunTotals& totals);

 private:
  [[nodiscard]] RunSummary summary(const RunTotals& totals) const;

  std::string command_;
  const SharedOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Reporter reporter_;
  InputList inputs_;
  ReadProgress progress_;
};

}  // namespace cento::cli
