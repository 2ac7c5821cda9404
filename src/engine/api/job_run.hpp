#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "cento/options.hpp"
#include "cento/source.hpp"
#include "engine/job.hpp"
#include "engine/job_documents.hpp"

namespace cento {

/// How many threads a job may use.
[[nodiscard]] std::size_t threads_of(const RunOptions& options);

/// A reporter that passes bad records and remarks on to whoever the options name, which must outlive it.
[[nodiscard]] ReporterOptions reporter_options(const RunOptions& options);

/// Calls RunOptions::on_progress a few times a second while it exists.
class ProgressCaller {
 public:
  /// The references must outlive it.
  ProgressCaller(const RunOptions& options, const Progress& progress, const ReadProgress& reading);
  ~ProgressCaller();
  ProgressCaller(const ProgressCaller&) = delete;
  ProgressCaller& operator=(const ProgressCaller&) = delete;

  /// Calls it no more.
  void end();

 private:
  void call() const;

  const RunOptions& options_;
  const Progress& progress_;
  const ReadProgress& reading_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;  // last: it uses the others
};

/// One call of a public job: its resources, and its sources as collections.
class JobRun {
 public:
  /// The references must outlive it; `against` may be null. `command` is the one that does the same, as in
  /// "cento scan". Throws UsageError when the memory is less than that needs, and Error when a source cannot be opened.
  JobRun(std::string_view command, const RunOptions& options, const Source& source, const Source* against = nullptr);

  [[nodiscard]] Job& job() { return job_; }
  [[nodiscard]] Collection& inputs() { return *inputs_; }
  [[nodiscard]] JobCollections collections() { return {*inputs_, against_.get()}; }

  /// Reports no more progress, for a job whose results are used after it has ended.
  void end_progress() { caller_.end(); }

  /// Sets what every summary says.
  void summarise(const CollectionTotals& totals, JobSummary& summary) const;

 private:
  Reporter reporter_;
  Progress progress_;
  ReadProgress reading_;
  Job job_;
  std::unique_ptr<Collection> inputs_;
  std::unique_ptr<Collection> against_;
  ProgressCaller caller_;  // last: it reads the others
};

}  // namespace cento
