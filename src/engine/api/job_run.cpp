#include "engine/api/job_run.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "core/byte_size.hpp"
#include "engine/api/source_opener.hpp"
#include "engine/options/least_memory.hpp"

namespace cento {

namespace {

constexpr std::chrono::milliseconds kBetweenCalls{200};

JobResources resources_of(const RunOptions& options) {
  return {threads_of(options), options.memory_bytes > 0 ? options.memory_bytes : default_memory_bytes(),
          options.temp_dir};
}

/// Only a limit that was given is checked, as the command does.
JobResources checked_resources(std::string_view command, const RunOptions& options) {
  constexpr std::string_view kProgram = "cento ";
  JobResources resources = resources_of(options);
  if (options.memory_bytes > 0) {
    check_least_memory("memory", command.substr(kProgram.size()), least_memory_bytes(command, resources.threads),
                       resources.threads, resources.memory_bytes);
  }
  return resources;
}

}  // namespace

std::size_t threads_of(const RunOptions& options) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  return options.threads > 0 ? options.threads : cores;
}

ReporterOptions reporter_options(const RunOptions& options) {
  ReporterOptions reporting;
  reporting.strict = options.strict;
  reporting.shown_most = 0;
  reporting.show = options.on_remark;
  if (options.on_reject) {
    reporting.on_reject = [&options](const BadRecord& record) {
      const std::string place = record.place.to_string();
      options.on_reject({place, record.reason, record.bytes, record.kind == BadKind::file});
    };
  }
  return reporting;
}

ProgressCaller::ProgressCaller(const RunOptions& options, const Progress& progress, const ReadProgress& reading)
    : options_(options), progress_(progress), reading_(reading) {
  if (!options.on_progress) return;
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, kBetweenCalls, [this] { return has_ended_; })) call();
  });
}

ProgressCaller::~ProgressCaller() {
  end();
}

void ProgressCaller::end() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void ProgressCaller::call() const {
  const Progress::State state = progress_.state();
  if (state.phase == nullptr) return;
  ProgressReport report;
  report.phase = state.phase;
  report.documents = reading_.documents;
  const bool is_reading = report.phase == kReadingPhase;
  const std::uint64_t total = is_reading ? reading_.total_bytes.load() : state.total;
  const std::uint64_t done = is_reading ? reading_.raw_bytes - reading_.bytes_before : state.done;
  if (total > 0) report.share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  options_.on_progress(report);
}

JobRun::JobRun(std::string_view command, const RunOptions& options, const Source& source, const Source* against)
    : reporter_(reporter_options(options)),
      progress_(options.stop),
      job_(checked_resources(command, options), reporter_, progress_, reading_),
      inputs_(source.opener().open(job_)),
      against_(against == nullptr ? nullptr : against->opener().open(job_)),
      caller_(options, progress_, reading_) {}

void JobRun::summarise(const CollectionTotals& totals, JobSummary& summary) const {
  const UnusedInput unused = reporter_.unused();
  summary.documents = totals.documents;
  summary.parts = totals.parts;
  summary.text_bytes = totals.text_bytes;
  summary.rejected_records = unused.records;
  summary.rejected_files = unused.files;
}

}  // namespace cento
