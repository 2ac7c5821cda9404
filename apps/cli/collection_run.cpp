#include "collection_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/atomic_file.hpp"
#include "core/json_text.hpp"
#include "progress.hpp"
#include "standard_streams.hpp"

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
      inputs_(options.inputs, reporter_) {
  shown_ = std::make_unique<ProgressLine>(progress_, reading_, !options.reporting.quiet);
  if (!options.stats_file.empty()) statistics_ = std::make_unique<AtomicFile>(options.stats_file);
}

CollectionRun::~CollectionRun() = default;

void CollectionRun::read(const BatchSteps& steps) {
  read(inputs_, steps);
}

void CollectionRun::read(const InputList& inputs, const BatchSteps& steps) {
  shown_->begin_reading(inputs.total_bytes());
  progress_.begin_phase(kReadingPhase);
  const Reading before = so_far();
  try {
    read_collection(inputs, options_.reading, options_.threads, reporter_, reading_, steps);
  } catch (const StopReading&) {
    return;
  }
  const Reading after = so_far();
  compare_readings(inputs, {after.documents - before.documents, after.text_bytes - before.text_bytes,
                            after.rejected - before.rejected});
}

void CollectionRun::read_quietly(const InputList& inputs, const BatchSteps& steps) {
  ReporterOptions quiet;
  quiet.quiet = true;
  Reporter silent(quiet);
  ReadProgress progress;
  read_collection(inputs, options_.reading, options_.threads, silent, progress, steps);
  compare_readings(inputs, {progress.documents, progress.text_bytes, silent.rejected()});
}

CollectionRun::Reading CollectionRun::so_far() const {
  return {reading_.documents, reading_.text_bytes, reporter_.rejected()};
}

void CollectionRun::compare_readings(const InputList& inputs, const Reading& reading) {
  const auto [first, is_first] = readings_.emplace(&inputs, reading);
  if (is_first || first->second == reading) return;
  throw Error(fmt::format(
      "two readings of the input differ: {} and {}, then {} and {}; start again when nobody writes to it",
      counted(first->second.documents, "document", "documents"),
      counted(first->second.rejected, "bad record", "bad records"), counted(reading.documents, "document", "documents"),
      counted(reading.rejected, "bad record", "bad records")));
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
  summary.input_bytes = reading_.raw_bytes;
  summary.unused = reporter_.unused();
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

UnusedInput CollectionRun::finish(const RunTotals& totals) {
  shown_.reset();  // the summary comes in its place
  reporter_.finish();
  const RunSummary told = summary(totals);
  if (statistics_ != nullptr) {
    statistics_->write(to_json(told));
    statistics_->publish();
  }
  if (!options_.reporting.quiet) say(to_text(told));
  return reporter_.unused();
}

}  // namespace cento::cli
