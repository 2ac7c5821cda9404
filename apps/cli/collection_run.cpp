#include "collection_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/idle_memory.hpp"
#include "core/json_text.hpp"
#include "progress.hpp"

namespace cento::cli {

void check_outputs_differ(std::initializer_list<NamedOutput> outputs) {
  for (const NamedOutput& one : outputs) {
    for (const NamedOutput& other : outputs) {
      if (&one == &other) break;
      if (one.name.empty() || one.name != other.name) continue;
      throw UsageError(
          fmt::format("{} and {} both name \"{}\"; each needs a file of its own", other.option, one.option, one.name));
    }
  }
}

CollectionRun::CollectionRun(std::string command, const SharedOptions& options)
    : command_(std::move(command)),
      options_(options),
      reporter_(options.reporting),
      inputs_(options.inputs, reporter_) {
  keep_little_idle(options.reading.memory_bytes);
  if (!options.stats_file.empty()) statistics_ = std::make_unique<AtomicFile>(options.stats_file);
}

CollectionRun::~CollectionRun() = default;

void CollectionRun::read(const BatchSteps& steps) {
  read(inputs_, steps);
}

void CollectionRun::read(const InputList& inputs, const BatchSteps& steps) {
  const ProgressLine shown(progress_, inputs.total_bytes(), !options_.reporting.quiet);
  try {
    read_collection(inputs, options_.reading, options_.threads, reporter_, progress_, steps);
  } catch (const StopReading&) {
    return;
  }
}

void CollectionRun::tell_option(std::string_view name, std::string_view json_value) {
  append_json_key(own_options_, name);
  own_options_ += json_value;
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
  if (!own_options_.empty()) summary.options_json.insert(summary.options_json.size() - 1, "," + own_options_);
  summary.findings = findings_;
  summary.results = results_;
  summary.measures_json = measures_;
  return summary;
}

void CollectionRun::finish(const RunTotals& totals) {
  reporter_.finish();
  const RunSummary told = summary(totals);
  if (statistics_ != nullptr) {
    statistics_->write(to_json(told));
    statistics_->publish();
  }
  if (!options_.reporting.quiet) fmt::print(stderr, "{}", to_text(told));
}

}  // namespace cento::cli
