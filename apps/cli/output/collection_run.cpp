#include "output/collection_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/files/atomic_file.hpp"
#include "core/json/json_text.hpp"
#include "core/memory/idle_memory.hpp"
#include "output/progress.hpp"
#include "output/standard_streams.hpp"
#include "version.hpp"

namespace cento::cli {

namespace {

const SharedOptions& checked(const SharedOptions& options, FileUses uses) {
  check_uses(options, std::move(uses));
  return options;
}

}  // namespace

void check_uses(const SharedOptions& options, FileUses uses) {
  uses.reads("an input", options.inputs);
  uses.writes("--rejects", options.reporting.rejects_file).writes("--stats-json", options.stats_file);
  uses.check();
}

CollectionRun::CollectionRun(std::string command, const SharedOptions& options, FileUses uses)
    : command_(std::move(command)),
      options_(checked(options, std::move(uses))),
      reporter_(options.reporting),
      inputs_(options.inputs, options.reading, reporter_),
      job_({options.threads, options.reading.memory_bytes, options.reading.temp_dir}, reporter_, progress_, reading_) {
  shown_ = std::make_unique<ProgressLine>(progress_, reading_, !options.reporting.quiet);
  keep_little_idle(options.reading.memory_bytes);
  if (!options.stats_file.empty()) statistics_ = std::make_unique<AtomicFile>(options.stats_file);
}

CollectionRun::~CollectionRun() = default;

JobCollections CollectionRun::collections(const std::vector<std::string>& against) {
  if (!against.empty()) reference_.emplace(against, options_.reading, reporter_);
  return {collection(), reference_ ? &reference_->collection() : nullptr};
}

void CollectionRun::report_option(std::string_view name, std::string_view json_value) {
  append_json_key(own_options_, name);
  own_options_ += json_value;
}

RunSummary CollectionRun::summary(const RunTotals& totals) const {
  RunSummary summary;
  summary.command = command_;
  summary.totals = totals;
  summary.files = inputs_.list().files().size();
  summary.input_bytes = reading_.raw_bytes;
  summary.unused = reporter_.unused();
  summary.counts = reporter_.counts();
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.version = kVersion;
  summary.memory_json = to_json(job_.ledger());
  summary.options_json = to_json(options_);
  if (!own_options_.empty()) summary.options_json.insert(summary.options_json.size() - 1, "," + own_options_);
  summary.findings = findings_;
  summary.results = results_;
  summary.measures_json = measures_;
  return summary;
}

UnusedInput CollectionRun::finish(const RunTotals& totals) {
  shown_.reset();  // the summary replaces it
  reporter_.finish();
  const RunSummary reported = summary(totals);
  if (statistics_ != nullptr) {
    statistics_->write(to_json(reported));
    statistics_->publish();
  }
  if (!options_.reporting.quiet) say(to_text(reported));
  return reporter_.unused();
}

}  // namespace cento::cli
