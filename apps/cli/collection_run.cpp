#include "collection_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/atomic_file.hpp"
#include "progress.hpp"

namespace cento::cli {

CollectionRun::CollectionRun(std::string command, const SharedOptions& options)
    : command_(std::move(command)),
      options_(options),
      reporter_(options.reporting),
      inputs_(options.inputs, reporter_) {}

void CollectionRun::read(const BatchSteps& steps) {
  const ProgressLine shown(progress_, inputs_.total_bytes(), !options_.reporting.quiet);
  try {
    read_collection(inputs_, options_.reading, options_.threads, reporter_, progress_, steps);
  } catch (const StopReading&) {
    return;
  }
}

RunSummary CollectionRun::summary(const RunTotals& totals) const {
  RunSummary summary;
  summary.command = command_;
  summary.totals = totals;
  summary.files = inputs_.files().size();
  summary.input_bytes = progress_.raw_bytes;
  summary.rejected = reporter_.rejected();
  summary.counts = reporter_.counts();
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.options_json = to_json(options_);
  return summary;
}

void CollectionRun::finish(const RunTotals& totals) {
  reporter_.finish();
  const RunSummary told = summary(totals);
  if (!options_.stats_file.empty()) {
    AtomicFile file(options_.stats_file);
    file.write(to_json(told));
    file.publish();
  }
  if (!options_.reporting.quiet) fmt::print(stderr, "{}", to_text(told));
}

}  // namespace cento::cli
